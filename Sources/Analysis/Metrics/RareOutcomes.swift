import RealModule

/// Events and searches of one run, each with the time it took.
struct RareOutcomes: Sendable, Hashable {
  /// `nil` where nothing was watched.
  var events: [EventScore.Outcome]?
  /// What the app got in each search, oldest first.
  var searches: [[SearchAnswer]] = []

  /// Searches that bring a good position at the standard limits.
  var goodSearches: Int {
    PooledFigure.searchesFound(Metric.searchMetres, Metric.searchSeconds).times(of: self).count { $0 != nil }
  }
}

/// A position that came in a search: so long after its start, so far from the user.
struct SearchAnswer: Sendable, Hashable {
  let seconds: Double
  let metres: Double
}

/// A figure of rare things. Over several runs it is taken from all their events or searches together: a run has one or two, and
/// the mean of their own 95 % quantiles is no 95 % quantile.
enum PooledFigure: Sendable, Hashable {
  case eventLatency(perMille: Int)
  /// Share of true events reported within so many seconds; entries or exits alone where `entries` says so.
  case eventsInTime(Double, entries: Bool?)
  /// Of searches whose newest position after so many seconds, or at their end, is within so many metres of the user: the time
  /// from which on it is, and their share.
  case searchTime(Double, Double)
  case searchesFound(Double, Double)

  /// The times of one run; `nil` for what was missed.
  func times(of rare: RareOutcomes) -> [Double?] {
    switch self {
    case .eventLatency: (rare.events ?? []).map(\.latency)
    case .eventsInTime(_, let entries):
      (rare.events ?? []).filter { entries == nil || $0.isEntry == entries }.map(\.latency)
    case .searchTime(let metres, let seconds), .searchesFound(let metres, let seconds):
      rare.searches.map { answers in
        answers.filter { $0.seconds <= seconds }.reversed().prefix { $0.metres <= metres }.last?.seconds
      }
    }
  }

  func value(of rare: RareOutcomes) -> Double? { statistics([rare])?.mean }

  /// Over all events or searches of the runs, with the 95 % interval that the differences between runs give; `nil` without any.
  ///
  /// A mean or share is a ratio of two sums over runs, with the standard error of its linear form; a quantile's interval is that
  /// of the share below it (W. G. Cochran, Sampling Techniques, 3rd ed. 1977, 6.4; R. S. Woodruff, J. Am. Stat. Assoc. 47
  /// (1952) 635-646).
  func statistics(_ runs: [RareOutcomes]) -> SampleStatistics? {
    let times = runs.map(times(of:))
    switch self {
    case .eventLatency(let perMille): return Self.quantile(perMille, of: times.map { $0.compactMap(\.self) })
    case .eventsInTime(let limit, _):
      return Self.ratio(times.map { times in (Double(times.count { ($0 ?? .infinity) <= limit }), times.count) }, 0...1)
    case .searchesFound:
      return Self.ratio(times.map { times in (Double(times.count { $0 != nil }), times.count) }, 0...1)
    case .searchTime:
      return Self.ratio(
        times.map { times in
          let found = times.compactMap(\.self)
          return (found.reduce(0, +), found.count)
        }, 0 ... .infinity)
    }
  }

  /// By how much the times of a run are on the wrong side of a limit of this figure, weighed so that their sum over runs is above 0
  /// where the pooled figure is above the limit.
  func excess(of rare: RareOutcomes, over limit: Double) -> Double {
    let times = times(of: rare)
    switch self {
    case .eventLatency(let perMille):
      let found = times.compactMap(\.self)
      return Double(found.count { $0 > limit }) - Double(found.count) * Double(1000 - perMille) / 1000
    case .eventsInTime(let longest, _):
      return Double(times.count { ($0 ?? .infinity) <= longest }) - limit * Double(times.count)
    case .searchesFound: return Double(times.count { $0 != nil }) - limit * Double(times.count)
    case .searchTime: return times.compactMap(\.self).reduce(0) { $0 + $1 - limit }
    }
  }

  private static func ratio(_ runs: [(sum: Double, count: Int)], _ limits: ClosedRange<Double>) -> SampleStatistics? {
    let count = runs.reduce(0) { $0 + $1.count }
    guard count > 0 else { return nil }
    let ratio = runs.reduce(0) { $0 + $1.sum } / Double(count)
    let error = standardError(runs.map { $0.sum - ratio * Double($0.count) }, of: count)
    return SampleStatistics(pooled: ratio, of: runs.count { $0.count > 0 }, standardError: error, within: limits)
  }

  private static func quantile(_ perMille: Int, of runs: [[Double]]) -> SampleStatistics? {
    let sorted = runs.joined().sorted()
    guard let value = NearestRankQuantile.value(perMille: perMille, sorted: sorted) else { return nil }
    let share = Double(perMille) / 1000
    let error = standardError(
      runs.map { run in Double(run.count { $0 <= value }) - share * Double(run.count) }, of: sorted.count)
    let count = runs.count { !$0.isEmpty }
    guard let shares = SampleStatistics(pooled: share, of: count, standardError: error, within: 0...1).meanInterval
    else { return SampleStatistics(pooled: value, of: count, interval: nil) }
    func at(_ share: Double) -> Double {
      sorted[max(0, min(sorted.count - 1, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
    }
    return SampleStatistics(pooled: value, of: count, interval: at(shares.lowerBound)...at(shares.upperBound))
  }

  /// Of a ratio to `count`, from each run's difference to it; `nil` for one run.
  private static func standardError(_ differences: [Double], of count: Int) -> Double? {
    let runs = Double(differences.count)
    guard runs > 1, count > 0 else { return nil }
    return (differences.reduce(0) { $0 + $1 * $1 } * runs / (runs - 1)).squareRoot() / Double(count)
  }
}
