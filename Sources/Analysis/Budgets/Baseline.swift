package import DeviceModel

/// What a check once measured, seed by seed, and from which inputs.
package struct Baseline: Sendable, Hashable {
  /// An input by its name and the SHA-256 of its resolved text.
  package struct Input: Sendable, Hashable {
    package let name: String
    /// 64 hexadecimal digits.
    package let hash: String

    package init(name: String, hash: String) {
      (self.name, self.hash) = (name, hash)
    }
  }

  /// The conditions that a figure holds under.
  package struct Conditions: Sendable, Hashable {
    package let scenario: Input
    package let device: Input
    package let network: Input
    package let parameters: ParameterChoice

    package init(scenario: Input, device: Input, network: Input, parameters: ParameterChoice) {
      (self.scenario, self.device, self.network, self.parameters) = (scenario, device, network, parameters)
    }

    /// The same names, whatever the contents.
    func hasNames(of other: Conditions) -> Bool {
      scenario.name == other.scenario.name && device.name == other.device.name && network.name == other.network.name
        && parameters == other.parameters
    }
  }

  /// One strategy under one set of conditions.
  package struct Entry: Sendable, Hashable {
    package let conditions: Conditions
    package let strategy: Input
    /// In rising order.
    package let seeds: [UInt64]
    /// A figure's values by column, one for each seed.
    package let values: [String: [Double?]]
    /// What the strategy said, by key path; empty in baselines of former versions.
    package let strategyKeys: [String: String]

    /// - Parameter values: as many in each column as there are seeds.
    package init(
      conditions: Conditions, strategy: Input, strategyKeys: [String: String] = [:], seeds: [UInt64],
      values: [String: [Double?]]
    ) {
      self.strategyKeys = strategyKeys
      self.conditions = conditions
      self.strategy = strategy
      self.seeds = seeds
      self.values = values
    }

    /// A figure by seed; `nil` when the baseline has no such column.
    package func values(of metric: BudgetMetric) -> [SeedValue]? {
      values[metric.column].map { zip(seeds, $0).map { SeedValue(seed: $0, value: $1) } }
    }

    /// A figure's mean and that of newer values, over the seeds that both have; `nil` where there are none.
    package func means(of metric: BudgetMetric, beside newer: [SeedValue]) -> (old: Double, new: Double)? {
      let known = Dictionary(
        (values(of: metric) ?? []).map { ($0.seed, $0.value) }, uniquingKeysWith: { first, _ in first })
      let pairs = newer.compactMap { figure -> (old: Double, new: Double)? in
        guard let new = figure.value, let old = known[figure.seed] ?? nil else { return nil }
        return (old, new)
      }
      guard !pairs.isEmpty else { return nil }
      let count = Double(pairs.count)
      return (pairs.reduce(0) { $0 + $1.old } / count, pairs.reduce(0) { $0 + $1.new } / count)
    }
  }

  package let toolVersion: String
  package let entries: [Entry]

  package init(toolVersion: String, entries: [Entry]) {
    self.toolVersion = toolVersion
    self.entries = entries
  }

  /// The entry of a strategy's name under conditions of the same names, rather one with the same contents.
  package func entry(named strategy: String, like conditions: Conditions) -> Entry? {
    let named = entries.filter { $0.strategy.name == strategy && $0.conditions.hasNames(of: conditions) }
    return named.first { $0.conditions == conditions } ?? named.first
  }

  /// The entry that a strategy is compared with, or in words why there is none.
  ///
  /// - Parameters:
  ///   - seeds: those that will be run first; the entry must have all of them.
  ///   - refusesChangedStrategy: whether a change of the strategy itself counts as a difference.
  package func entry(
    for strategy: Input, under conditions: Conditions, seeds: [UInt64], refusesChangedStrategy: Bool = false
  ) -> Result<Entry, BaselineMismatch> {
    let place = "'\(strategy.name)' on \(conditions.scenario.name) with \(conditions.device.name)"
    guard let candidate = entry(named: strategy.name, like: conditions) else {
      return .failure(
        BaselineMismatch("it has no values of \(place), \(conditions.network.name), \(conditions.parameters.rawValue)"))
    }
    var differences: [String] = []
    func compare(_ what: String, _ old: Input, _ new: Input) {
      guard old.hash != new.hash else { return }
      differences.append("the \(what) '\(new.name)' has changed (\(old.hash.prefix(8)) is now \(new.hash.prefix(8)))")
    }
    compare("scenario", candidate.conditions.scenario, conditions.scenario)
    compare("device", candidate.conditions.device, conditions.device)
    compare("network", candidate.conditions.network, conditions.network)
    if refusesChangedStrategy { compare("strategy", candidate.strategy, strategy) }
    let known = Set(candidate.seeds)
    let missing = seeds.filter { !known.contains($0) }
    if let first = missing.first {
      differences.append("seed \(first)\(missing.count > 1 ? " and \(missing.count - 1) more" : "") of \(place) is new")
    }
    if differences.isEmpty { return .success(candidate) }
    return .failure(BaselineMismatch(differences))
  }
}

/// Why a baseline cannot be compared with.
package struct BaselineMismatch: Error, Sendable, Hashable {
  /// What differs, a phrase each.
  package let differences: [String]

  package init(_ differences: [String]) { self.differences = differences }

  init(_ difference: String) { self.init([difference]) }
}

extension Baseline {
  /// A mean that a new baseline has and an old one had, with the inputs that changed in between.
  package struct Move: Sendable, Hashable {
    package let strategy: String
    package let conditions: Conditions
    /// Over the seeds that both have.
    package let old: Double
    package let new: Double
    /// Such as `device`; empty where the program itself changed.
    package let changedInputs: [String]
  }

  /// Smaller relative changes are not reported.
  static let leastMove = 0.01

  /// The entries of which another baseline has none with the same names.
  package func entries(notIn other: Baseline) -> [Entry] {
    entries.filter { other.entry(named: $0.strategy.name, like: $0.conditions) == nil }
  }

  /// The means of a figure that have moved by a hundredth or more since an older baseline, in the order of the entries.
  package func moves(since old: Baseline, of metric: BudgetMetric) -> [Move] {
    entries.compactMap { entry in
      guard let before = old.entry(named: entry.strategy.name, like: entry.conditions),
        let (oldMean, newMean) = before.means(of: metric, beside: entry.values(of: metric) ?? [])
      else { return nil }
      guard abs(newMean - oldMean) >= Self.leastMove * abs(oldMean), newMean != oldMean else { return nil }
      let inputs = [
        ("scenario", before.conditions.scenario, entry.conditions.scenario),
        ("device", before.conditions.device, entry.conditions.device),
        ("network", before.conditions.network, entry.conditions.network), ("strategy", before.strategy, entry.strategy),
      ]
      return Move(
        strategy: entry.strategy.name, conditions: entry.conditions, old: oldMean, new: newMean,
        changedInputs: inputs.filter { $0.1 != $0.2 }.map(\.0))
    }
  }
}
