/// A fitted curve.
public struct CurveResult: Sendable {
  public let form: CurveForm
  public let summary: FitSummary
  let values: [Double]
  /// Data minus curve, in the order of the rows.
  public let residuals: [Double]

  /// y at the given inputs.
  public func value(_ inputs: [Double]) -> Double { form.value(values, inputs.map { [$0] }, 0) }
}
