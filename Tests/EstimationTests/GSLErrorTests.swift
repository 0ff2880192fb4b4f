import CGSL
import RealModule
import Testing

@testable import Estimation

/// With its default handler GSL would end the process in each of these.
@Suite struct GSLErrorTests {
  @Test func aStatusIsThrownInItsOwnWords() {
    GSL.prepare()
    var result = gsl_sf_result()
    #expect(throws: EstimationError.gsl(status: "ln Gamma: input domain error")) {
      try GSL.check(gsl_sf_lngamma_e(0, &result), "ln Gamma")
    }
    #expect(throws: EstimationError.gsl(status: "Gamma: overflow")) {
      try GSL.check(gsl_sf_gamma_e(1_000, &result), "Gamma")
    }
  }

  @Test func quantileOutsideItsDomainIsThrown() throws {
    #expect(throws: EstimationError.self) { try GSL.studentQuantile(3, share: 1) }
    // scipy.stats.t.ppf(0.975, 2) and (0.95, 1): Reference/tables.py.
    #expect(agree(try GSL.studentQuantile(2), 4.302_652_73, within: 1e-9))
    #expect(agree(try GSL.studentQuantile(1, share: 0.95), 6.313_751_51, within: 1e-9))
  }

  @Test func refusedSizeIsThrown() {
    #expect(throws: EstimationError.self) { _ = try GSL.allocated(Int?.none, "memory") }
  }

  @Test func rootWithoutAChangeOfSignIsThrown() {
    #expect(throws: EstimationError.self) {
      try bracketedRoot(between: 1, and: 3, tolerance: 1e-9) { (x) throws(EstimationError) in x * x + 1.7 }
    }
  }

  @Test func rootIsFoundAndItsErrorsPassThrough() throws {
    let root = try bracketedRoot(between: 1, and: 3, tolerance: 1e-12) { (x) throws(EstimationError) in x * x - 2.89 }
    #expect(agree(root, 1.7, within: 1e-11))
    #expect(throws: EstimationError.badInput("no")) {
      try bracketedRoot(between: 1, and: 3, tolerance: 1e-9) { (_) throws(EstimationError) in throw .badInput("no") }
    }
  }

  @Test func indefiniteMatrixHasNoInverse() throws {
    #expect(Cholesky([[1, 3], [3, 2]])?.inverse == nil)
    #expect(Cholesky([[1, 1], [1, 1]])?.inverse == nil)
    let root = try #require(Cholesky([[4e8, 1], [1, 5e-7]]))
    let inverse = root.inverse
    #expect(agree(inverse[0][0], 5e-7 / 199, within: 1e-12))
    #expect(agree(inverse[0][1], -1 / 199.0, within: 1e-12))
    #expect(agree(root.logDeterminant, .log(199), within: 1e-12))
    #expect(agree(root.solve([7, 3])[1], (4e8 * 3 - 7) / 199, within: 1e-12))
  }
}
