import RealModule

/// Minus the log-likelihood of a stretch of a series as normal values with a mean and a variance of their own.
struct GaussianCost {
  private var first: [Double] = [0]
  private var second: [Double] = [0]
  /// Equal values would make the likelihood infinite: no variance counts as below a millionth of the whole's.
  private let leastVariance: Double

  private let centre: Double

  init(_ values: [Double]) {
    let mean = values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    centre = mean
    var (sum, squares) = (0.0, 0.0)
    for value in values {
      sum += value - mean
      squares += (value - mean) * (value - mean)
      first.append(sum)
      second.append(squares)
    }
    leastVariance = max(1e-6 * squares / Double(max(1, values.count)), 1e-18)
  }

  /// Of the values from the first index up to but not including the second.
  subscript(from: Int, to: Int) -> Double {
    let count = Double(to - from)
    let sum = first[to] - first[from]
    let variance = max(leastVariance, (second[to] - second[from] - sum * sum / count) / count)
    return 0.5 * count * (Double.log(2 * .pi * variance) + 1)
  }

  /// Of the values from the first index up to but not including the second.
  func mean(_ from: Int, _ to: Int) -> Double { centre + (first[to] - first[from]) / Double(to - from) }
}
