/// The columns of a table that a formula names, and how good its rows are.
package struct FormulaData: Sendable, Hashable {
  package let columns: [String: [Double]]
  package let rows: Int
  /// Standard deviation of each row's response, in its unit; `nil` when the residuals tell it.
  package let deviations: [Double]?
  /// Weights: inverse variances but for a common factor, which the residuals tell.
  package let weights: [Double]?
  /// Standard deviations of measured inputs, row by row, in the column's unit; empty where inputs are exact.
  package let inputDeviations: [String: [Double]]
  /// In seconds, in order; `nil` where rows are even in time.
  package let times: [Double]?

  /// - Throws: `badInput` for columns of unequal length, a value that is not finite, a deviation or weight not above 0, an
  ///   input's deviation below 0 or without its column.
  package init(
    columns: [String: [Double]], deviations: [Double]? = nil, weights: [Double]? = nil,
    inputDeviations: [String: [Double]] = [:], times: [Double]? = nil
  ) throws(EstimationError) {
    let rows = columns.values.first?.count ?? 0
    guard columns.values.allSatisfy({ $0.count == rows }), (deviations?.count ?? rows) == rows,
      (weights?.count ?? rows) == rows
    else { throw .badInput("columns of unequal length") }
    guard columns.values.allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
      throw .badInput("a value is not a finite number")
    }
    guard deviations?.allSatisfy({ $0 > 0 && $0.isFinite }) ?? true else {
      throw .badInput("a deviation is not above 0")
    }
    guard weights?.allSatisfy({ $0 > 0 && $0.isFinite }) ?? true else { throw .badInput("a weight is not above 0") }
    guard deviations == nil || weights == nil else {
      throw .badInput("rows have deviations and weights: give one of them")
    }
    for (name, errors) in inputDeviations {
      guard columns[name] != nil, errors.count == rows else {
        throw .badInput("errors of '\(name)' without its column")
      }
      guard errors.allSatisfy({ $0 >= 0 && $0.isFinite }) else { throw .badInput("an error of '\(name)' is below 0") }
    }
    guard (times?.count ?? rows) == rows else { throw .badInput("times of unequal length") }
    if let times, let row = times.indices.dropFirst().first(where: { !(times[$0] >= times[$0 - 1]) }) {
      throw .badInput("row \(row + 1) is earlier than the one before: rows must follow each other in time")
    }
    self.times = times
    (self.columns, self.rows, self.deviations, self.weights) = (columns, rows, deviations, weights)
    self.inputDeviations = inputDeviations
  }

  /// Roots of the weights of the rows.
  var roots: [Double] {
    deviations?.map { 1 / $0 } ?? weights?.map { $0.squareRoot() } ?? [Double](repeating: 1, count: rows)
  }
}
