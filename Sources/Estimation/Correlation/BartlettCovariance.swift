/// How empirical autocovariances at several lags scatter together, for a Gaussian process of known autocovariance C.
///
/// Cov(C^(a), C^(b)) = sum over j of C(j) C(j + a - b) + C(j + a) C(j - b), divided by the number of pairs, lags in
/// sampling steps (Bartlett 1946).
struct BartlettCovariance {
  private let steps: [Int]
  private let pairs: [Double]
  private let table: [Double]
  private let reach: Int

  /// - Parameter width: sampling step in seconds.
  init(model: GaussMarkovModel, lags: [Double], pairs: [Double], width: Double) {
    steps = lags.map { Int(($0 / width).rounded()) }
    self.pairs = pairs
    let slowest = model.processes.reduce(width) { max($0, $1.timeConstant) }
    let reach = Int(min(20_000, (8 * slowest / width).rounded(.up))) + 1
    self.reach = reach
    table = (0...reach + 2 * (steps.max() ?? 0) + 1).map { model.covariance(Double($0) * width) }
  }

  func element(_ i: Int, _ k: Int) -> Double {
    var sum = 0.0
    let (a, b) = (steps[i], steps[k])
    var j = -reach
    while j <= reach {
      // In strides far out, where C is smooth.
      let stride = abs(j) < 200 ? 1 : max(1, reach / 500)
      sum += Double(stride) * (at(j) * at(j + a - b) + at(j + a) * at(j - b))
      j += stride
    }
    return sum / (pairs[i] * pairs[k]).squareRoot()
  }

  private func at(_ index: Int) -> Double { table[min(table.count - 1, abs(index))] }
}
