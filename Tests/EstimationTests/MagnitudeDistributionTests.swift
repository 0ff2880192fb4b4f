import RealModule
import Testing

@testable import Estimation

/// Values: python3 Tests/EstimationTests/Reference/scipy_values.py (SciPy 1.17.1).
@Suite struct MagnitudeDistributionTests {
  private static let rice = NormalErrorDistribution(geometry: .distance, hasBias: true)

  @Test(arguments: [(0.3, 0.00042701364020472697), (4.1, 0.2104075022380529), (9.7, 0.974353781548322)])
  func cumulativeAgreesWithSciPy(_ row: (x: Double, p: Double)) {
    #expect(agree(Self.rice.cumulative(row.x, [2.1, 5.3]), row.p, within: 1e-9))
  }

  @Test(arguments: [(97.0, 0.03808648866548838), (100.3, 0.5667016362178796), (103.1, 0.9652501925126546)])
  func cumulativeAgreesFarFromZero(_ row: (x: Double, p: Double)) {
    #expect(agree(Self.rice.cumulative(row.x, [1.7, 100]), row.p, within: 1e-9))
  }

  @Test func withoutBiasItIsRayleigh() {
    let rayleigh = NormalErrorDistribution(geometry: .distance)
    for x in [0.13, 2.9, 7.7] {
      #expect(agree(Self.rice.cumulative(x, [1.3, 1e-5]), rayleigh.cumulative(x, [1.3]), within: 1e-9))
      #expect(agree(Self.rice.density(x, [1.3, 1e-5]), rayleigh.density(x, [1.3]), within: 1e-9))
    }
  }

  static let cases: [(model: ErrorModel, parameters: [Double])] = [
    (.rayleigh, [3.1]), (.rice, [1.7, 4.3]), (.gamma, [1.9, 2.3]), (.lognormal, [4.7, 0.63]), (.weibull, [1.3, 5.9]),
    (.mixture, [2.1, 3.7, 0.13]), (.simulator, [2.9, 4.1, 0.07]),
  ]

  @Test(arguments: cases, ErrorGeometry.allCases)
  func likelihoodsAreTheSlopesOfTheCumulative(
    _ model: (model: ErrorModel, parameters: [Double]), geometry: ErrorGeometry
  ) {
    let distribution = model.model.distribution(geometry, white: 0.4)
    let (p, h) = (model.parameters, 1e-4)
    for x in [0.7, 3.3, 11.9] {
      let slope = (distribution.cumulative(x + h, p) - distribution.cumulative(x - h, p)) / (2 * h)
      #expect(agree(distribution.density(x, p), slope, within: 1e-6), "at \(x)")
      #expect(agree(distribution.quantile(distribution.cumulative(x, p), p), x, within: 1e-9))
    }
  }
}

extension MagnitudeDistribution {
  fileprivate func density(_ x: Double, _ parameters: [Double]) -> Double {
    Double.exp(logLikelihood(MagnitudeSample([x]), parameters))
  }
}
