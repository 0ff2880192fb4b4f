/// A fitted curve.
package struct CurveResult: Sendable {
  /// Half the pointwise 95 % range of the curve at each row; `nil` where a parameter has no error.
  package let band: [Double]?
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
