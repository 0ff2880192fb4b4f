/// A fitted curve.
public struct CurveResult: Sendable {
  public let summary: FitSummary
  /// The left side of the formula, in the order of the rows.
  public let response: [Double]
  /// Response minus curve.
  public let residuals: [Double]
  /// Weight times squared residual, over all rows.
  public let sumOfSquares: Double

  /// The curve at each row.
  public var fitted: [Double] { zip(response, residuals).map { $0 - $1 } }
}
