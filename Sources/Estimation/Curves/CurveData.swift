/// Rows for a curve fit, column by column.
package struct CurveData: Sendable, Hashable {
  /// One per input of the form, all of one length.
  package let inputs: [[Double]]
  package let response: [Double]
  /// Standard deviation of each response, in its unit; `nil` when all are equally good.
  package let deviations: [Double]?
  package let inputUnits: [String]
  package let responseUnit: String

  /// - Throws: `badInput` for columns of unequal length, a value that is not finite, a deviation not above 0.
  package init(
    inputs: [[Double]], response: [Double], deviations: [Double]? = nil, inputUnits: [String] = [],
    responseUnit: String = ""
  ) throws(EstimationError) {
    guard inputs.allSatisfy({ $0.count == response.count }), (deviations?.count ?? response.count) == response.count
    else { throw .badInput("columns of unequal length") }
    guard inputs.allSatisfy({ $0.allSatisfy(\.isFinite) }), response.allSatisfy(\.isFinite) else {
      throw .badInput("a value is not a finite number")
    }
    guard deviations?.allSatisfy({ $0 > 0 && $0.isFinite }) ?? true else {
      throw .badInput("a deviation is not above 0")
    }
    self.inputs = inputs
    self.response = response
    self.deviations = deviations
    self.inputUnits = inputUnits
    self.responseUnit = responseUnit
  }

  var rows: Int { response.count }
}
