/// Unbounded least squares by Householder reflections (Householder 1958; Golub 1965) for a few columns.
///
/// Small and without allocation per element, because the bounded and the reweighted fits call it thousands of times.
enum HouseholderSolver {
  /// The x that minimises |A x - b|, or `nil` when a column depends on those before it to within 1e-11 of its length,
  /// or when there are more columns than rows.
  static func leastSquares(columns: [[Double]], target: [Double]) -> [Double]? {
    let rows = target.count
    guard columns.count <= rows else { return nil }
    var a = columns
    var b = target
    var diagonal = [Double](repeating: 0, count: columns.count)
    for k in columns.indices {
      var whole = 0.0
      var below = 0.0
      for i in 0..<rows {
        let square = a[k][i] * a[k][i]
        whole += square
        if i >= k { below += square }
      }
      guard below > 1e-22 * whole, below > 0, below.isFinite else { return nil }
      let length = below.squareRoot()
      let alpha = a[k][k] > 0 ? -length : length
      diagonal[k] = alpha
      // The reflection is along v = column - alpha e_k; |v|^2 = 2 (length^2 - alpha a_kk).
      a[k][k] -= alpha
      let v = a[k]
      let half = -alpha * v[k]
      for j in (k + 1)..<max(k + 1, columns.count) { reflect(&a[j], v, from: k, half: half) }
      reflect(&b, v, from: k, half: half)
    }
    var x = [Double](repeating: 0, count: columns.count)
    for k in columns.indices.reversed() {
      var sum = b[k]
      for j in (k + 1)..<max(k + 1, columns.count) { sum -= a[j][k] * x[j] }
      x[k] = sum / diagonal[k]
    }
    return x
  }

  private static func reflect(_ column: inout [Double], _ v: [Double], from k: Int, half: Double) {
    var sum = 0.0
    for i in k..<v.count { sum += v[i] * column[i] }
    let factor = sum / half
    for i in k..<v.count { column[i] -= factor * v[i] }
  }
}
