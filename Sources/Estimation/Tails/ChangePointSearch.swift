import RealModule

/// Where the level of a series jumps, found exactly.
///
/// Minimises the sum of the segments' costs plus a penalty for each change over all segmentations, by dynamic
/// programming with pruning (PELT: Killick, Fearnhead and Eckley, "Optimal detection of changepoints with a linear computational
/// cost", JASA 107, 2012); the pruning loses no solution. Time goes with the length times the longest segment: seconds for 40,000
/// values without a change. The cost of a segment is its sum of squared deviations from its mean (Gaussian noise
/// of one variance).
///
/// Penalty: 2 ln(n) v for each change, a BIC for the two numbers it adds (place and level), with v the long-run
/// variance of the noise: its variance times (1 + r) / (1 - r), r the lag-one autocorrelation of what the
/// segmentation leaves over. Correlated noise wanders, and a penalty for white noise would cut it to pieces
/// (Bardet, Kengne and Wintenberger 2012; Romano, Rigaill, Runge and Fearnhead, JASA 117, 2022). Variance, r and
/// segmentation are found in turn; the first variance is robust (median absolute difference of neighbours).
package struct ChangePointSearch: Sendable, Hashable {
  /// The first index of each segment, in order; starts with 0.
  package let starts: [Int]
  /// The standard deviation of the noise inside segments.
  package let noise: Double
  /// Lag-one autocorrelation of the noise, from 0 to 0.99.
  package let autocorrelation: Double
  /// What each change had to bring, in squared units.
  package let penalty: Double

  /// The indices of segment `k` of a series of `count` values.
  package func range(of k: Int, count: Int) -> Range<Int> { starts[k]..<(k + 1 < starts.count ? starts[k + 1] : count) }
}

extension ChangePointSearch {
  /// Searches a series.
  ///
  /// - Parameters:
  ///   - values: at equal steps; finite. Fewer than 2 x `minimumLength` give one segment.
  ///   - minimumLength: the least number of values in a segment; 1 or more.
  package init(_ values: [Double], minimumLength: Int = 2) {
    let count = values.count
    let least = max(1, minimumLength)
    guard count >= 2 * least, let low = values.min(), let high = values.max(), high > low else {
      self.init(starts: values.isEmpty ? [] : [0], noise: 0, autocorrelation: 0, penalty: 0)
      return
    }
    let sums = PrefixSums(values)
    // A noiseless trace still needs some penalty.
    let floor = 1e-6 * (high - low) * (high - low)
    let logCount = Double.log(Double(count))
    var variance = max(floor, Self.varianceOfDifferences(values))
    var correlation = 0.0
    var starts = [0]
    var penalty = 0.0
    for _ in 0..<8 {
      penalty = 2 * logCount * variance * (1 + correlation) / (1 - correlation)
      let next = Self.segment(sums, count: count, penalty: penalty, minimumLength: least)
      let settled = next == starts && penalty > 0 && variance == floor
      let before = starts
      starts = next
      let left = Self.leftOver(values, starts: starts, sums: sums)
      let changed = abs(left.variance - variance) > 0.01 * variance || abs(left.correlation - correlation) > 0.01
      variance = max(floor, left.variance)
      correlation = left.correlation
      if settled || (!changed && before == next) { break }
    }
    self.init(
      starts: starts, noise: variance.squareRoot(), autocorrelation: correlation, penalty: penalty)
  }

  private static func segment(_ sums: PrefixSums, count: Int, penalty: Double, minimumLength: Int) -> [Int] {
    var best = [Double](repeating: .infinity, count: count + 1)
    var origin = [Int](repeating: 0, count: count + 1)
    best[0] = -penalty
    var candidates = [0]
    for end in minimumLength...count {
      let entering = end - minimumLength
      if entering >= minimumLength {
        // A start that is dearer than a change here now will be so for ever: what both add later is the same.
        candidates.removeAll { best[$0] + sums.cost($0, entering) >= best[entering] }
        candidates.append(entering)
      }
      for start in candidates {
        let total = best[start] + sums.cost(start, end) + penalty
        if total < best[end] { (best[end], origin[end]) = (total, start) }
      }
    }
    var starts: [Int] = []
    var end = count
    while end > 0 {
      starts.append(origin[end])
      end = origin[end]
    }
    return starts.reversed()
  }

  /// Variance of white noise from the median absolute difference of neighbours, which jumps hardly touch.
  private static func varianceOfDifferences(_ values: [Double]) -> Double {
    let differences = zip(values.dropFirst(), values).map { abs($0 - $1) }.sorted()
    // The median of |N(0, 2 s^2)| is 0.6745 sqrt(2) s.
    let deviation = differences[differences.count / 2] / (0.674_489_750_196_081_7 * 2.0.squareRoot())
    return deviation * deviation
  }

  private static func leftOver(
    _ values: [Double], starts: [Int], sums: PrefixSums
  ) -> (variance: Double, correlation: Double) {
    var (squares, products, degrees) = (0.0, 0.0, 0.0)
    for k in starts.indices {
      let range = starts[k]..<(k + 1 < starts.count ? starts[k + 1] : values.count)
      guard range.count > 2 else { continue }
      let mean = sums.mean(range.lowerBound, range.upperBound)
      var previous = values[range.lowerBound] - mean
      squares += previous * previous
      for i in range.dropFirst() {
        let deviation = values[i] - mean
        squares += deviation * deviation
        products += deviation * previous
        previous = deviation
      }
      degrees += Double(range.count - 1)
    }
    guard squares > 0, degrees > 0 else { return (0, 0) }
    return (squares / degrees, min(0.99, max(0, products / squares)))
  }
}

/// Sums over stretches of a series, of deviations from its middle, which lose fewer digits.
struct PrefixSums {
  private(set) var first = [0.0]
  private var second = [0.0]
  let middle: Double

  init(_ values: [Double]) {
    middle = ((values.min() ?? 0) + (values.max() ?? 0)) / 2
    first.reserveCapacity(values.count + 1)
    second.reserveCapacity(values.count + 1)
    var (a, b) = (0.0, 0.0)
    for value in values {
      a += value - middle
      b += (value - middle) * (value - middle)
      first.append(a)
      second.append(b)
    }
  }

  /// The sum of squared deviations of values `from` to `to - 1` from their mean.
  @inline(__always)
  func cost(_ from: Int, _ to: Int) -> Double {
    let sum = first[to] - first[from]
    return max(0, second[to] - second[from] - sum * sum / Double(to - from))
  }

  func mean(_ from: Int, _ to: Int) -> Double { middle + (first[to] - first[from]) / Double(to - from) }
}
