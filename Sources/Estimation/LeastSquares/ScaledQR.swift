/// The QR decomposition of some columns, each scaled to length 1 first, by Householder reflections (Golub 1965).
///
/// Unlike the normal equations it does not square the condition of the matrix.
struct ScaledQR {
  let rows: Int
  let count: Int
  /// Length of each column before.
  let scale: [Double]
  /// Columns: reflections below and on the diagonal, R above it.
  private var a: [[Double]] = []
  private var diagonal: [Double] = []

  /// `nil` where a column is 0 or not finite, or where there are more columns than rows.
  ///
  /// - Parameters:
  ///   - slopes: columns of `rows` numbers one after another.
  ///   - columns: those to take, in this order.
  init?(_ slopes: [Double], rows: Int, columns: [Int]) {
    guard columns.count <= rows else { return nil }
    (self.rows, count) = (rows, columns.count)
    var scale: [Double] = []
    for column in columns {
      var own = Array(slopes[column * rows..<(column + 1) * rows])
      // By a power of two first, which loses no digit.
      let size = Double(sign: .plus, exponent: own.reduce(0) { max($0, abs($1)) }.exponent, significand: 1)
      for i in own.indices { own[i] *= 1 / size }
      let length = dot(own, own).squareRoot()
      guard length > 0, length.isFinite else { return nil }
      for i in own.indices { own[i] *= 1 / length }
      scale.append(size * length)
      a.append(own)
    }
    self.scale = scale
    for k in 0..<count {
      // A slice would outlive this line, and the next change would copy the column.
      let squares = a[k].withUnsafeBufferPointer { (column: UnsafeBufferPointer<Double>) in
        dot(UnsafeBufferPointer(rebasing: column[k...]), UnsafeBufferPointer(rebasing: column[k...]))
      }
      let length = squares.squareRoot()
      diagonal.append(a[k][k] > 0 ? -length : length)
      a[k][k] -= diagonal[k]
      for j in (k + 1)..<max(k + 1, count) { reflect(&a[j], k) }
    }
  }

  /// The x that minimises |A x - b|; `nil` where a column depends on those before it to within 1e-11 of its length, or where
  /// there are more columns than rows.
  static func leastSquares(columns: [[Double]], target: [Double]) -> [Double]? {
    guard let qr = ScaledQR(columns.flatMap { $0 }, rows: target.count, columns: Array(columns.indices)),
      qr.diagonal.allSatisfy({ abs($0) > 1e-11 })
    else { return nil }
    return qr.solve(Array(qr.turned(target).prefix(qr.count)))
  }

  private func reflect(_ v: inout [Double], _ k: Int) {
    let half = -diagonal[k] * a[k][k]
    guard half > 0 else { return }
    let own = a[k][k...]
    v.withUnsafeMutableBufferPointer { v in
      let rest = UnsafeMutableBufferPointer(rebasing: v[k...])
      own.withUnsafeBufferPointer { own in
        let factor = dot(own, UnsafeBufferPointer(rest)) / half
        for i in 0..<own.count { rest[i] -= factor * own[i] }
      }
    }
  }

  /// Q^T v: its first `count` numbers lie along the columns, the rest across them.
  func turned(_ v: [Double]) -> [Double] {
    var result = v
    for k in 0..<count { reflect(&result, k) }
    return result
  }

  /// Q v.
  func turnedBack(_ v: [Double]) -> [Double] {
    var result = v
    for k in (0..<count).reversed() { reflect(&result, k) }
    return result
  }

  /// What of `v` the columns do not explain.
  func across(_ v: [Double]) -> [Double] {
    var result = turned(v)
    for k in 0..<count { result[k] = 0 }
    return turnedBack(result)
  }

  private func r(_ i: Int, _ j: Int) -> Double { i == j ? diagonal[i] : a[j][i] }

  /// The columns of R for the scaled columns.
  var triangle: [[Double]] { (0..<count).map { j in (0..<count).map { i in i <= j ? r(i, j) : 0 } } }

  /// The x with R x = `head` (for the columns as they were given).
  func solve(_ head: [Double]) -> [Double] { zip(solveScaled(head), scale).map { $0 / $1 } }

  private func solveScaled(_ head: [Double]) -> [Double] {
    var x = [Double](repeating: 0, count: count)
    for k in (0..<count).reversed() {
      var sum = head[k]
      for j in (k + 1)..<max(k + 1, count) { sum -= r(k, j) * x[j] }
      x[k] = sum / diagonal[k]
    }
    return x
  }

  /// The h with R^T h = `right` (for the columns as they were given).
  func solveTransposed(_ right: [Double]) -> [Double] {
    var h = [Double](repeating: 0, count: count)
    for k in 0..<count {
      var sum = right[k] / scale[k]
      for j in 0..<k { sum -= r(j, k) * h[j] }
      h[k] = sum / diagonal[k]
    }
    return h
  }

  /// Columns of the inverse of R for the scaled columns; `nil` where R is singular.
  private var inverseTriangle: [[Double]]? {
    let inverse = (0..<count).map { j in solveScaled((0..<count).map { $0 == j ? 1 : 0 }) }
    return inverse.allSatisfy { $0.allSatisfy(\.isFinite) } ? inverse : nil
  }

  /// 1 for columns at right angles, 0 for those that depend on each other: by the largest sums of a column's magnitudes.
  var reciprocalCondition: Double {
    guard let inverse = inverseTriangle else { return 0 }
    func norm(_ columns: [[Double]]) -> Double {
      columns.reduce(0) { max($0, $1.reduce(0) { $0 + abs($1) }) }
    }
    let product = norm(triangle) * norm(inverse)
    return count == 0 ? 1 : product > 0 ? 1 / product : 0
  }

  /// Rows of R^-1 for the columns as they were given: parameters from what lies along the turned columns. `nil` where the columns
  /// depend on each other.
  var inverseRows: [[Double]]? {
    guard reciprocalCondition > 1e-14, let inverse = inverseTriangle else { return nil }
    return (0..<count).map { i in inverse.map { $0[i] / scale[i] } }
  }

  /// (A^T A)^-1 of the columns as they were given; `nil` where they depend on each other.
  var inverseInformation: [[Double]]? { inverseRows.map(products) }

  /// Columns at right angles, of length 1, that span the same space.
  var units: [[Double]] { (0..<count).map { k in turnedBack((0..<rows).map { $0 == k ? 1 : 0 }) } }
}

/// Linear least squares with Björck's iterative refinement ("Iterative refinement of linear least squares solutions I", BIT 7,
/// 1967): solution and residuals are corrected together, from sums in twice the working precision.
///
/// Without it a polynomial of degree 5 with large residuals (Wampler 5) keeps 5 digits of 15.
enum LinearLeastSquares {
  /// The x that minimises |A x - b|, and what is left of b.
  static func solve(
    _ qr: ScaledQR, slopes: [Double], columns: [Int], target: [Double]
  ) -> (values: [Double], residuals: [Double]) {
    let (rows, count) = (qr.rows, qr.count)
    var turned = qr.turned(target)
    var values = qr.solve(Array(turned.prefix(count)))
    for k in 0..<count { turned[k] = 0 }
    var residuals = qr.turnedBack(turned)
    var change = Double.infinity
    for _ in 0..<5 {
      // f = b - r - A x and g = -A^T r, both 0 at the solution.
      let f = (0..<rows).map { i -> Double in
        var sum = TwofoldSum(target[i])
        sum.add(-residuals[i])
        for (k, column) in columns.enumerated() { sum.addProduct(-slopes[column * rows + i], values[k]) }
        return sum.value
      }
      let g = columns.map { column -> Double in
        var sum = TwofoldSum(0)
        for i in 0..<rows { sum.addProduct(-slopes[column * rows + i], residuals[i]) }
        return sum.value
      }
      let h = qr.solveTransposed(g)
      var part = qr.turned(f)
      let step = qr.solve((0..<count).map { part[$0] - h[$0] })
      for k in 0..<count { part[k] = h[k] }
      let correction = qr.turnedBack(part)
      let size = zip(step, values).reduce(0.0) { max($0, abs($1.0) / max(abs($1.1), 1e-300)) }
      guard size.isFinite, size < change else { break }
      change = size
      for k in 0..<count { values[k] += step[k] }
      for i in 0..<rows { residuals[i] += correction[i] }
      if size < 1e-16 { break }
    }
    return (values, residuals)
  }
}

/// A sum in twice the working precision (Ogita, Rump and Oishi, SIAM Journal on Scientific Computing 26, 2005).
private struct TwofoldSum {
  private var high: Double
  private var low = 0.0

  init(_ value: Double) { high = value }

  var value: Double { high + low }

  mutating func add(_ x: Double) {
    let sum = high + x
    let part = sum - high
    low += (high - (sum - part)) + (x - part)
    high = sum
  }

  mutating func addProduct(_ a: Double, _ b: Double) {
    let product = a * b
    add(product)
    low += (-product).addingProduct(a, b)
  }
}
