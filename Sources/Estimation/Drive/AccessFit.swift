import RealModule

/// Shares of time by radio access, and how often one follows another.
///
/// A share's interval is Wilson's on the effective number of seconds, since a phone stays on one access for minutes; rates
/// of transitions are per hour spent on the access before, with exact Poisson intervals.
public struct AccessFit: Sendable {
  public struct Share: Sendable, Hashable {
    public let access: Int
    public let seconds: Double
    public let share: Double
    public let interval95: ClosedRange<Double>
  }

  public struct Transition: Sendable, Hashable {
    public let from: Int
    public let to: Int
    /// Per hour on `from`.
    public let rate: PoissonRate
  }

  /// The largest first.
  public let shares: [Share]
  /// The most frequent first.
  public let transitions: [Transition]
  public let samples: Int

  /// - Throws: `badInput` where no row names its access.
  public init(_ drives: [[DrivePoint]]) throws(EstimationError) {
    var seconds: [Int: Double] = [:]
    var counts: [SIMD2<Int>: Int] = [:]
    var rows: [(time: Double, drive: Int, access: Int)] = []
    for (number, points) in drives.enumerated() {
      let known = points.filter { $0.access != nil }
      for point in known { rows.append((point.time, number, point.access ?? 0)) }
      for (a, b) in zip(known, known.dropFirst()) where b.time - a.time <= DrivePoint.longestGap {
        guard let from = a.access, let to = b.access else { continue }
        seconds[from, default: 0] += b.time - a.time
        if from != to { counts[SIMD2(from, to), default: 0] += 1 }
      }
    }
    let total = seconds.values.reduce(0, +)
    guard total > 0 else { throw .badInput("no log names the radio access over any time") }
    var shares: [Share] = []
    for (access, time) in seconds.sorted(by: { ($0.value, $1.key) > ($1.value, $0.key) }) {
      let share = min(1, time / total)
      let series = try TimeSeries(
        rows.map { TimeSeries.Point(time: $0.time, value: $0.access == access ? 1 : 0, leg: $0.drive) })
      let worth = share < 1 && rows.count >= 3 ? max(1, try EffectiveSamples(series).effective) : Double(rows.count)
      shares.append(
        Share(
          access: access, seconds: time, share: share,
          interval95: try BinomialInterval.wilson(successes: share * worth, trials: worth)))
    }
    var transitions: [Transition] = []
    for (pair, count) in counts.sorted(by: { ($0.value, $1.key.x, $1.key.y) > ($1.value, $0.key.x, $0.key.y) }) {
      guard let time = seconds[pair.x], time > 0 else { continue }
      transitions.append(
        Transition(from: pair.x, to: pair.y, rate: try PoissonRate(count: count, exposure: time / 3600)))
    }
    self.shares = shares
    self.transitions = transitions
    samples = rows.count
  }
}
