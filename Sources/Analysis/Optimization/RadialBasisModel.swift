/// A smooth surface through figures at scattered points: cubic radial basis functions with a linear part.
///
/// s(x) = sum of a_i |x - x_i|^3 + b_0 + b x, through all points; the a_i are orthogonal to linear functions, which makes the
/// solution unique. Source: R. G. Regis and C. A. Shoemaker, "A stochastic radial basis function method for the global
/// optimization of expensive functions", INFORMS Journal on Computing 19 (2007) 497-509.
struct RadialBasisModel: Sendable {
  private let points: [[Double]]
  /// Of the points, then of the constant and the linear part.
  private let weights: [Double]

  /// - Parameters:
  ///   - points: more than dimensions, all different.
  ///   - values: finite, one for each point.
  /// - Returns: `nil` when the points do not determine a surface.
  init?(_ points: [[Double]], _ values: [Double]) {
    guard let dimensions = points.first?.count, points.count > dimensions else { return nil }
    let (n, m) = (points.count, dimensions + 1)
    var rows: [[Double]] = []
    for (i, point) in points.enumerated() {
      rows.append(points.map { Self.cube(point, $0) } + [1] + point + [values[i]])
    }
    for column in 0..<m {
      rows.append(points.map { column == 0 ? 1 : $0[column - 1] } + Array(repeating: 0, count: m + 1))
    }
    guard let weights = Self.solve(&rows, n + m) else { return nil }
    self.points = points
    self.weights = weights
  }

  func value(at x: [Double]) -> Double {
    var sum = weights[points.count]
    for (i, point) in points.enumerated() { sum += weights[i] * Self.cube(x, point) }
    for (d, coordinate) in x.enumerated() { sum += weights[points.count + 1 + d] * coordinate }
    return sum
  }

  private static func cube(_ a: [Double], _ b: [Double]) -> Double {
    var square = 0.0
    for d in a.indices { square += (a[d] - b[d]) * (a[d] - b[d]) }
    return square * square.squareRoot()
  }

  /// Gauss's elimination with the largest pivot; each row ends with its right side.
  private static func solve(_ rows: inout [[Double]], _ count: Int) -> [Double]? {
    for k in 0..<count {
      guard let pivot = (k..<count).max(by: { abs(rows[$0][k]) < abs(rows[$1][k]) }), abs(rows[pivot][k]) > 1e-12 else {
        return nil
      }
      rows.swapAt(k, pivot)
      for i in (k + 1)..<max(k + 1, count) where rows[i][k] != 0 {
        let factor = rows[i][k] / rows[k][k]
        for j in k...count { rows[i][j] -= factor * rows[k][j] }
      }
    }
    var solution = [Double](repeating: 0, count: count)
    for k in stride(from: count - 1, through: 0, by: -1) {
      var sum = rows[k][count]
      for j in (k + 1)..<max(k + 1, count) { sum -= rows[k][j] * solution[j] }
      solution[k] = sum / rows[k][k]
    }
    return solution.allSatisfy(\.isFinite) ? solution : nil
  }
}
