import Core
import RealModule

/// Equal parts of lognormal distributions, each around a median of either sign: m exp(s z) with z standard normal.
struct LognormalMixture {
  struct Part {
    let median: Double
    /// At least 0.
    let logDeviation: Double
  }

  private let parts: [Part]

  /// Medians that are not finite are left out; `nil` when none is left.
  init?(_ parts: [Part]) {
    self.parts = parts.filter(\.median.isFinite)
    if self.parts.isEmpty { return nil }
  }

  /// The share that lies at `value` or below.
  func cumulative(_ value: Double) -> Double {
    parts.reduce(0) { $0 + Self.cumulative(value, $1) } / Double(parts.count)
  }

  private static func cumulative(_ value: Double, _ part: Part) -> Double {
    guard part.logDeviation > 0, part.median != 0 else { return value >= part.median ? 1 : 0 }
    // Below 0 the larger size is the smaller value.
    let size = value / part.median
    if size <= 0 { return part.median > 0 ? 0 : 1 }
    let below = NormalDistribution.cumulative(Double.log(size) / part.logDeviation)
    return part.median > 0 ? below : 1 - below
  }

  /// Beyond so many log-deviations no quantile lies that is asked for here.
  private static let reach = 8.0

  /// The values at such cumulative shares: the smallest median that reaches the share where nothing spreads, else by bisection.
  func quantiles(_ levels: [Double]) -> [Double] {
    if parts.allSatisfy({ $0.logDeviation == 0 || $0.median == 0 }) {
      let sorted = parts.map(\.median).sorted()
      return levels.map { sorted[Self.rank($0, of: sorted.count) - 1] }
    }
    let ends = parts.flatMap { part in
      let factor = Double.exp(Self.reach * part.logDeviation)
      return [part.median * factor, part.median / factor]
    }
    let (least, most) = (ends.min() ?? 0, ends.max() ?? 0)
    return levels.map { level in
      var (low, high) = (least, most)
      // Until neighbouring numbers are reached, which is soon.
      for _ in 0..<200 {
        let middle = low + (high - low) / 2
        if middle <= low || middle >= high { break }
        if cumulative(middle) < level { low = middle } else { high = middle }
      }
      return high
    }
  }

  /// The rank, from 1, whose value another figure stays below with a probability of at most `level` (above: at least): the
  /// kth of n with k / (n + 1), as in `SampleStatistics.quantileRange`.
  private static func rank(_ level: Double, of count: Int) -> Int {
    let place = level * Double(count + 1)
    let rank = Int((level < 0.5 ? place + 1e-9 : place - 1e-9).rounded(level < 0.5 ? .down : .up))
    return min(max(rank, 1), count)
  }
}
