/// A distribution of position errors with fitted parameters.
package struct FittedErrorModel: Sendable {
  package let model: ErrorModel
  package let geometry: ErrorGeometry
  package var summary: FitSummary
  let distribution: any MagnitudeDistribution
  let values: [Double]
  var maximum: LikelihoodFit.Maximum

  /// Per metre, at `x` metres above 0.
  package func density(_ x: Double) -> Double { x > 0 ? distribution.density(x, values) : 0 }

  /// The share of errors of at most `x` metres.
  package func cumulative(_ x: Double) -> Double { x > 0 ? distribution.cumulative(x, values) : 0 }

  /// Metres that the share `p` (above 0, below 1) of the errors stays below.
  package func quantile(_ p: Double) -> Double { distribution.quantile(p, values) }
}
