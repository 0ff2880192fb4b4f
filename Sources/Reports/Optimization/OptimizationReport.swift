package import Analysis
import Core

/// The result of `geojoule optimize`, ready to be shown: plain data, no search in it.
package struct OptimizationReport: Sendable, RenderedReport {
  /// With its text as the user wrote it.
  package typealias Constraint = (figure: BudgetMetric, side: SearchConstraint.Side, limit: Double, text: String)
  /// What a point is, for people and for columns.
  package typealias PointName = (strategy: String, labels: [SweepLabel])

  /// What is optimized, on which phone.
  package var title: String
  package var scenario: String
  package var device: String
  /// `nil` for a device without a modem.
  package var network: String?
  package var isDrawn: Bool
  package var objective: BudgetMetric
  package var tradeOff: BudgetMetric
  package var constraints: [Constraint]
  package var outcome: SearchOutcome
  /// Makes prediction ranges of the objective; without it there are none.
  package var prediction: PredictionModel?
  /// All figures of the points that sentences compare, on the seeds of the report.
  package var summaries: [SearchPoint: StrategySummary] = [:]
  /// The recommended point in the words of its file, where that is an SDK's configuration.
  package var answer: String?
  package var name: @Sendable (SearchPoint) -> PointName
  /// The strategies' axes, by variant.
  package var variants: [SearchSpace.Variant]
  /// Runs that were allowed.
  package var budget: Int
  package var version: String
  package var command: String

  package init(
    title: String, scenario: String, device: String, network: String?, isDrawn: Bool, objective: BudgetMetric,
    tradeOff: BudgetMetric, constraints: [Constraint], outcome: SearchOutcome,
    name: @escaping @Sendable (SearchPoint) -> PointName, variants: [SearchSpace.Variant], budget: Int, version: String,
    command: String
  ) {
    (self.title, self.scenario, self.device, self.network) = (title, scenario, device, network)
    (self.isDrawn, self.objective, self.tradeOff, self.constraints) = (isDrawn, objective, tradeOff, constraints)
    (self.outcome, self.name, self.variants, self.budget) = (outcome, name, variants, budget)
    (self.version, self.command) = (version, command)
  }

  /// Whether the objective has prediction ranges.
  var hasPrediction: Bool { outcome.finalists.contains { predictionRange(of: $0) != nil } }

  /// That of a finalist's objective.
  func predictionRange(of finalist: SearchOutcome.Finalist) -> ClosedRange<Double>? {
    prediction.flatMap(finalist.predictionRange)
  }

  /// Whether a point meets the constraints.
  package var isFound: Bool { outcome.recommended != nil }

  /// The recommended point, or the nearest.
  var best: SearchOutcome.Finalist { outcome.finalists[outcome.nearest] }

  // MARK: Words

  static func value(_ value: Double?, _ figure: BudgetMetric) -> String {
    guard let value else { return Figure.missing }
    let unit = figure.metric.descriptor.unit
    return figure.searched.text(value) + (unit.isEmpty || figure.unit == .count ? "" : " \(unit)")
  }

  static func text(_ label: SweepLabel) -> String {
    switch label.value {
    case .text(let word): word
    case .flag(let flag): flag ? "true" : "false"
    case .none: "none"
    case .number(let value): number(value, unit: label.unit)
    }
  }

  /// Times in the largest unit of which they are a whole number.
  static func number(_ number: Double, unit: String) -> String {
    if unit == "s" { return Metric.time(number, " ", digits: 4) }
    return DecimalText.significant(number, digits: 4) + (unit.isEmpty ? "" : " \(unit)")
  }

  /// `continuous, desired accuracy best, distance filter 31 m`
  func text(_ point: SearchPoint) -> String {
    let name = name(point)
    return ([name.strategy] + name.labels.map { "\($0.words) \(Self.text($0))" }).joined(separator: ", ")
  }

  /// `continuous as given`, where a point is the one that its strategy's file has.
  private func title(_ finalist: SearchOutcome.Finalist) -> String {
    let isOnly = variants.indices.contains(finalist.point.variant) && variants[finalist.point.variant].starts.count == 1
    return finalist.isStart && isOnly ? "\(name(finalist.point).strategy) as given" : text(finalist.point)
  }

  /// What the recommended point takes of the battery in a day, and in how long.
  var battery: (percent: Double, time: String)? {
    summaries[best.point].flatMap { row in
      row[.drainPercentPerHour].map { drain in
        let hours = min(Metric.standardHours, row.duration.hours)
        return (drain.mean * hours, ComparisonReport.text(hours: hours))
      }
    }
  }

  func word(_ verdict: SearchOutcome.Verdict) -> String {
    switch verdict {
    case .met: "met"
    case .metOnAverage: "met on average"
    case .broken: "not met"
    case .missing: "no figure on some days"
    }
  }

  /// The result in sentences, the most important first.
  var findings: [String] {
    let best = best
    guard isFound else {
      return ["No point meets the constraints. The nearest is \(text(best.point))."] + constraintSentences
    }
    let others = outcome.finalists.filter { $0.isFeasible && $0.point != best.point }
    let less = others.filter { ($0.objective?.mean ?? .infinity) < (best.objective?.mean ?? .infinity) }
    let cheaper = less.filter { !isNegligible($0) }
    let hasLimits = !constraints.isEmpty
    var standing: [String] = []
    if !cheaper.isEmpty {
      if hasLimits { standing = ["Its means keep the constraints."] }
    } else if others.isEmpty {
      if hasLimits { standing = ["Of the finalists, it alone keeps the constraints."] }
    } else {
      standing = [
        "That is \(less.isEmpty ? "" : "within 1 % of ")the least of the \(others.count + 1) finalists"
          + "\(hasLimits ? " that keep the constraints" : "")."
      ]
    }
    let inBattery = battery.map { "\(FigureRounding.battery.text($0.percent)) % of the battery in \($0.time), " } ?? ""
    let value = "\(inBattery)\(Self.value(best.objective?.mean, objective)) of \(objective.words)"
    var sentences =
      passedOver.map { least in
        [
          "No point saves 1 % against \(title(best)): \(value).",
          "The least found, \(text(least.point)), has \(Self.value(least.objective?.mean, objective)).",
        ]
      } ?? ["\(title(best)): \(value)."] + standing
    sentences += constraintSentences
    if let least = cheaper.first {
      let others = cheaper.count == 1 ? "one other finalist costs" : "\(cheaper.count) other finalists cost"
      sentences += [
        "On these seeds \(others) less\(hasLimits ? " and \(cheaper.count == 1 ? "keeps" : "keep") the constraints" : "").",
        "\(text(least.point)) takes \(comparison(least)). On the selection seeds it was worse.",
      ]
    }
    if let nearMiss { sentences.append(nearMiss) }
    if outcome.reportChose, !outcome.finalists[outcome.firstChoice].isFeasible {
      sentences += [
        "The first choice, \(text(outcome.finalists[outcome.firstChoice].point)), does not keep the constraints on these seeds.",
        "This is the next that does, so its own figures helped to choose it.",
      ]
    }
    if let start = given, start.isFeasible, start.point != cheaper.first?.point {
      sentences.append(
        "Of the given strategies\(hasLimits ? " that keep the constraints" : ""), \(title(start)) takes least: "
          + "\(Self.value(start.objective?.mean, objective)), \(comparison(start)).")
    }
    return sentences
  }

  /// The given strategy that the recommended point is weighed against: the one that takes least of those that meet the
  /// constraints, else of all; `nil` where it is recommended itself.
  private var given: SearchOutcome.Finalist? {
    let starts = outcome.finalists.filter(\.isStart)
    let kept = starts.filter(\.isFeasible)
    let least = (kept.isEmpty ? starts : kept).min {
      ($0.objective?.mean ?? .infinity) < ($1.objective?.mean ?? .infinity)
    }
    return least?.point == best.point ? nil : least
  }

  /// What the search chose, where a given strategy that costs as good as the same is recommended.
  private var passedOver: SearchOutcome.Finalist? { outcome.passedOver.map { outcome.finalists[$0] } }

  /// The points whose figures sentences compare: what the search chose, then the given strategy.
  package var compared: [SearchPoint] {
    if let passedOver { return [passedOver.point, best.point] }
    return [best.point] + (given.map { [$0.point] } ?? [])
  }

  /// What the search's choice has worse than the given strategy, and that strategy's name; `nil` where nothing is.
  var worse: (name: String, table: ReportTable)? {
    guard compared.count == 2, let old = summaries[compared[1]], let new = summaries[compared[0]],
      let table = WorseFigures(from: old, to: new).table
    else { return nil }
    return (name(compared[1]).strategy, table)
  }

  /// A finalist that misses the constraints by 5 % at most and takes three tenths less: the reader may prefer it.
  private var nearMiss: String? {
    guard let least = best.objective?.mean else { return nil }
    let near = outcome.finalists.filter { finalist in
      guard let mean = finalist.objective?.mean else { return false }
      return finalist.violation > 0 && finalist.violation <= 0.05 && least - mean >= 0.3 * abs(least)
    }
    guard let first = near.min(by: { $0.violation < $1.violation }) else { return nil }
    let missed = zip(constraints, first.constraints).filter { $0.1.verdict == .broken }.map { constraint, figure in
      "\(constraint.text): \(Self.value(figure.figure?.mean, constraint.figure))"
    }
    return "\(title(first)) misses by little (\(missed.joined(separator: ", "))) and takes "
      + "\(Self.value(first.objective?.mean, objective))."
  }

  private var constraintSentences: [String] {
    zip(constraints, best.constraints).map { "\(sentence($0, $1))." }
  }

  /// `0.4 J less (paired, 95 % interval 0.1 to 0.7)`: a finalist beside the recommended one, or the nearest.
  private func comparison(_ finalist: SearchOutcome.Finalist) -> String {
    guard let difference = finalist.difference else { return Figure.missing }
    let isLess = difference.mean < 0
    let interval = difference.meanInterval.map { range in
      let shown = isLess ? -range.upperBound ... -range.lowerBound : range
      return " (paired, 95 % interval \(Figure.text(shown)))"
    }
    return "\(Self.value(abs(difference.mean), objective)) \(isLess ? "less" : "more")\(interval ?? "")"
  }

  /// Whether the means differ by less than 1 %.
  private func isNegligible(_ finalist: SearchOutcome.Finalist) -> Bool {
    guard let mean = best.objective?.mean, let difference = finalist.difference?.mean else { return false }
    return abs(difference) <= SearchOutcome.negligible * abs(mean)
  }

  /// Whether a finalist's objective is that of the recommended point, for all that matters: within 1 %, and surely so, or not
  /// surely different and surely within what the search takes as equal.
  func isAlike(_ finalist: SearchOutcome.Finalist) -> Bool {
    guard let mean = best.objective?.mean, let range = finalist.difference?.meanInterval, finalist.point != best.point,
      isNegligible(finalist)
    else { return false }
    func isWithin(_ share: Double) -> Bool { max(abs(range.lowerBound), abs(range.upperBound)) <= share * abs(mean) }
    return isWithin(SearchOutcome.negligible) || range.contains(0) && isWithin(5 * SearchOutcome.negligible)
  }

  /// The cell of a table with the difference to the recommended point, or the nearest.
  func difference(_ finalist: SearchOutcome.Finalist) -> String {
    if finalist.point == best.point { return "" }
    return isAlike(finalist) ? "within 1 %" : Figure.text(finalist.difference?.meanInterval)
  }

  private func sentence(_ constraint: Constraint, _ figure: SearchOutcome.ConstraintFigure) -> String {
    let mean = Self.value(figure.figure?.mean, constraint.figure)
    let head = "\(constraint.text): \(mean), \(word(figure.verdict))"
    switch figure.verdict {
    case .broken:
      guard let value = figure.figure?.mean, constraint.limit != 0 else { return head }
      let beyond = abs(value - constraint.limit) / abs(constraint.limit)
      return "\(head), \(Figure.percent(beyond)) % \(constraint.side == .atMost ? "above" : "below") the limit"
    case .metOnAverage:
      return "\(head); the 95 % bound is \(Self.value(figure.bound, constraint.figure))"
    default: return head
    }
  }

  /// What the figures rest on.
  var basis: [String] {
    let seeds = outcome.reportSeeds
    var lines = [
      "\(scenario); \(device)\(network.map { " on \($0)" } ?? ""), \(isDrawn ? "drawn" : "fixed") parameters; "
        + "\(DecimalText.grouped(outcome.runs)) of \(DecimalText.grouped(budget)) runs, \(outcome.trials.count) \(outcome.trials.count == 1 ? "point" : "points") tried"
        + (outcome.isExhaustive ? ", all there are" : "") + ".",
      "Figures are means over \(seeds.count) fresh seeds (\(seeds.lowerBound) to \(seeds.upperBound - 1)). The search used "
        + "seeds \(outcome.searchSeeds.lowerBound) to \(outcome.searchSeeds.upperBound - 1), the choice among the finalists "
        + "\(outcome.choiceSeeds.lowerBound) to \(outcome.choiceSeeds.upperBound - 1)\(selectionBias)",
    ]
    let fixed = variants.filter(\.axes.isEmpty).map(\.name)
    if !fixed.isEmpty {
      lines.append(
        "Nothing to search here by itself in \(fixed.joined(separator: ", ")), tried as \(fixed.count == 1 ? "it is" : "they are"); "
          + "give axes in a plan.")
    }
    if hasPrediction { lines.append(ComparisonReport.predictionLegend) }
    if outcome.finalists.contains(where: { $0.objective?.meanInterval != nil }) {
      lines.append("Ranges are Student's 95 % intervals; differences are paired by seed.")
    }
    return lines
  }

  /// Whether the figures are better than they should be.
  private var selectionBias: String {
    if !outcome.reportChose { return ": selected and measured on different seeds." }
    let place = isFound ? "next that keeps the constraints" : "nearest"
    return
      ". The first choice does not keep the constraints, so these figures selected the \(place) and are slightly "
      + "optimistic for it."
  }

  // MARK: Tables

  /// The constraints whose figure has no column of its own: all but the trade-off's.
  var otherConstraints: [Int] { constraints.indices.filter { constraints[$0].figure.column != tradeOff.column } }

  /// The constraints on the trade-off's own figure: those who trade it look at both sides of them.
  private var ownConstraints: [Constraint] { constraints.filter { $0.figure.column == tradeOff.column } }

  /// The trade-off among all points tried, on the search's seeds: points that keep every other constraint, of which none has
  /// both less of the objective and less of the trade-off. By rising objective.
  var seenFront: [SearchOutcome.Trial] {
    let known = outcome.trials.filter { trial in
      guard trial.objective != nil, let value = trial.tradeOff else { return false }
      let own = ownConstraints.reduce(0) { $0 + SearchConstraint($1.side, $1.limit).excess(value) }
      return trial.violation - own <= 1e-9 * max(1, own)
    }
    let front = ParetoFront.indices(
      costs: known.map(\.objective), errors: known.map(\.tradeOff))
    return front.map { known[$0] }.sorted {
      ($0.objective ?? 0, $0.tradeOff ?? 0) < ($1.objective ?? 0, $1.tradeOff ?? 0)
    }
  }

  /// Points by the settings in which those of one strategy differ, such as `continuous, distance filter 31 m`, and what is the
  /// same in all of them. Where all are of one strategy, it is named only beside what is the same.
  func settings(of points: [SearchPoint]) -> (names: [String], same: [String]) {
    let all = points.map(name)
    var fixed: [String: Set<SweepLabel>] = [:]
    for name in all { fixed[name.strategy] = (fixed[name.strategy] ?? Set(name.labels)).intersection(name.labels) }
    // One point alone is named in full.
    for (strategy, labels) in fixed where Set(all.filter { $0.strategy == strategy }.map(\.labels)).count < 2 {
      fixed[strategy]?.subtract(labels)
    }
    func words(_ labels: [SweepLabel]) -> [String] { labels.map { "\($0.words) \(Self.text($0))" } }
    let own = all.map { name in words(name.labels.filter { !(fixed[name.strategy]?.contains($0) ?? false) }) }
    let isOne = fixed.count == 1 && all.count > 1 && !own.contains(where: \.isEmpty)
    let names = zip(all, own).map { ((isOne ? [] : [$0.strategy]) + $1).joined(separator: ", ") }
    var same: [String] = []
    for name in all {
      let labels = name.labels.filter { fixed[name.strategy]?.contains($0) ?? false }
      let text =
        labels.isEmpty
        ? isOne ? "All points here are of \(name.strategy)." : ""
        : "All points of \(name.strategy) here have \(words(labels).joined(separator: ", "))."
      if !text.isEmpty, !same.contains(text) { same.append(text) }
    }
    return (names, same)
  }

  /// Under so many seeds a point's means say nothing of its constraints.
  private static let leastSeeds = 8

  func meets(_ variation: SearchOutcome.Variation) -> String {
    if Self.seeds(variation) < Self.leastSeeds { return "too few runs" }
    return variation.violation == 0 ? "yes" : "no"
  }

  static func seeds(_ variation: SearchOutcome.Variation) -> Int { variation.objective?.count ?? 0 }

  /// `yes`, `~`, `no`
  func meets(_ finalist: SearchOutcome.Finalist) -> String {
    if !finalist.isFeasible { return "no" }
    return finalist.constraints.contains { $0.verdict == .metOnAverage } ? "~" : "yes"
  }
}

extension BudgetMetric {
  /// How a search's figures are rounded: times in s, min or h, shares in percent.
  var searched: FigureRounding {
    switch unit {
    case .seconds: .span
    case .share, .excess: .share
    default: .three
    }
  }
}
