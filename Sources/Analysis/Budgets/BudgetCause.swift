package import DeviceModel

/// What is known of why a figure moved since a baseline: the strategy's keys that differ, and the component that rose most.
package struct BudgetCause: Sendable {
  /// A key of the strategy; `nil` where it is not said.
  package struct Change: Sendable, Hashable {
    package let key: String
    package let old: String?
    package let new: String?
  }

  package let changes: [Change]
  /// The component whose energy rose most, in joules: the means over the seeds that both have.
  package let risen: (component: Component, old: Double, new: Double)?
  /// Where the first of the changed keys stands in the strategy's own file.
  package var place: BudgetPlace?

  /// - Parameters:
  ///   - entry: the baseline's.
  ///   - keys: the strategy's of today, by path.
  ///   - runs: those of today.
  package init(since entry: Baseline.Entry, keys: [String: String], runs: [RunMetrics]) {
    // Baselines of former versions have no keys.
    let all = entry.strategyKeys.isEmpty ? [] : Set(entry.strategyKeys.keys).union(keys.keys).sorted()
    changes = all.filter { entry.strategyKeys[$0] != keys[$0] }.map {
      Change(key: $0, old: entry.strategyKeys[$0], new: keys[$0])
    }
    let moves = Component.allCases.compactMap { component in
      let metric = BudgetMetric(.energy(of: component))
      return entry.means(of: metric, beside: metric.values(of: runs, none: [])).map { (component, $0.old, $0.new) }
    }
    risen = moves.max { $0.2 - $0.1 < $1.2 - $1.1 }.flatMap { $0.2 > $0.1 ? $0 : nil }
  }
}
