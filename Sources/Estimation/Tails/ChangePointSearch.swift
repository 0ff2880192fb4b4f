import RealModule

/// Where the level of a series jumps, found exactly.
///
/// Minimises the sum of the segments' costs plus a penalty for each change over all segmentations, by dynamic
/// programming with functional pruning (FPOP: Maidstone, Hocking, Rigaill and Fearnhead, "On optimal multiple changepoint
/// algorithms for large data", Statistics and Computing 27, 2017); the pruning loses no solution, and takes hardly more than
/// linear time with few changes too. The cost of a segment is its sum of squared deviations from its mean (Gaussian noise
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
      let left = Self.leftOver(values, starts: next, sums: sums)
      let isClose = abs(left.variance - variance) <= 0.01 * variance && abs(left.correlation - correlation) <= 0.01
      let hasSettled = next == starts && (isClose || penalty > 0 && variance == floor)
      (starts, variance, correlation) = (next, max(floor, left.variance), left.correlation)
      if hasSettled { break }
    }
    self.init(
      starts: starts, noise: variance.squareRoot(), autocorrelation: correlation, penalty: penalty)
  }

  /// Where the last segment may have begun, by the level it would have: each start for the levels at which no other one is
  /// cheaper.
  private struct Piece {
    let low: Double
    let high: Double
    let start: Int
  }

  private static func segment(_ sums: PrefixSums, count: Int, penalty: Double, minimumLength: Int) -> [Int] {
    var best = [Double](repeating: .infinity, count: count + 1)
    var origin = [Int](repeating: 0, count: count + 1)
    best[0] = -penalty
    // All levels; the values' own range is inside.
    var pieces: [Piece] = []
    var next: [Piece] = []
    for end in minimumLength...count {
      let entering = end - minimumLength
      if entering == 0 {
        pieces = [Piece(low: -.greatestFiniteMagnitude, high: .greatestFiniteMagnitude, start: 0)]
      } else if entering >= minimumLength {
        next.removeAll(keepingCapacity: true)
        for piece in pieces { compare(piece, with: entering, sums, best, into: &next) }
        swap(&pieces, &next)
      }
      for piece in pieces {
        let total = best[piece.start] + sums.cost(piece.start, end) + penalty
        if total < best[end] {
          best[end] = total
          origin[end] = piece.start
        }
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

  /// Leaves of a piece the levels at which its start is cheaper than a newer one, now and for ever: what both add later is
  /// the same. The difference is a parabola in the level, below 0 between its roots.
  @inline(__always)
  private static func compare(
    _ piece: Piece, with newer: Int, _ sums: PrefixSums, _ best: [Double], into next: inout [Piece]
  ) {
    func append(_ low: Double, _ high: Double, _ start: Int) {
      guard high > low else { return }
      if let last = next.last, last.start == start, last.high == low {
        next[next.count - 1] = Piece(low: last.low, high: high, start: start)
      } else {
        next.append(Piece(low: low, high: high, start: start))
      }
    }
    let length = Double(newer - piece.start)
    let mean = (sums.first[newer] - sums.first[piece.start]) / length
    // The older one pays for the values between the two at this level, the newer one has paid for them.
    let room = (best[newer] - best[piece.start] - sums.cost(piece.start, newer)) / length
    guard room > 0 else { return append(piece.low, piece.high, newer) }
    let reach = room.squareRoot()
    let (low, high) = (
      min(piece.high, max(piece.low, mean - reach)), min(piece.high, max(piece.low, mean + reach))
    )
    append(piece.low, low, newer)
    append(low, high, piece.start)
    append(high, piece.high, newer)
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
