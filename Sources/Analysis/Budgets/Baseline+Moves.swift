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
