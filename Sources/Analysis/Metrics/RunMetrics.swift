public import Core
package import DeviceModel
package import LocationServices

/// The figures of one run: one strategy, one day, one device.
public struct RunMetrics: Sendable, Hashable {
  /// The seed of the run.
  public let seed: UInt64
  /// The simulated time.
  public let duration: TimeSpan
  /// Why a figure is not what one might expect.
  package var notes: [String]
  /// Whether the user never moves: what is said of the way then holds for the whole run.
  package var isAtRest = false
  /// Whether the recorded track is shorter than the user's way, not longer.
  package var isTrackTooShort = false
  /// Low Power Mode or Battery Saver in the run; `nil` where neither was on.
  package var powerSaving: PowerSaving?
  /// What the system did to sessions, and for how long the processor slept between positions coarser than 100 m.
  package var sessions = SessionHistory()
  package var coarseTime = TimeSpan.zero
  /// Location's share of the phone's energy; see `EnergyBreakdown.locationShare`.
  package var locationShare: Double?
  /// How errors and ages are distributed, where that was asked for.
  package var distributions: RunDistributions?
  /// Moving time by leg of the day, and how much of it was within the limits.
  package var legs: [LegShares] = []
  /// Events and searches, which are pooled over runs.
  var rare = RareOutcomes()
  private var values: [Metric: Double] = [:]

  /// A run without any figure; fill it with the subscript.
  package init(seed: UInt64, duration: TimeSpan, notes: [String] = []) {
    self.seed = seed
    self.duration = duration
    self.notes = notes
  }

  /// How many positions came of searches for one.
  var searched: Int { rare.searches.reduce(0) { $0 + $1.count } }

  /// Whether it gets most of its positions by looking for one at a time.
  package static func searchesOnly(_ runs: [RunMetrics]) -> Bool {
    let positions = runs.reduce(0) { $0 + ($1[.locationsPerHour] ?? 0) * $1.duration.hours }
    let searched = runs.reduce(0) { $0 + $1.searched }
    return runs.contains { !$0.rare.searches.isEmpty } && Double(searched) * 2 >= positions
  }

  /// The run with what prices need of it and no figure.
  package var outcomesAlone: RunMetrics {
    var run = RunMetrics(seed: seed, duration: duration)
    run.rare = rare
    return run
  }

  /// The run with these figures alone, and what tells how long its user moves: what is kept of each of many people.
  package func kept(_ metrics: [Metric]) -> RunMetrics {
    var run = outcomesAlone
    run.isAtRest = isAtRest
    run.legs = LegShares.whole(legs).map { [$0] } ?? []
    for metric in metrics { run.values[metric] = values[metric] }
    return run
  }

  /// A figure in the unit its column names; `nil` when the run has none (never 0 for missing).
  public subscript(_ metric: Metric) -> Double? {
    get {
      guard case .battery(let hours) = metric else { return values[metric] }
      return values[.drainPercentPerHour].map { $0 * (hours ?? min(Metric.standardHours, duration.hours)) }
    }
    set { values[metric] = newValue }
  }

  /// `notes`, and what the system did to the run's sessions.
  package var allNotes: [String] { notes + SystemNotes([self]).notes.map(\.text) }

  var metrics: Dictionary<Metric, Double>.Keys { values.keys }
}

/// How the errors and ages of one or more runs are distributed over their seconds.
package struct RunDistributions: Sendable, Hashable {
  /// Distances in metres from the truth to the position held.
  package var errors = LogHistogram()
  /// Ages in seconds of the position held.
  package var ages = LogHistogram()
  /// Distances in metres from the truth to the track, while the user moves.
  package var movingErrors = LogHistogram()

  package init() {}

  package mutating func merge(_ other: RunDistributions) {
    errors.merge(other.errors)
    ages.merge(other.ages)
    movingErrors.merge(other.movingErrors)
  }
}

extension EnergyBreakdown {
  /// Share of the energy that is booked to apps, their time on the screen left out, 0 to 1; `nil` without energy.
  package var locationShare: Double? {
    let total = total
    guard total > .zero else { return nil }
    let location = energy { $0.cause.app > 0 && $0.cause.purpose != .foreground }
    return min(max(location / total, 0), 1)
  }
}
