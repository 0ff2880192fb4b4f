/// Plain least squares for predictions, where errors of the parameters do not matter.
enum LinearFit {
  /// `nil` where the columns cannot be told apart.
  static func coefficients(_ columns: [[Double]], _ response: [Double]) -> [Double]? {
    HouseholderSolver.leastSquares(columns: columns, target: response)
  }

  static func value(_ coefficients: [Double], _ columns: [[Double]], _ row: Int) -> Double {
    var sum = 0.0
    for (k, column) in columns.enumerated() { sum += coefficients[k] * column[row] }
    return sum
  }
}
