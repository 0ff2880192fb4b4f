/// One limit for one strategy on one day with one phone, and how it came out.
public struct BudgetFinding: Sendable {
  /// How a limit came out, worst first.
  public enum Status: String, CaseIterable, Sendable, Comparable {
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

    public static func < (a: Status, b: Status) -> Bool { a.rank < b.rank }
  }

  /// The budget's name in its file.
  public let budget: String
  public let scenario: String
  public let device: String
  public let network: String
  public let strategy: String
  public let limit: BudgetLimit
  public let verdict: LimitVerdict
  public let status: Status
  /// About 90 % of real runs lie in it, for an absolute limit on the whole phone's energy, power or drain. It decides nothing.
  public let prediction: ClosedRange<Double>?
  /// Whether the number of seeds was found by a sequential test.
  public let isSequential: Bool
  /// Whether the strategy's own file has changed since the baseline.
  public let strategyChanged: Bool
  /// Whether a waiver of this limit has run out.
  public let waiverExpired: Bool

  /// - Parameters:
  ///   - today: decides whether a waiver still holds.
  ///   - prediction: of the figure; a limit against a baseline has none.
  public init(
    budget: String, scenario: String, device: String, network: String, strategy: String, limit: BudgetLimit,
    verdict: LimitVerdict, seeds: SeedPlan, today: CalendarDay, strategyChanged: Bool = false,
    prediction: ClosedRange<Double>? = nil
  ) {
    self.budget = budget
    self.scenario = scenario
    self.device = device
    self.network = network
    self.strategy = strategy
    self.limit = limit
    self.verdict = verdict
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
  public var isUndecided: Bool { isSequential && !verdict.isCertain }

  /// A tighter number for the limit; see `TighterLimit`.
  public var tighterLimit: Double? { TighterLimit.suggestion(for: limit.bound, verdict) }

  /// Whether the figure is certainly better than the baseline's.
  public var isImprovement: Bool { TighterLimit.isImprovement(limit.bound, verdict) }

  /// The same for the same limit in every run, whatever the figures and however the file's lines move.
  public var fingerprint: String {
    SHA256.hexadecimal(
      of: [budget, scenario, device, network, strategy, limit.metric.column, limit.bound.key]
        .joined(separator: "\u{0}"))
  }
}
