package import DeviceModel
public import Core

package enum Unavailability: Sendable, Hashable {
  /// Hardly any phone in use runs the system that it was simulated on.
  case ended
  /// This version, asked for or the phone's newest, lacks what it needs.
  case lacking(String)

  package var words: String {
    switch self {
    case .ended: "ended"
    case .lacking(let system): "not on \(system)"
    }
  }
}

/// One strategy over all seeds: the row of a comparison.
public struct StrategySummary: Sendable {
  /// The name of the strategy.
  public let strategy: String
  package let use: StrategyUse
  /// The simulated time of one run.
  public let duration: TimeSpan
  /// The runs, in order of their seeds.
  public let runs: [RunMetrics]
  /// Energy in joules above the same world with no location use; `nil` without a baseline.
  package let marginalEnergy: SampleStatistics?
  /// Drain in percent per hour above the same world with no location use; `nil` without a baseline.
  package let marginalDrain: SampleStatistics?
  /// Makes prediction ranges of the row's figures; without it there are none.
  package var prediction: PredictionModel?
  /// What a reader has to know about the row, each said once.
  public let notes: [String]
  /// The strategy and the user's decision, where one of several is what the row is about.
  package var decision: UserDecision?
  /// It comes from the reader's own file.
  package var isOwn = false
  /// Why there is nothing to choose today.
  package var unavailable: Unavailability?
  /// What the user must allow for all of it; `nil` where that is nothing or not known.
  package var permission: String?
  /// The system it was simulated on; `nil` where that is not known.
  package var system: PhoneSystem?
  /// Its version as strategy files name it, such as `ios-18`.
  package var platform: String?
  /// Errors and ages over all seeds and seconds; `nil` when the runs did not keep them.
  package let distributions: RunDistributions?
  private let statistics: [Metric: SampleStatistics]
  /// Moving time by leg of the day, over all seeds.
  package let legs: [LegShares]
  /// Above the same world with no location use, for each seed that has both.
  private let marginals: (energy: [Double], drain: [Double])

  /// - Parameters:
  ///   - runs: one per seed, in any order.
  ///   - baseline: runs of the same worlds without location use, paired by seed.
  package init(strategy: String, use: StrategyUse, runs: [RunMetrics], baseline: [RunMetrics]) {
    let runs = runs.sorted { $0.seed < $1.seed }
    self.strategy = strategy
    self.use = use
    self.runs = runs
    duration = runs.first?.duration ?? .zero
    marginals = (
      PairedDifference.values({ $0[.energy] }, runs, minus: baseline),
      PairedDifference.values({ $0[.drainPercentPerHour] }, runs, minus: baseline)
    )
    marginalEnergy = SampleStatistics(marginals.energy)
    marginalDrain = SampleStatistics(marginals.drain)
    // Without any position there is no share of time with a right one: nothing asked, or a note says why.
    let hasPositions = !runs.allSatisfy { $0[.locationsPerHour] == 0 }
    let metrics = runs.reduce(into: Set<Metric>()) { $0.formUnion($1.metrics) }.filter {
      hasPositions || !$0.isShareOfTime
    }
    statistics = Dictionary(
      uniqueKeysWithValues: metrics.compactMap { metric in Self.statistics(of: metric, runs).map { (metric, $0) } })
    legs = LegShares.sums(runs.map(\.legs))
    distributions = runs.compactMap(\.distributions).reduce(nil) { sum, next in
      guard var sum else { return next }
      sum.merge(next)
      return sum
    }
    notes = Self.notes(of: runs)
  }

  /// Statistics over the seeds that have the figure (`count` says how many); `nil` when none has.
  public subscript(_ metric: Metric) -> SampleStatistics? { statistics[metric] }

  private static func statistics(of metric: Metric, _ runs: [RunMetrics]) -> SampleStatistics? {
    let about = metric.descriptor
    if case .pooled(let figure) = about.source, runs.contains(where: { figure.value(of: $0.rare) != nil }) {
      return figure.statistics(runs.map(\.rare))
    }
    let values = runs.compactMap { $0[metric] }
    if case .distance = metric { return SampleStatistics(days: values) }
    return SampleStatistics(values, within: about.limits)
  }

  /// The runs with each one's part of a pooled figure in place of its own value. The parts average to the figure and weigh every
  /// event or search alike.
  func runs(weighing metric: Metric) -> [RunMetrics] {
    guard case .pooled(let figure) = metric.descriptor.source, let mean = self[metric]?.mean,
      let count = count(of: metric), count > 0
    else { return runs }
    return runs.map { run in
      var run = run
      run[metric] = mean + figure.excess(of: run.rare, over: mean) * Double(runs.count) / Double(count)
      return run
    }
  }

  /// Meant to hold about 90 % of real runs; `nil` for figures other than the whole phone's energy, power and drain.
  public func predictionRange(of metric: Metric) -> ClosedRange<Double>? {
    prediction?.range(of: BudgetMetric(metric), runs: runs, none: [])
  }
  package var marginalEnergyPrediction: ClosedRange<Double>? {
    prediction?.range(marginals.energy, shares: marginals.energy.map { _ in 1 })
  }
  package var marginalDrainPrediction: ClosedRange<Double>? {
    prediction?.range(marginals.drain, shares: marginals.drain.map { _ in 1 })
  }

  /// Of how many events, searches or days, over all seeds, a figure is a share; `nil` for a share of time.
  package func count(of metric: Metric) -> Int? {
    if case .distance = metric { return self[metric]?.count }
    guard case .pooled(let figure) = metric.descriptor.source else { return nil }
    return runs.reduce(0) { $0 + figure.times(of: $1.rare).count }
  }

  /// Whether the user never moves on any of the days.
  package var isAtRest: Bool { !runs.isEmpty && runs.allSatisfy(\.isAtRest) }

  /// The use that the row is judged by: where the user never moves there is no track, and the position held counts.
  package var judgedUse: StrategyUse { isAtRest ? .live : use }

  /// The 95 % error that fits the strategy's use, averaged over seeds.
  package var error95: SampleStatistics? { self[judgedUse.error95] }

  /// What its positions are for: a strategy without any reports events, or looks for one at a time.
  package var kind: Need.Use {
    if reportsEventsOnly { return .events }
    if RunMetrics.searchesOnly(runs) { return .search }
    return judgedUse == .live ? .now : .track
  }

  /// Moving time of a day in seconds, in the mean; all of it where the user never moves.
  package var movingSeconds: Double {
    let moving = Double(legs.reduce(0) { $0 + $1.moving }) / Double(max(1, runs.count))
    return moving > 0 ? moving : duration.seconds
  }

  /// Whether it gets no position, and is notified of entries, exits or visits.
  package var reportsEventsOnly: Bool { self[.missedEvents] != nil && self[.errorP95] == nil && error95 == nil }

  /// The runs' own notes, with a word where they hold for part of the seeds only.
  private static func notes(of runs: [RunMetrics]) -> [String] {
    func qualified(_ text: String, _ count: Int) -> String {
      count == runs.count ? text : "\(text) (\(count) of \(runs.count) seeds)"
    }
    var texts: [String] = []
    var counts: [String: Int] = [:]
    for note in runs.flatMap(\.notes) {
      if counts[note] == nil { texts.append(note) }
      counts[note, default: 0] += 1
    }
    var notes = texts.map { qualified($0, counts[$0] ?? 0) }
    for (note, count) in SystemNotes(runs).notes { notes.append(qualified(note, count)) }
    let empty = runs.count { $0[.batteryEmpty] != nil }
    if empty > 0 { notes.append(qualified("battery empty before the end", empty)) }
    let watchEmpty = runs.count { $0[.watchBatteryEmpty] != nil }
    if watchEmpty > 0 { notes.append(qualified("the watch's battery empty before the end", watchEmpty)) }
    return notes
  }
}

/// What the user decided about one strategy, in a comparison of such decisions.
package struct UserDecision: Sendable, Hashable {
  /// The strategy's own name, the same for all decisions about it.
  package let strategy: String
  /// In words, such as "when in use".
  package let decision: String
  /// Whether the strategy's system lets a user decide so. Where not, the row shows the strategy as its file says, and is no
  /// answer of its own.
  package let isOffered: Bool

  package init(strategy: String, decision: String, isOffered: Bool = true) {
    self.strategy = strategy
    self.decision = decision
    self.isOffered = isOffered
  }
}

/// What the positions are for, which decides the error that matters.
package enum StrategyUse: String, CaseIterable, Sendable {
  /// The app acts on the position it holds now: late positions are wrong positions.
  case live
  /// The app records where the user was: positions that come late lose nothing. Judged while the user moves.
  case record

  package var medianError: Metric { self == .live ? .errorP50 : .movingErrorP50 }
  package var error95: Metric { self == .live ? .errorP95 : .movingErrorP95 }
  /// How much of the time the use is served: the share of the day in which a position is held, or of the time on the way
  /// that the track covers. A gap in a track while the user rests loses nothing.
  package var coverage: Metric { self == .live ? .availability : .movingCoverage }
}
