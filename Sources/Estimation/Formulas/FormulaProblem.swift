import RealModule

/// A formula against the rows of a table: residuals and slopes for any parameters.
struct FormulaProblem {
  private(set) var names: [String]
  private(set) var program: FormulaProgram
  private(set) var columns: [[Double]]
  /// The formula's response at each row.
  var response: [Double]
  /// Of each row's weight.
  var roots: [Double]
  private(set) var bounds: [ClosedRange<Double>]
  /// Parameters that the formula is linear in, taken together; none of them has a bound.
  private(set) var linear: [Int]
  let hasCorners: Bool

  var rows: Int { response.count }

  /// Parameters that the formula is not linear in.
  var curved: [Int] { names.indices.filter { !linear.contains($0) } }

  /// Length of the weighted data.
  var dataSize: Double {
    zip(response, roots).reduce(0.0) { $0 + $1.0 * $1.0 * $1.1 * $1.1 }.squareRoot()
  }

  /// The curve at each row, without weights.
  func fitted(_ p: [Double]) -> [Double] {
    var values = [Double](repeating: 0, count: rows)
    var none: [Double] = []
    program.evaluate(p, columns, rows: rows, values: &values, slopes: &none)
    return values
  }

  /// `nil` where the formula is no number.
  func point(_ p: [Double]) -> LeastSquaresPoint? {
    var residuals = [Double](repeating: 0, count: rows)
    var slopes = [Double](repeating: 0, count: rows * max(1, names.count))
    program.evaluate(p, columns, rows: rows, values: &residuals, slopes: &slopes)
    for i in 0..<rows { residuals[i] = (response[i] - residuals[i]) * roots[i] }
    slopes.withUnsafeMutableBufferPointer { slopes in
      for k in names.indices { for i in 0..<rows { slopes[k * rows + i] *= roots[i] } }
    }
    return LeastSquaresPoint(values: p, residuals: residuals, slopes: slopes)
  }

  /// The point for these curved parameters where the linear ones are best; `nil` where they cannot be told apart.
  func projected(_ curvedValues: [Double]) -> (point: LeastSquaresPoint, qr: ScaledQR)? {
    var values = [Double](repeating: 0, count: names.count)
    for (k, i) in curved.enumerated() { values[i] = curvedValues[k] }
    guard let flat = point(values), let qr = ScaledQR(flat.slopes, rows: rows, columns: linear),
      qr.reciprocalCondition > 1e-14
    else { return nil }
    let best =
      curved.isEmpty
      ? LinearLeastSquares.solve(qr, slopes: flat.slopes, columns: linear, target: flat.residuals).values
      : qr.solve(Array(qr.turned(flat.residuals).prefix(linear.count)))
    for (k, i) in linear.enumerated() { values[i] = best[k] }
    return point(values).map { ($0, qr) }
  }

  /// The same with one of every k rows only, where there are more than `limit`. Its place among the k moves on by the golden
  /// ratio, so that the rows kept have all phases of a table that repeats itself.
  func thinned(to limit: Int) -> FormulaProblem {
    let step = (rows + limit - 1) / limit
    guard step > 1 else { return self }
    let kept = (0..<(rows + step - 1) / step).map { k in
      let phase = (Double(k) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
      return min(rows - 1, k * step + Int(phase * Double(step)))
    }
    var thin = self
    thin.columns = columns.map { column in kept.map { column[$0] } }
    (thin.response, thin.roots) = (kept.map { response[$0] }, kept.map { roots[$0] })
    return thin
  }

  /// The same with some parameters held at values of their own.
  func holding(_ held: [Int: Double]) -> (problem: FormulaProblem, free: [Int]) {
    let free = names.indices.filter { held[$0] == nil }
    let place = Dictionary(uniqueKeysWithValues: free.enumerated().map { ($1, $0) })
    var less = self
    (less.names, less.bounds) = (free.map { names[$0] }, free.map { bounds[$0] })
    (less.program, less.linear) = (program.holding(held, free: free), linear.compactMap { place[$0] })
    return (less, free)
  }
}

/// What a search found, for independent rows.
struct FormulaSolution {
  var problem: FormulaProblem
  var point: LeastSquaresPoint
  /// Of the slopes there, over the free parameters; `nil` where none is free.
  let qr: ScaledQR?
  /// 0 for a parameter on its bound.
  var covariance: [[Double]]
  /// Of a row of weight 1.
  let scatter: Double
  let onBound: [Int]
  let isCorner: Bool
  /// The loss's own weight of each row; `nil` for least squares.
  let lossWeights: [Double]?

  var values: [Double] { point.values }
  /// Parameters that are not on a bound.
  var free: [Int] { problem.names.indices.filter { !onBound.contains($0) } }
}

extension FormulaSolution {
  /// Least squares.
  ///
  /// - Parameter scaleIsKnown: whether rows have a noise of variance 1 after their weights.
  /// - Throws: as `FormulaSearch.run`.
  init(_ problem: FormulaProblem, from starts: [[Double]], scaleIsKnown: Bool) throws(EstimationError) {
    let found = try FormulaSearch(problem: problem).run(from: starts)
    let freedom = Double(problem.rows - problem.names.count + found.onBound.count)
    let variance = Self.sum(problem, found.point) / freedom
    let (inverse, qr) = try Self.inverse(problem, found.point, onBound: found.onBound)
    self.init(
      problem: problem, point: found.point, qr: qr,
      covariance: inverse.map { $0.map { $0 * (scaleIsKnown ? 1 : variance) } },
      scatter: variance.squareRoot(), onBound: found.onBound, isCorner: found.isCorner,
      lossWeights: nil)
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
  ) throws(EstimationError) -> (matrix: [[Double]], qr: ScaledQR?) {
    let count = problem.names.count
    let free = (0..<count).filter { !onBound.contains($0) }
    var matrix = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    if free.isEmpty { return (matrix, nil) }
    guard let qr = ScaledQR(point.slopes, rows: problem.rows, columns: free), let inverse = qr.inverseInformation else {
      throw .singularJacobian(parameters: free.map { problem.names[$0] })
    }
    for (a, i) in free.enumerated() { for (b, j) in free.enumerated() { matrix[i][j] = inverse[a][b] } }
    guard free.allSatisfy({ matrix[$0][$0] >= 0 && matrix[$0][$0].isFinite }), point.values.allSatisfy(\.isFinite)
    else {
      throw .badInput("the numbers of the table are too large or too small to fit")
    }
    return (matrix, qr)
  }
}
