/// What a search found, for independent rows.
struct FormulaSolution {
  let problem: FormulaProblem
  var values: [Double]
  /// 0 for a parameter on its bound.
  var covariance: [[Double]]
  /// Of a row of weight 1.
  let scatter: Double
  let iterations: Int
  let onBound: [Int]
  let isCorner: Bool
  /// The loss's own weight of each row; `nil` for least squares.
  let lossWeights: [Double]?

  /// Parameters that are not on a bound.
  var free: [Int] { problem.names.indices.filter { !onBound.contains($0) } }

  /// Least squares.
  ///
  /// - Parameter scaleIsKnown: whether rows have a noise of variance 1 after their weights.
  /// - Throws: as `FormulaSearch.run`.
  init(_ problem: FormulaProblem, from starts: [[Double]], scaleIsKnown: Bool) throws(EstimationError) {
    let found = try FormulaSearch(problem: problem).run(from: starts)
    let freedom = Double(problem.rows - problem.names.count + found.onBound.count)
    let variance = Self.sum(problem, found.point) / freedom
    let inverse = try Self.inverse(problem, found.point, onBound: found.onBound)
    self.init(
      problem: problem, values: found.point.values,
      covariance: inverse.map { $0.map { $0 * (scaleIsKnown ? 1 : variance) } },
      scatter: variance.squareRoot(), iterations: found.iterations, onBound: found.onBound, isCorner: found.isCorner,
      lossWeights: nil)
  }

  init(
    problem: FormulaProblem, values: [Double], covariance: [[Double]], scatter: Double, iterations: Int,
    onBound: [Int], isCorner: Bool, lossWeights: [Double]?
  ) {
    (self.problem, self.values, self.covariance) = (problem, values, covariance)
    (self.scatter, self.iterations, self.onBound) = (scatter, iterations, onBound)
    (self.isCorner, self.lossWeights) = (isCorner, lossWeights)
  }

  /// The sum of squares. Where residuals come near to the rounding of the curve they are means over points so close that only
  /// the rounding differs, the slopes' part taken off.
  private static func sum(_ problem: FormulaProblem, _ point: LeastSquaresPoint) -> Double {
    let (size, rows) = (problem.dataSize, problem.rows)
    guard point.sum > 0, point.sum < 1e-22 * size * size else { return point.sum }
    var (residuals, count) = (point.residuals, 1.0)
    for m in 1...64 {
      let near = point.values.enumerated().map { k, value in value * (1 + Double((m * (k + 3)) % 17 - 8) * 0x1p-49) }
      guard let other = problem.point(near) else { continue }
      count += 1
      for i in 0..<rows {
        var residual = other.residuals[i]
        for k in near.indices { residual += (near[k] - point.values[k]) * point.slopes[k * rows + i] }
        residuals[i] += residual
      }
    }
    return residuals.reduce(0) { $0 + ($1 / count) * ($1 / count) }
  }

  /// (J^T W J)^-1 over the free parameters, with rows and columns of 0 for those on a bound.
  static func inverse(
    _ problem: FormulaProblem, _ point: LeastSquaresPoint, onBound: [Int]
  ) throws(EstimationError) -> [[Double]] {
    let count = problem.names.count
    let free = (0..<count).filter { !onBound.contains($0) }
    var matrix = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    if free.isEmpty { return matrix }
    guard let inverse = ScaledQR(point.slopes, rows: problem.rows, columns: free)?.inverseInformation() else {
      throw .singularJacobian(parameters: free.map { problem.names[$0] })
    }
    for (a, i) in free.enumerated() { for (b, j) in free.enumerated() { matrix[i][j] = inverse[a][b] } }
    guard free.allSatisfy({ matrix[$0][$0] >= 0 && matrix[$0][$0].isFinite }), point.values.allSatisfy(\.isFinite)
    else {
      throw .badInput("the numbers of the table are too large or too small to fit")
    }
    return matrix
  }
}
