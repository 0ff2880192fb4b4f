import RealModule

/// Two kinds of fixes, each with normal axes: a core of deviation s, and a share q of a tail of deviation r s.
///
/// f(x) = (1 - q) g(x; s) + q g(x; r s), g Rayleigh for distances, half-normal across a track. Deviation in metres above
/// 0, q in 0 to 1, r above 1. Source: contaminated normal distribution (Tukey 1960).
struct ScaleMixtureDistribution: MagnitudeDistribution {
  let geometry: ErrorGeometry

  var formula: String {
    let kernel = geometry == .distance ? "Rayleigh" : "half-normal"
    return "f(x) = (1 - q) g(x; s) + q g(x; r s), g \(kernel), s = core_deviation, r = tail_ratio, q = tail_share"
  }

  var specifications: [ParameterSpecification] {
    [
      ParameterSpecification("core_deviation", unit: "m", scale: .positive),
      ParameterSpecification("tail_ratio", scale: .above(1)),
      ParameterSpecification("tail_share", scale: .share, closedBounds: [0]),
    ]
  }

  func starts(_ sample: MagnitudeSample) -> [[Double]] { Self.starts(sample, geometry) }

  /// The core from the median, tails of several weights.
  static func starts(_ sample: MagnitudeSample, _ geometry: ErrorGeometry) -> [[Double]] {
    let core = sample.quantile(0.5) / (geometry == .distance ? 1.177 : 0.6745)
    return [[core, 2, 0.3], [0.9 * core, 4, 0.08], [0.7 * core, 2.5, 0.5], [core, 12, 0.02]]
  }

  func logLikelihood(_ sample: MagnitudeSample, _ p: [Double]) -> Double {
    Self.logLikelihood(sample, geometry, core: p[0] * p[0], tail: p[0] * p[0] * p[1] * p[1], share: p[2])
  }

  /// - Parameters:
  ///   - core: variance per axis in square metres.
  ///   - tail: the tail's, at least as large.
  static func logLikelihood(
    _ sample: MagnitudeSample, _ geometry: ErrorGeometry, core: Double, tail: Double, share: Double
  ) -> Double {
    func height(_ variance: Double) -> Double { geometry == .distance ? 1 / variance : 1 / variance.squareRoot() }
    let constant =
      geometry == .distance ? sample.sumOfLogarithms : sample.count * 0.5 * Double.log(2 / .pi)
    if share <= 0 { return constant + sample.count * Double.log(height(core)) - sample.sumOfSquares / (2 * core) }
    // The tail's exponential is taken out of the sum, so that far points do not underflow.
    let (near, far) = ((1 - share) * height(core), share * height(tail))
    let rate = (1 / core - 1 / tail) / 2
    var sum = 0.0
    for square in sample.squares { sum += Double.log(far + near * Double.exp(-square * rate)) }
    return constant + sum - sample.sumOfSquares / (2 * tail)
  }

  func density(_ x: Double, _ p: [Double]) -> Double {
    (1 - p[2]) * RayleighDistribution.density(x, geometry, deviation: p[0])
      + p[2] * RayleighDistribution.density(x, geometry, deviation: p[0] * p[1])
  }

  func cumulative(_ x: Double, _ p: [Double]) -> Double {
    (1 - p[2]) * RayleighDistribution.cumulative(x, geometry, deviation: p[0])
      + p[2] * RayleighDistribution.cumulative(x, geometry, deviation: p[0] * p[1])
  }
}
