package import Core
package import DeviceModel

/// One limit for one strategy on one day with one phone, and how it came out.
package struct BudgetFinding: Sendable {
  /// How a limit came out, worst first.
  package enum Status: String, CaseIterable, Sendable, Comparable {
    /// Beyond a limit of level `error`.
    case broken
    /// Beyond a limit of level `warn`.
    case warning
    /// Beyond the limit, and a waiver holds.
    case waived
    case within

    package static func < (a: Status, b: Status) -> Bool { a != b && allCases.first { $0 == a || $0 == b } == a }
  }

  package let budget: String
  package let scenario: String
  package let device: String
  package let network: String
  package let strategy: String
  package let limit: BudgetLimit
  package let verdict: LimitVerdict
  package let status: Status
  /// Meant to hold about 90 % of real runs, for an absolute limit on the whole phone's energy, power or drain. It decides
  /// nothing.
  package let prediction: ClosedRange<Double>?
  /// Where the numbers of the phone and the network come from.
  package let parameters: ParameterChoice
  /// Whether the number of seeds was found by a sequential test.
  package let isSequential: Bool
  /// Whether the strategy's own file has changed since the baseline.
  package let strategyChanged: Bool
  package let waiverExpired: Bool
  /// The figure's means in the base branch's baseline and now, over the seeds that both have. They decide nothing.
  package var sinceBase: (old: Double, new: Double)?
  /// Why the figure is beyond the limit, where a baseline shows it.
  package var cause: BudgetCause?

  /// Where to look: in the strategy's own file at what changed, else at the limit.
  package var place: BudgetPlace { cause?.place ?? limit.place }

  /// - Parameters:
  ///   - today: decides whether a waiver still holds.
  ///   - prediction: of the figure; a limit against a baseline has none.
  package init(
    budget: String, scenario: String, device: String, network: String, strategy: String, limit: BudgetLimit,
    verdict: LimitVerdict, seeds: SeedPlan, parameters: ParameterChoice = .fixed, today: CalendarDay,
    strategyChanged: Bool = false, prediction: ClosedRange<Double>? = nil
  ) {
    self.budget = budget
    self.scenario = scenario
    self.device = device
    self.network = network
    self.strategy = strategy
    self.limit = limit
    self.verdict = verdict
    self.parameters = parameters
    isSequential = seeds.isSequential
    self.prediction = limit.bound.isRelative ? nil : prediction
    self.strategyChanged = strategyChanged && limit.bound.isRelative
    waiverExpired = limit.waiver.map { !$0.holds(on: today) } ?? false
    if !verdict.isBroken {
      status = .within
    } else if limit.waiver != nil, !waiverExpired {
      status = .waived
    } else {
      status = limit.level == .error ? .broken : .warning
    }
  }

  /// How far the figure moved since the baseline; below 0 it fell.
  package var change: MeanInterval? {
    guard case .maxDecrease = limit.bound else { return verdict.change }
    return verdict.change.map { MeanInterval(mean: -$0.mean, low: -$0.high, high: -$0.low, count: $0.count) }
  }

  /// The same as a percentage of the baseline; `nil` without one or where the baseline is 0.
  package var changePercent: Double? {
    guard let change, let old = verdict.baselineMean, old != 0 else { return nil }
    return change.mean / abs(old) * 100
  }

  /// Whether a sequential test ran into its cap.
  package var isUndecided: Bool { isSequential && !verdict.isCertain }

  /// A tighter number for the limit; see `TighterLimit`. A promise is what has to hold, and is not tightened.
  package var tighterLimit: Double? {
    limit.promise == nil ? TighterLimit.suggestion(for: limit.bound, verdict, prediction: prediction) : nil
  }

  /// Whether the figure is certainly better than the baseline's.
  package var isImprovement: Bool { TighterLimit.isImprovement(limit.bound, verdict) }

  /// The same for the same limit in every run, whatever the figures and however the file's lines move.
  package var fingerprint: String {
    SHA256.hexadecimal(
      of: [budget, scenario, device, network, strategy, limit.metric.column, limit.bound.key]
        .joined(separator: "\u{0}"))
  }
}

/// What the seeds say about one limit.
package struct LimitVerdict: Sendable, Hashable {
  /// Whether the number that the limit decides on is beyond it.
  package let isBroken: Bool
  /// Whether the whole interval agrees with that. A sequential test stops when it does.
  package let isCertain: Bool
  /// The figure itself over all seeds that have it; `nil` when none has.
  package let figure: MeanInterval?
  package let seeds: Int
  package let rule: IntervalRule
  /// The increase against the baseline (the decrease for a `max_decrease`), paired by seed.
  package var change: MeanInterval?
  /// The baseline's mean over the pairs.
  package var baselineMean: Double?
  /// The interval that decides, in the figure's unit, where it is wider than the mean's; see `MeanInterval.decisive`.
  package var decisive: ClosedRange<Double>?
  /// For a quantile of the seeds: the interval of the share of all seeds that is beyond the limit.
  package var beyond: ClosedRange<Double>?
  /// That share itself.
  package var shareBeyond: Double?
  /// How far beyond the limit, in shares of it; negative within. Infinite without a figure. It orders reports only.
  package let excess: Double
}

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
      let metric = BudgetMetric(.component(component))
      return entry.means(of: metric, beside: metric.values(of: runs, none: [])).map { (component, $0.old, $0.new) }
    }
    risen = moves.max { $0.2 - $0.1 < $1.2 - $1.1 }.flatMap { $0.2 > $0.1 ? $0 : nil }
  }
}
