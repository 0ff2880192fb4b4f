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

  /// The means of a figure that have moved by a hundredth or more since an older baseline, in the order of the entries.
  package func moves(since old: Baseline, of metric: BudgetMetric) -> [Move] {
    entries.compactMap { entry in
      let named = old.entries.filter {
        $0.strategy.name == entry.strategy.name && $0.conditions.hasNames(of: entry.conditions)
      }
      guard let before = named.first(where: { $0.conditions == entry.conditions }) ?? named.first else { return nil }
      let known = Dictionary(
        (before.values(of: metric) ?? []).map { ($0.seed, $0.value) }, uniquingKeysWith: { first, _ in first })
      let pairs = (entry.values(of: metric) ?? []).compactMap { figure -> (old: Double, new: Double)? in
        guard let new = figure.value, let old = known[figure.seed] ?? nil else { return nil }
        return (old, new)
      }
      guard !pairs.isEmpty else { return nil }
      let (oldMean, newMean) = (
        pairs.reduce(0) { $0 + $1.old } / Double(pairs.count), pairs.reduce(0) { $0 + $1.new } / Double(pairs.count)
      )
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
