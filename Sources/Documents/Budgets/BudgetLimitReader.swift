import Analysis
import Core
import DeviceModel
import FileFormats

/// Reads the limits of a budget. One entry may have several bounds on one figure; each becomes a limit.
enum BudgetLimitReader {
  static let largest = 1e12

  static func limits(_ yaml: YAMLValue, _ settings: BudgetSettings) throws(InputError) -> [BudgetLimit] {
    var limits: [BudgetLimit] = []
    for item in try yaml.sequence() {
      for limit in try self.limits(of: item, settings) {
        if limits.contains(where: { $0.metric == limit.metric && $0.bound.key == limit.bound.key }) {
          throw item.error(
            "'\(limit.bound.key)' of '\(limit.metric.column)' is given twice in this budget", remedy: "keep one of them"
          )
        }
        limits.append(limit)
      }
    }
    guard !limits.isEmpty else { throw yaml.error("there is no limit", remedy: "write at least one") }
    return limits
  }

  private static func limits(of item: YAMLValue, _ settings: BudgetSettings) throws(InputError) -> [BudgetLimit] {
    if let text = item.text { return [try self.limit(text, item, settings)] }
    var mapping = try item.mapping(allowing: ["metric", "level", "decide_on", "waiver"] + BudgetBound.keys)
    let metric = try self.metric(try mapping.required("metric"))
    var bounds: [(bound: BudgetBound, yaml: YAMLValue)] = []
    let range = -largest...largest
    if let yaml = mapping.optional("max") { bounds.append((.max(try number(yaml, metric, in: range)), yaml)) }
    if let yaml = mapping.optional("min") { bounds.append((.min(try number(yaml, metric, in: range)), yaml)) }
    if let yaml = mapping.optional("max_increase") { bounds.append((.maxIncrease(try tolerance(yaml, metric)), yaml)) }
    if let yaml = mapping.optional("max_decrease") { bounds.append((.maxDecrease(try tolerance(yaml, metric)), yaml)) }
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
    let level = try mapping.optional("level")?.choice(BudgetLevel.self) ?? settings.level
    let decideOn = try mapping.optional("decide_on")?.choice(DecisionBasis.self) ?? settings.decideOn
    var waiver: Waiver?
    if let yaml = mapping.optional("waiver") { waiver = try self.waiver(yaml) }
    return bounds.map { bound, yaml in
      BudgetLimit(
        metric: metric, bound: bound, level: level, decideOn: decideOn, waiver: waiver,
        place: BudgetPlace(file: yaml.file, line: yaml.line ?? item.line ?? 1, column: yaml.column ?? 1))
    }
  }

  /// A limit as it is typed: `battery < 10 %`.
  private static func limit(
    _ text: String, _ yaml: YAMLValue, _ settings: BudgetSettings
  ) throws(InputError) -> BudgetLimit {
    do throws(OptimizationConstraint.Fault) {
      let constraint = try OptimizationConstraint(parsing: text)
      if constraint.isPromise, settings.screenOn == nil {
        throw OptimizationConstraint.Fault(
          message: "a promise depends on how long the screen is on", remedy: "add 'screen_on: 2 h', or 'screen_on: 0 h'"
        )
      }
      if constraint.isPromise, settings.parameters != .drawn {
        throw OptimizationConstraint.Fault(
          message: "a promise is about many phones", remedy: "add 'parameters: drawn' and 'seeds: 400' or more")
      }
      return BudgetLimit(
        constraint, level: settings.level, decideOn: settings.decideOn,
        place: BudgetPlace(file: yaml.file, line: yaml.line ?? 1, column: yaml.column ?? 1), screenOn: settings.screenOn
      )
    } catch {
      throw yaml.error(error.message, remedy: error.remedy)
    }
  }

  private static func metric(_ yaml: YAMLValue) throws(InputError) -> BudgetMetric {
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
    let share: Double
    do throws(OptimizationConstraint.Fault) {
      share = try OptimizationConstraint.limit(text, metric)
    } catch {
      throw yaml.error(error.message, remedy: error.remedy)
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
    var mapping = try yaml.mapping(allowing: ["percent", "absolute"])
    let percent = try mapping.optional("percent")?.number(in: 0...largest)
    var absolute: Double?
    if let yaml = mapping.optional("absolute") { absolute = try number(yaml, metric, in: 0...largest) }
    if let tolerance = Tolerance(percent: percent, absolute: absolute) { return tolerance }
    throw yaml.error("the tolerance is empty", remedy: "write {percent: ...}, {absolute: ...} or both")
  }

  private static func waiver(_ yaml: YAMLValue) throws(InputError) -> Waiver {
    var mapping = try yaml.mapping(allowing: ["owner", "reason", "expires"])
    let expires = try mapping.required("expires")
    let text = try expires.string()
    guard let day = CalendarDay(text) else {
      throw expires.error("'\(text)' is not a day", remedy: "write year, month and day, such as \"2027-01-31\"")
    }
    return Waiver(
      owner: try mapping.required("owner").string(), reason: try mapping.required("reason").string(), expires: day)
  }
}

extension BudgetMetric {
  /// What to write instead of a name that no metric has: the column of a table's heading, whatever the order of its words.
  static func remedy(for text: String) -> String {
    let words = words(text)
    if !words.isEmpty, let metric = Metric.byRank.first(where: { Self.words($0.descriptor.title) == words }) {
      return "'\(metric.descriptor.title)' of the tables is '\(metric.column)'"
    }
    return Suggestion.remedy(for: text, among: all.map(\.column), what: "metrics")
  }

  private static func words(_ text: String) -> Set<Substring> {
    Set(text.lowercased().split { " ,_".contains($0) })
  }
}
