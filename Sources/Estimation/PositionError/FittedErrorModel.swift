/// A distribution of position errors with fitted parameters.
public struct FittedErrorModel: Sendable {
  public let model: ErrorModel
  public let geometry: ErrorGeometry
  public var summary: FitSummary
  let distribution: any MagnitudeDistribution
  let values: [Double]
  var maximum: LikelihoodFit.Maximum

  /// Per metre, at `x` metres above 0.
  public func density(_ x: Double) -> Double { x > 0 ? distribution.density(x, values) : 0 }

  /// The share of errors of at most `x` metres.
  public func cumulative(_ x: Double) -> Double { x > 0 ? distribution.cumulative(x, values) : 0 }

  /// Metres that the share `p` (above 0, below 1) of the errors stays below.
  public func quantile(_ p: Double) -> Double { distribution.quantile(p, values) }
}
