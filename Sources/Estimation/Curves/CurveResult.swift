/// A fitted curve.
package struct CurveResult: Sendable {
  package let summary: FitSummary
  /// The left side of the formula, in the order of the rows.
  package let response: [Double]
  /// Response minus curve.
  package let residuals: [Double]
  /// Weight times squared residual, over all rows.
  package let sumOfSquares: Double

  /// The curve at each row.
  package var fitted: [Double] { zip(response, residuals).map { $0 - $1 } }
}
