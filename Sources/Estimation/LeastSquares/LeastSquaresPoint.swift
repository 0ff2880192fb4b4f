/// Residuals and slopes of a curve for some parameters.
struct LeastSquaresPoint {
  var values: [Double]
  /// Data minus curve, times the root of the weight.
  let residuals: [Double]
  /// Of the curve over the parameters, times the root of the weight, column by column.
  let slopes: [Double]
  /// Of the squared residuals.
  let sum: Double

  /// `nil` where the curve is no number.
  init?(values: [Double], residuals: [Double], slopes: [Double]) {
    var sum = 0.0
    for residual in residuals { sum += residual * residual }
    guard sum.isFinite, slopes.allSatisfy(\.isFinite) else { return nil }
    (self.values, self.residuals, self.slopes, self.sum) = (values, residuals, slopes, sum)
  }
}
