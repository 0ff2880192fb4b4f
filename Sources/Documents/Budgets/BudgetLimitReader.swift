import Analysis
import Core
import DeviceModel
import FileFormats

/// Reads the limits of a budget. One entry may have several bounds on one figure; each becomes a limit.
enum BudgetLimitReader {
  static let largest = 1e12

  struct LimitKeys: KeyTable {
    let metric = Key("metric", BudgetLimitReader.metric)
    let level = Key("level", optional: .choice(BudgetLevel.self))
    let decideOn = Key("decide_on", optional: .choice(DecisionBasis.self))
    let waiver = Key("waiver", optional: BudgetLimitReader.waiver)
    let max = Key("max", optional: .unread(bound))
    let min = Key("min", optional: .unread(bound))
    let maxIncrease = Key("max_increase", optional: .unread(toleranceKeys.schema))
    let maxDecrease = Key("max_decrease", optional: .unread(toleranceKeys.schema))
    let rule = KeyRule.any(BudgetBound.keys.map { [$0] })
  }

  struct ToleranceKeys: KeyTable {
    let percent = Key("percent", optional: .number(0...largest))
    let absolute = Key("absolute", optional: .unread(bound))
    let rule = KeyRule.count(1 ... .max)
  }

  /// A number in the metric's unit.
  private static let bound = ValueSchema.either([
    .number(-.infinity ... .infinity),
    .quantity([UnitSymbol("%", 0.01)]).noted("a share in percent, such as 95 %"),
  ])
  private static let keys = Keys(LimitKeys())
  private static let toleranceKeys = Keys(ToleranceKeys())
  static let schema = ValueSchema.list(
    of: .either([keys.schema, .text().noted("a limit as it is typed, such as 'battery < 10 %'")]), from: 1)

  static func limits(_ yaml: YAMLValue, _ settings: BudgetSettings) throws(InputError) -> [BudgetLimit] {
    var limits: [BudgetLimit] = []
    let items = try yaml.sequence()
    for item in items {
      let found = try InputFaults.attempt(try self.limits(of: item, settings))
      for limit in found ?? [] {
        if limits.contains(where: { $0.metric == limit.metric && $0.bound.key == limit.bound.key }) {
          throw item.error(
            "'\(limit.bound.key)' of '\(limit.metric.column)' is given twice in this budget", remedy: "keep one of them"
          )
        }
        limits.append(limit)
      }
    }
    guard !items.isEmpty else { throw yaml.error("there is no limit", remedy: "write at least one") }
    return limits
  }

  private static func limits(of item: YAMLValue, _ settings: BudgetSettings) throws(InputError) -> [BudgetLimit] {
    if item.isScalar { return [try self.limit(item, settings)] }
    let given = try keys.read(item)
    let metric = try given.metric
    var bounds: [(bound: BudgetBound, yaml: YAMLValue)] = []
    let range = -largest...largest
    if let yaml = try given.max { bounds.append((.max(try number(yaml, metric, in: range)), yaml)) }
    if let yaml = try given.min { bounds.append((.min(try number(yaml, metric, in: range)), yaml)) }
    if let yaml = try given.maxIncrease { bounds.append((.maxIncrease(try tolerance(yaml, metric)), yaml)) }
    if let yaml = try given.maxDecrease { bounds.append((.maxDecrease(try tolerance(yaml, metric)), yaml)) }
    if metric.quantile != nil, let relative = bounds.first(where: \.bound.isRelative) {
      throw relative.yaml.error(
        "'\(relative.bound.key)' compares means, not quantiles of the seeds",
        remedy: "write 'max' or 'min', or leave out '(p..)'")
    }
    guard !bounds.isEmpty else {
      throw item.error("the limit has no bound", remedy: "add one of \(BudgetBound.keys.joined(separator: ", "))")
    }
    if case .max(let high)? = bounds.first?.bound, case .min(let low)? = bounds.dropFirst().first?.bound, low > high {
      throw bounds[1].yaml.error("the min lies above the max", remedy: "swap them")
    }
    let standard = (level: try settings.standardLevel, basis: try settings.standardBasis)
    let (level, decideOn) = (try given.level ?? standard.level, try given.decideOn ?? standard.basis)
    let waiver = try given.waiver
    return bounds.map { bound, yaml in
      BudgetLimit(
        metric: metric, bound: bound, level: level, decideOn: decideOn, waiver: waiver,
        place: BudgetPlace(yaml.place))
    }
  }

  /// A limit as it is typed: `battery < 10 %`.
  private static func limit(_ yaml: YAMLValue, _ settings: BudgetSettings) throws(InputError) -> BudgetLimit {
    let constraint = try yaml.parsed(OptimizationConstraint.init(parsing:))
    let screenOn = try settings.screenOn
    if constraint.isPromise, screenOn == nil {
      throw yaml.error(
        "a promise depends on how long the screen is on", remedy: "add 'screen_on: 2 h', or 'screen_on: 0 h'")
    }
    if constraint.isPromise, case .battery(let hours?) = constraint.metric.metric, let screen = screenOn,
      screen > .hours(hours)
    {
      throw yaml.error("the screen is on for longer than the hours of the promise", remedy: "shorten 'screen_on'")
    }
    if constraint.isPromise, try settings.choice != .drawn {
      throw yaml.error(
        "a promise is about many phones", remedy: "add 'parameters: drawn' and 'seeds: auto'")
    }
    let arePeople = try settings.days?.areOfPeople ?? false
    return BudgetLimit(
      constraint, level: try settings.standardLevel, decideOn: try settings.standardBasis,
      place: BudgetPlace(yaml.place),
      promise: screenOn.map { Promise(screenOn: $0, isAboutPeople: arePeople) })
  }

  private static let metric = Form(.choice(BudgetMetric.all.map(\.column))) { yaml throws(InputError) -> BudgetMetric in
    let text = try yaml.string()
    if let metric = BudgetMetric(column: text) { return metric }
    throw yaml.error(
      "unknown metric '\(text)'",
      remedy: BudgetMetric.remedy(for: text))
  }

  /// A number in the column's unit; a share may be in percent.
  private static func number(
    _ yaml: YAMLValue, _ metric: BudgetMetric, in range: ClosedRange<Double>
  ) throws(InputError) -> Double {
    guard metric.unit == .share, let text = yaml.text, text.hasSuffix("%") || (Double(text) ?? 0) > 1 else {
      return try yaml.number(in: range)
    }
    let share = try yaml.parsed { text throws(OptimizationConstraint.Fault) in
      try OptimizationConstraint.limit(text, metric)
    }
    try yaml.check(share, range.lowerBound, range.upperBound) { DecimalText.significant($0, digits: 6) }
    return share
  }

  private static func tolerance(_ yaml: YAMLValue, _ metric: BudgetMetric) throws(InputError) -> Tolerance {
    guard yaml.isMapping else {
      throw yaml.error(
        "'\(yaml.text ?? "a list")' does not say what it is a part of",
        remedy: "write {percent: ...}, {absolute: ...} or both; both must be exceeded")
    }
    let given = try toleranceKeys.read(yaml)
    var absolute: Double?
    if let yaml = try given.absolute { absolute = try number(yaml, metric, in: 0...largest) }
    if let tolerance = Tolerance(percent: try given.percent, absolute: absolute) { return tolerance }
    throw yaml.error("the tolerance is empty", remedy: "write {percent: ...}, {absolute: ...} or both")
  }

  private static let waiver = Form.keys(Key("owner", .text), Key("reason", .text), Key("expires", day)) {
    Waiver(owner: $0, reason: $1, expires: $2)
  }

  private static let day = Form(
    .text(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$").noted("a day in quotes, such as \"2027-01-31\"")
  ) { yaml throws(InputError) -> CalendarDay in
    let text = try yaml.string()
    if let day = CalendarDay(text) { return day }
    throw yaml.error("'\(text)' is not a day", remedy: "write year, month and day, such as \"2027-01-31\"")
  }
}

extension BudgetPlace {
  init(_ place: FilePlace) { self.init(file: place.file, line: place.line ?? 1, column: place.column ?? 1) }
}

extension BudgetMetric {
  /// What to write instead of a name that no metric has: the column of a table's heading, whatever the order of its words.
  static func remedy(for text: String) -> String {
    let words = words(text)
    if !words.isEmpty, let metric = Metric.byRank.first(where: { Self.words($0.descriptor.title) == words }) {
      return "'\(metric.descriptor.title)' of the tables is '\(metric.column)'"
    }
    let titles = ["battery"] + Metric.byRank.map(\.descriptor.title).filter { !$0.isEmpty }
    if let title = Suggestion.slip(text, among: titles) { return "did you mean '\(title)'?" }
    return Suggestion.remedy(for: text, among: all.map(\.column), what: "metrics")
  }

  private static func words(_ text: String) -> Set<Substring> {
    Set(text.lowercased().split { " ,_".contains($0) })
  }
}
