package import World

/// What a comparison over people says about each person under each strategy.
package enum PopulationFigure: Int, CaseIterable, Sendable, Hashable {
  /// The whole phone, without the screen.
  case drain
  /// What the strategy adds to the same phone on the same days without location.
  case locationDrain
  /// Of the position held, or of the track while the person moves: what the strategy is for.
  case error50, error95
  /// The share of the time for which the strategy serves its use.
  case coverage
  /// Of the position held.
  case age95

  /// The column's name in files.
  package var column: String {
    switch self {
    case .drain: "drain_percent_per_hour"
    case .locationDrain: "location_drain_percent_per_hour"
    case .error50: "error_p50_m"
    case .error95: "error_p95_m"
    case .coverage: "coverage"
    case .age95: "age_p95_s"
    }
  }

  package var worseIsMore: Bool { self != .coverage }

  /// Between which a person's value is.
  var limits: ClosedRange<Double> { self == .coverage ? 0...1 : -.infinity ... .infinity }

  /// The figures whose worst decile is looked into for groups of people: what a strategy costs, and what it gives.
  package static let judged: [PopulationFigure] = [.locationDrain, .error95]

  /// A person's value, `nil` where the run has none.
  package func value(_ run: RunMetrics, baseline: RunMetrics, use: StrategyUse) -> Double? {
    switch self {
    case .drain: return run[.drainPercentPerHour]
    case .locationDrain:
      guard let own = run[.drainPercentPerHour], let none = baseline[.drainPercentPerHour] else { return nil }
      return own - none
    case .error50: return run[use.medianError]
    case .error95: return run[use.error95]
    case .coverage: return run[use.coverage]
    case .age95: return run[.ageP95]
    }
  }
}

/// What is kept of a person: their groups and a few figures for each strategy. All else goes with the run.
package struct PersonFigures: Sendable, Hashable {
  /// From 1.
  package let number: Int
  package let seed: UInt64
  package let traits: PersonTraits
  /// By strategy, then in the order of `PopulationFigure.allCases`.
  package let values: [[Double?]]

  package init(number: Int, seed: UInt64, traits: PersonTraits, values: [[Double?]]) {
    self.number = number
    self.seed = seed
    self.traits = traits
    self.values = values
  }

  package func value(_ strategy: Int, _ figure: PopulationFigure) -> Double? { values[strategy][figure.rawValue] }
}
