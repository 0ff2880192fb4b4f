/// A distribution of error magnitudes, metres above 0.
protocol MagnitudeDistribution: Sendable {
  /// The density, in words a reader can check.
  var formula: String { get }
  var specifications: [ParameterSpecification] { get }
  /// Rough values to begin from.
  func starts(_ sample: MagnitudeSample) -> [[Double]]
  /// Sum of ln density; -infinity where impossible.
  func logLikelihood(_ sample: MagnitudeSample, _ parameters: [Double]) -> Double
  /// Per metre, at `x` above 0.
  func density(_ x: Double, _ parameters: [Double]) -> Double
  /// The share of errors of at most `x`.
  func cumulative(_ x: Double, _ parameters: [Double]) -> Double
}

extension MagnitudeDistribution {
  /// The magnitude that the share `p` (0 to 1, both excluded) stays below, by bisection to 1e-12 relative.
  func quantile(_ p: Double, _ parameters: [Double]) -> Double {
    var (low, high) = (0.0, 1.0)
    while cumulative(high, parameters) < p, high < 1e12 { (low, high) = (high, high * 2) }
    for _ in 0..<80 where high - low > 1e-12 * high {
      let middle = (low + high) / 2
      if cumulative(middle, parameters) < p { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
