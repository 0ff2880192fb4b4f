import Analysis
import CGSL
import Testing

/// Analysis has its own t quantile, so that the simulation libraries do not link GSL.
@Suite struct StudentTAgainstGSLTests {
  @Test(
    arguments: [0.51, 0.6, 0.75, 0.9, 0.95, 0.975, 0.99, 0.999, 0.9999, 0.025, 0.001, 0.3],
    [1.0, 1.7, 2, 3, 4, 5.3, 7, 9, 12, 19, 29, 39, 77, 199, 999, 12_345, 1e6])
  func quantilesAgree(p: Double, degreesOfFreedom: Double) {
    let own = StudentT.quantile(p, degreesOfFreedom: degreesOfFreedom)
    let reference = gsl_cdf_tdist_Pinv(p, degreesOfFreedom)
    #expect(agree(own, reference, within: 1e-9))
  }
}
