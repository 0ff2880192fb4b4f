package import DeviceModel
package import Core

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

    private var rank: Int {
      switch self {
      case .broken: 0
      case .warning: 1
      case .waived: 2
      case .within: 3
      }
    }

    package static func < (a: Status, b: Status) -> Bool { a.rank < b.rank }
  }

  /// The budget's name in its file.
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
  /// Whether a waiver of this limit has run out.
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
