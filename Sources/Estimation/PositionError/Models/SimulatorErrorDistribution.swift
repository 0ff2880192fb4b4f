import RealModule

/// The simulator's own error model, as seen by single fixes.
///
/// On each axis a fast and a slow Gauss-Markov process of together deviation s, times m for a share q of outliers, plus
/// white noise w: variance s^2 + w^2, for outliers m^2 s^2 + w^2 (GNSSPositioning; sources F). Single fixes tell s, q
/// and m; how s splits into fast and slow is told by the correlation in time (`GaussMarkovFit`). White noise w is known
/// beforehand. s in metres above 0, q in 0 to 1, m above 1.
struct SimulatorErrorDistribution: MagnitudeDistribution {
  let geometry: ErrorGeometry
  /// Deviation per axis in metres.
  let white: Double

  var formula: String {
    "each axis normal of variance s^2 + w^2, for a share q of fixes m^2 s^2 + w^2; "
      + "s = deviation, m = outlier_multiplier, q = outlier_probability, w = \(white) m"
  }

  var specifications: [ParameterSpecification] {
    [
      ParameterSpecification("deviation", unit: "m", scale: .positive),
      ParameterSpecification("outlier_multiplier", scale: .above(1)),
      ParameterSpecification("outlier_probability", scale: .share, closedBounds: [0]),
    ]
  }

  func starts(_ sample: MagnitudeSample) -> [[Double]] { ScaleMixtureDistribution.starts(sample, geometry) }

  func logLikelihood(_ sample: MagnitudeSample, _ p: [Double]) -> Double {
    let (core, tail) = variances(p)
    return ScaleMixtureDistribution.logLikelihood(sample, geometry, core: core, tail: tail, share: p[2])
  }

  func density(_ x: Double, _ p: [Double]) -> Double {
    let (core, tail) = variances(p)
    return (1 - p[2]) * RayleighDistribution.density(x, geometry, deviation: core.squareRoot())
      + p[2] * RayleighDistribution.density(x, geometry, deviation: tail.squareRoot())
  }

  func cumulative(_ x: Double, _ p: [Double]) -> Double {
    let (core, tail) = variances(p)
    return (1 - p[2]) * RayleighDistribution.cumulative(x, geometry, deviation: core.squareRoot())
      + p[2] * RayleighDistribution.cumulative(x, geometry, deviation: tail.squareRoot())
  }

  private func variances(_ p: [Double]) -> (core: Double, tail: Double) {
    let square = p[0] * p[0]
    return (square + white * white, square * p[1] * p[1] + white * white)
  }
}
