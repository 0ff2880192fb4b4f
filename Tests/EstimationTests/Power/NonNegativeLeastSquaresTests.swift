import Core
import Testing

@testable import Estimation

@Suite struct NonNegativeLeastSquaresTests {
  /// b - A x.
  private static func rest(_ target: [Double], _ columns: [[Double]], _ fit: NonNegativeLeastSquares) -> [Double] {
    target.indices.map { i in
      target[i] - columns.indices.reduce(0) { $0 + columns[$1][i] * fit.coefficients[$1] }
    }
  }

  @Test func solvesAnExactProblem() throws {
    // 3 a + b = 5, a + 7 b = 15: a = 1, b = 2.
    let fit = try NonNegativeLeastSquares(columns: [[3, 1], [1, 7]], target: [5, 15])
    #expect(abs(fit.coefficients[0] - 1) < 1e-14 && abs(fit.coefficients[1] - 2) < 1e-14)
    #expect(fit.isAtBound == [false, false])
  }

  @Test func holdsWhatWouldBeNegativeAtZero() throws {
    // Without bound: a = 3, b = -1. With it: b = 0, a = (3 x 2 + 1 x 1) / 5 by hand for columns (2,1) and (0,...).
    let fit = try NonNegativeLeastSquares(columns: [[2, 1], [0, 2]], target: [6, 1])
    #expect(abs(fit.coefficients[0] - 13.0 / 5) < 1e-14)
    #expect(fit.coefficients[1] == 0)
    #expect(fit.isAtBound == [false, true])
  }

  @Test func aFreeColumnMayBeNegative() throws {
    let fit = try NonNegativeLeastSquares(columns: [[2, 1], [0, 2]], target: [6, 1], free: [1])
    #expect(abs(fit.coefficients[0] - 3) < 1e-14 && abs(fit.coefficients[1] + 1) < 1e-14)
  }

  // scipy.optimize.nnls: Reference/tables.py (SciPy 1.17.1). With u from a congruential generator, A is filled row by row with
  // u + 0.2, then b with u + 0.1.
  @Test(arguments: [
    (7, 9, 4, [0.0572747584007449, 0.7534980435903474, 0.0, 0.0], 0.7277361846195374),
    (31, 15, 6, [0.0, 0.0, 0.2005279888812785, 0.0, 0.0, 0.0], 1.3241685328023134),
    (
      113, 25, 8,
      [
        0.16627903919542972, 0.24714180654519438, 0.0, 0.0, 0.026021722528686786, 0.19239453907501394,
        0.16144024362248977, 0.04423028822711051,
      ], 1.1391385285514124
    ),
    (
      1009, 12, 5,
      [0.0672296231461486, 0.2724050063420528, 0.26845903814303446, 0.24612848558326267, 0.08761847294767493],
      0.6606247748097748
    ),
  ])
  func agreesWithSciPy(seed: Int, rows: Int, count: Int, expected: [Double], norm: Double) throws {
    var state = seed
    func next() -> Double {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Double(state) / 2_147_483_648 - 0.5
    }
    var columns = [[Double]](repeating: [], count: count)
    for _ in 0..<rows { for j in 0..<count { columns[j].append(next() + 0.2) } }
    let target = (0..<rows).map { _ in next() + 0.1 }
    let fit = try NonNegativeLeastSquares(columns: columns, target: target)
    for (found, wanted) in zip(fit.coefficients, expected) { #expect(abs(found - wanted) < 1e-12) }
    let rest = Self.rest(target, columns, fit)
    #expect(abs(dot(rest, rest).squareRoot() - norm) < 1e-12 * norm)
  }

  @Test func meetsTheConditionsOfKuhnAndTucker() throws {
    for seed in 0..<600 {
      var random = Xoshiro256PlusPlus(seed: UInt64(seed))
      let count = 1 + Int(random.uniform() * 12)
      let rows = count + Int(random.uniform() * 30)
      let shift = random.uniform()
      let size = [1e-6, 1, 1e5][seed % 3]
      let columns = (0..<count).map { _ in (0..<rows).map { _ in size * (random.uniform() - shift) } }
      let target = (0..<rows).map { _ in random.uniform() - 0.4 }
      let fit = try NonNegativeLeastSquares(columns: columns, target: target)
      let tolerance = 1e-10 * size * Double(rows)
      let rest = Self.rest(target, columns, fit)
      for j in 0..<count {
        #expect(fit.coefficients[j] >= 0, "seed \(seed)")
        let gradient = dot(columns[j], rest)
        if fit.isAtBound[j] {
          #expect(fit.coefficients[j] == 0 && gradient <= tolerance, "seed \(seed)")
        } else {
          #expect(abs(gradient) <= tolerance, "seed \(seed)")
        }
      }
    }
  }

  @Test func saysWhichColumnsDepend() {
    let error = #expect(throws: EstimationError.self) {
      try NonNegativeLeastSquares(columns: [[1, 3, 5], [2, 6, 10]], target: [1, 3, 4], free: [0, 1])
    }
    #expect(error == .singularJacobian(parameters: ["column 0", "column 1"]))
  }

  @Test func refusesNumbersThatAreNotFinite() {
    #expect(throws: EstimationError.self) { try NonNegativeLeastSquares(columns: [[1, .nan]], target: [1, 2]) }
    #expect(throws: EstimationError.self) { try NonNegativeLeastSquares(columns: [[1, 2, 3]], target: [1, 2]) }
  }
}
