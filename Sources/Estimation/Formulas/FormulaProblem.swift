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
    program.evaluate(p, columns, rows: 0..<rows, values: &values, slopes: &none)
    return values
  }

  /// `nil` where the formula is no number.
  func point(_ p: [Double]) -> LeastSquaresPoint? {
    var residuals = [Double](repeating: 0, count: rows)
    var slopes = [Double](repeating: 0, count: rows * max(1, names.count))
    program.evaluate(p, columns, rows: 0..<rows, values: &residuals, slopes: &slopes)
    weigh(&residuals, &slopes, from: 0)
    return LeastSquaresPoint(values: p, residuals: residuals, slopes: slopes)
  }

  /// Makes residuals of the curve at some rows, and takes those and the slopes times the roots of the weights.
  private func weigh(_ curve: inout [Double], _ slopes: inout [Double], from start: Int) {
    let count = curve.count
    response.withUnsafeBufferPointer { response in
      roots.withUnsafeBufferPointer { roots in
        curve.withUnsafeMutableBufferPointer { curve in
          for i in 0..<count { curve[i] = (response[start + i] - curve[i]) * roots[start + i] }
        }
        slopes.withUnsafeMutableBufferPointer { slopes in
          for k in names.indices { for i in 0..<count { slopes[k * count + i] *= roots[start + i] } }
        }
      }
    }
  }

  /// The same as a triangle of as many rows as there are parameters, and one more: sums, products and least squares of its columns are
  /// those of all rows, which are folded in block by block, by Householder reflections inside the processor's cache.
  func folded(_ p: [Double]) -> LeastSquaresPoint? {
    let count = names.count
    guard rows > Self.fewRows else { return point(p) }
    var triangle = [[Double]](repeating: [Double](repeating: 0, count: count + 1), count: count + 1)
    var (values, slopes) = ([Double](), [Double]())
    for start in stride(from: 0, to: rows, by: Self.block) {
      let range = start..<min(start + Self.block, rows)
      if values.count != range.count {
        values = [Double](repeating: 0, count: range.count)
        slopes = [Double](repeating: 0, count: range.count * count)
      }
      program.evaluate(p, columns, rows: range, values: &values, slopes: &slopes)
      weigh(&values, &slopes, from: start)
      Self.fold(slopes, values, into: &triangle)
    }
    return LeastSquaresPoint(
      values: p, residuals: triangle[count], slopes: triangle[..<count].flatMap { $0 }, rows: rows)
  }

  /// Tables of no more rows are taken as they are.
  private static let fewRows = 1_000
  private static let block = 512

  private static func fold(_ slopes: [Double], _ residuals: [Double], into triangle: inout [[Double]]) {
    let rows = residuals.count
    var work = slopes + residuals
    work.withUnsafeMutableBufferPointer { work in
      func column(_ k: Int) -> UnsafeMutableBufferPointer<Double> { .init(rebasing: work[k * rows..<(k + 1) * rows]) }
      func product(_ i: Int, _ j: Int) -> Double {
        dot(UnsafeBufferPointer(column(i)), UnsafeBufferPointer(column(j)))
      }
      for k in triangle.indices {
        let before = triangle[k][k]
        let length = (before * before + product(k, k)).squareRoot()
        guard length != 0 else { continue }
        triangle[k][k] = before > 0 ? -length : length
        let own = before - triangle[k][k]
        let from = column(k)
        for j in (k + 1)..<max(k + 1, triangle.count) {
          let factor = (own * triangle[j][k] + product(k, j)) / (-triangle[k][k] * own)
          triangle[j][k] -= factor * own
          let to = column(j)
          for i in 0..<rows { to[i] -= factor * from[i] }
        }
      }
    }
  }

  /// The point for these curved parameters where the linear ones are best; `nil` where they cannot be told apart.
  func projected(_ curvedValues: [Double]) -> (point: LeastSquaresPoint, qr: ScaledQR)? {
    var values = [Double](repeating: 0, count: names.count)
    for (k, i) in curved.enumerated() { values[i] = curvedValues[k] }
    let place = curved.isEmpty ? point : folded
    guard let flat = place(values), let qr = ScaledQR(flat.slopes, rows: flat.residuals.count, columns: linear),
      qr.reciprocalCondition > 1e-14
    else { return nil }
    let best =
      curved.isEmpty
      ? LinearLeastSquares.solve(qr, slopes: flat.slopes, columns: linear, target: flat.residuals).values
      : qr.solve(Array(qr.turned(flat.residuals).prefix(linear.count)))
    for (k, i) in linear.enumerated() { values[i] = best[k] }
    return place(values).map { ($0, qr) }
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
  /// How much each row's pull grows with its distance, over the rows' mean; `nil` for least squares.
  var lossSlopes: [Double]?
  /// Distances from the curve of pseudo-values, times the roots of weights; `nil` for least squares.
  var pulls: [Double]?

  var values: [Double] { point.values }
  /// Parameters that are not on a bound.
  var free: [Int] { problem.names.indices.filter { !onBound.contains($0) } }

  /// Least squares through pseudo-values, which give a robust estimate again, and its covariance for independent rows (Cox,
  /// Annals of Statistics 11, 1983). So what is known of least squares among correlated rows holds.
  var basis: FormulaSolution {
    guard let pulls else { return self }
    var basis = self
    let curve = problem.fitted(values)
    basis.problem.response = zip(curve, zip(pulls, problem.roots)).map { $0 + $1.0 / $1.1 }
    if let point = basis.problem.point(values) { basis.point = point }
    return basis
  }
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
