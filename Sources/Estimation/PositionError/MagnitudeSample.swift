import RealModule

/// Error magnitudes in ascending order, with the sums that the likelihoods need.
struct MagnitudeSample: Sendable {
  let values: [Double]
  let squares: [Double]
  let logarithms: [Double]
  let count: Double
  let sum: Double
  let sumOfSquares: Double
  let sumOfLogarithms: Double
  /// Sum of squared deviations of the logarithms from their mean.
  let logarithmScatter: Double

  /// - Parameter values: all above 0.
  init(_ values: [Double]) {
    self.values = values.sorted()
    squares = self.values.map { $0 * $0 }
    logarithms = self.values.map { Double.log($0) }
    count = Double(values.count)
    sum = self.values.reduce(0, +)
    sumOfSquares = squares.reduce(0, +)
    sumOfLogarithms = logarithms.reduce(0, +)
    let mean = sumOfLogarithms / count
    logarithmScatter = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  }

  /// At most `limit` values, evenly spaced in rank: the same shape with fewer numbers.
  func thinned(to limit: Int) -> MagnitudeSample {
    guard values.count > limit else { return self }
    return MagnitudeSample((0..<limit).map { values[(2 * $0 + 1) * values.count / (2 * limit)] })
  }

  /// The value at the share `p` of the ranks.
  func quantile(_ p: Double) -> Double { values[min(values.count - 1, max(0, Int(p * count)))] }
}
