import Analysis
import DeviceModel
import Core
import Reports

/// Made-up checks with odd numbers.
enum SampleChecks {
  static func limit(
    _ column: String, _ bound: BudgetBound, line: Int, level: BudgetLevel = .error, decideOn: DecisionBasis = .mean,
    waiver: Waiver? = nil
  ) -> BudgetLimit {
    BudgetLimit(
      metric: BudgetMetric(column: column) ?? BudgetMetric(.energy), bound: bound, level: level, decideOn: decideOn,
      waiver: waiver, place: BudgetPlace(file: "ci/budgets.yml", line: line, column: 11))
  }

  static func finding(
    _ strategy: String, _ limit: BudgetLimit, _ figures: [Double?], old: [Double?] = [], budget: String = "background",
    scenario: String = "commute", seeds: SeedPlan = .count(3), parameters: ParameterChoice = .fixed,
    changed: Bool = false
  ) -> BudgetFinding {
    func values(_ figures: [Double?]) -> [SeedValue] {
      figures.enumerated().map { SeedValue(seed: UInt64($0.offset + 1), value: $0.element) }
    }
    let verdict = LimitJudge.judge(
      limit, current: values(figures), baseline: values(old), rule: seeds.rule(seeds: figures.count))
    return BudgetFinding(
      budget: budget, scenario: scenario, device: "modern-phone", network: "lte", strategy: strategy, limit: limit,
      verdict: verdict, seeds: seeds, parameters: parameters, today: today, strategyChanged: changed)
  }

  static let today = CalendarDay("2026-07-11") ?? epoch
  private static let epoch = CalendarDay(year: 1, month: 1, day: 1).unsafelyUnwrapped

  private static func waiver(_ expires: String) -> Waiver {
    Waiver(owner: "Ada", reason: "old chip set", expires: CalendarDay(expires) ?? epoch)
  }

  /// One of everything.
  static let findings: [BudgetFinding] = {
    let increase = BudgetBound.maxIncrease(Tolerance(percent: 5, absolute: 21).unsafelyUnwrapped)
    let decrease = BudgetBound.maxDecrease(Tolerance(percent: 3, absolute: nil).unsafelyUnwrapped)
    let plan = SeedPlan.auto(SequentialPlan(confidence: 0.95, firstLook: 3, cap: 3))
    return [
      finding("significant-change", limit("drain_percent_per_hour", .max(3), line: 9), [0.44, 0.46, 0.45]),
      finding("hundred-meters", limit("drain_percent_per_hour", .max(3), line: 9), [3.31, 3.52, 3.43]),
      finding("hundred-meters", limit("error_p95_m", .max(50), line: 10, level: .warn), [53.7, 58.3, 49.9]),
      finding(
        "significant-change", limit("error_p95_m", .max(50), line: 11, waiver: waiver("2026-12-31")),
        [607, nil, 717]),
      finding(
        "hundred-meters", limit("energy_J", .max(900), line: 13, waiver: waiver("2026-07-10")), [911, 921, 931]),
      finding(
        "hundred-meters", limit("energy_J", increase, line: 14), [911, 921, 931], old: [800, 811, 823], changed: true),
      finding("continuous", limit("marginal_energy_J", increase, line: 14), [411, 421, 431], old: [500, 511, 523]),
      finding("continuous", limit("availability", decrease, line: 15), [0.91, 0.93, 0.94], old: [0.97, 0.98, 0.99]),
      finding("none", limit("error_p50_m", .max(20), line: 16), [nil, nil, nil]),
      finding(
        "continuous", limit("age_p95_s", .max(1.3), line: 17, decideOn: .ciUpper), [1.1, 1.2, 1.6], seeds: plan),
      finding("continuous", limit("base_J", .min(1.21), line: 18, waiver: waiver("2026-12-31")), [1.3, 1.4, 1.35]),
    ]
  }()

  static func report(
    _ findings: [BudgetFinding] = findings, file: String = "ci/budgets.yml", notes: [String] = ["A note."]
  ) -> BudgetReport {
    BudgetReport(
      file: file, findings: findings, limitsOff: 1, today: today, version: "0.0.7",
      command: "geojoule check \(file) --today \(today)", notes: notes)
  }

  /// Names that try to break out of every format.
  static let hostile = "<script>alert(1)</script>\"'&]]>\n::error::x%0A|`{0}[a](b)\u{1B}[31m\u{202E}\u{FFFF},:;--> =1+1"

  static let hostileReport = report(
    [
      finding(hostile, limit("energy_J", .max(1), line: 3), [2.3, 2.4], budget: hostile, scenario: hostile),
      finding(
        "plain",
        limit("energy_J", .max(1), line: 4, waiver: Waiver(owner: hostile, reason: hostile, expires: today)),
        [2.3, 2.4]),
    ], file: "a b/\(hostile).yml", notes: [hostile])
}
