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
