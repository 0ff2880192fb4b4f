package import Analysis
import DeviceModel
import Core

/// A finding in words. Names in them come from files: every format escapes them in its own way.
package enum BudgetWords {
  /// `continuous: energy_J max`
  static func subject(_ finding: BudgetFinding) -> String {
    "\(finding.strategy): \(finding.limit.metric.column) \(finding.limit.bound.key)"
  }

  /// `commute, modern-phone on lte`
  static func conditions(_ finding: BudgetFinding) -> String {
    "\(finding.scenario), \(finding.device) on \(finding.network)"
  }

  /// `16 seeds, fixed parameters`, `16 to 64 seeds, drawn and fixed parameters`.
  static func simulation(_ findings: [BudgetFinding]) -> String {
    let seeds = Set(findings.map(\.verdict.seeds)).sorted()
    let range = [seeds.first, seeds.count > 1 ? seeds.last : nil].compactMap(\.self).map(String.init)
    let parameters = Set(findings.map(\.parameters.rawValue)).sorted().joined(separator: " and ")
    return "\(range.joined(separator: " to ")) \(seeds == [1] ? "seed" : "seeds"), \(parameters) parameters"
  }

  /// A column's name in words, such as `drain %/h`, or what a promise is about.
  static func figure(_ limit: BudgetLimit) -> String {
    let metric = limit.metric
    if limit.promise != nil { return "share with \(promised(limit)), %" }
    return metric.unit.worded.isEmpty ? metric.words : "\(metric.words) \(metric.unit.worded)"
  }

  /// The mean over the seeds, or the change since the baseline, such as `3.41` or `+412 (+5.3 %)`.
  static func found(_ finding: BudgetFinding) -> String {
    let verdict = finding.verdict
    let metric = finding.limit.metric
    guard let change = finding.change else { return verdict.figure.map { amount($0.mean, metric) } ?? Figure.missing }
    return changed(by: change.mean, from: verdict.baselineMean ?? 0, metric)
  }

  /// The change since the base branch, such as `+412 (+5.3 %)`; empty where there is none.
  static func sinceBase(_ finding: BudgetFinding) -> String {
    finding.sinceBase.map { changed(by: $0.new - $0.old, from: $0.old, finding.limit.metric) } ?? ""
  }

  /// `energy_J from 9041 to 11,002 (+21.7 %)`
  package static func moved(_ metric: BudgetMetric, from old: Double, to new: Double) -> String {
    "\(metric.column) from \(amount(old, metric)) to \(amount(new, metric))\(percent(of: new - old, in: old))"
  }

  private static func changed(by change: Double, from old: Double, _ metric: BudgetMetric) -> String {
    "\(change > 0 ? "+" : "")\(difference(change, metric))\(percent(of: change, in: old))"
  }

  private static func percent(of change: Double, in old: Double) -> String {
    old == 0 ? "" : " (\(signed(change / abs(old) * 100)) %)"
  }

  /// What is compared with the limit: the percent of a change, the share that keeps a promise, else as `found`.
  static func deciding(_ finding: BudgetFinding) -> String {
    if finding.limit.promise != nil {
      let (share, ends) = kept(finding.verdict)
      return "\(share) (\(ends))"
    }
    guard finding.limit.bound.tolerance?.percent != nil, let percent = finding.changePercent else {
      // A tolerance in the figure's unit decides without the percent.
      return found(finding).split(separator: " (").first.map(String.init) ?? ""
    }
    return "\(signed(percent)) %"
  }

  /// What the limit allows, such as `at most 3` or `at most +5 % or +20`.
  static func allowed(_ limit: BudgetLimit) -> String {
    if limit.promise != nil, let share = limit.metric.quantile { return "at least \(share) %" }
    let bound = limit.bound
    switch bound {
    case .max(let value): return "at most \(number(value, limit.metric))"
    case .min(let value): return "at least \(number(value, limit.metric))"
    case .maxIncrease(let tolerance), .maxDecrease(let tolerance):
      let sign = bound.key == "max_increase" ? "+" : "-"
      let parts =
        (tolerance.percent.map { ["\(sign)\(DecimalText.exact($0)) %"] } ?? [])
        + (tolerance.absolute.map { ["\(sign)\(number($0, limit.metric, isDifference: true))"] } ?? [])
      return "at most \(parts.joined(separator: " or "))"
    }
  }

  static func message(_ finding: BudgetFinding) -> String {
    let verdict = finding.verdict
    if finding.limit.promise != nil {
      return ([promise(finding)] + remarks(finding)).joined(separator: " ")
    }
    let metric = finding.limit.metric
    let head = "\(finding.strategy) on \(conditions(finding)): \(metric.column)"
    var text: String
    if let change = finding.change, let old = verdict.baselineMean {
      let percent = finding.changePercent.map { ", \(signed($0)) %" } ?? ""
      text = "\(head) \(change.mean < 0 ? "fell" : "rose") by \(difference(abs(change.mean), metric))"
      text += " from \(amount(old, metric))\(percent)"
    } else if let figure = verdict.figure {
      text = "\(head) is \(amount(figure.mean, metric))"
    } else {
      text = "\(head) has no value"
    }
    text += "; allowed is \(allowed(finding.limit))"
    text += basis(finding) + "."
    return ([text] + remarks(finding)).joined(separator: " ")
  }

  /// What errors the kinds of limits have that occur, a line each.
  static func kinds(_ findings: [BudgetFinding]) -> [String] {
    var lines: [String] = []
    let findings = findings.filter { $0.limit.promise == nil }
    if findings.contains(where: { $0.prediction != nil }) { lines.append(ComparisonReport.predictionLegend) }
    if findings.contains(where: { !$0.limit.bound.isRelative }) {
      lines.append(
        "Absolute limits hold the simulated mean against a number; real phones differ from it by the prediction range.")
    }
    if findings.contains(where: \.limit.bound.isRelative) {
      lines.append(
        "Relative limits hold the paired change since the baseline; a factor of the whole phone cancels in percents, the "
          + "error of location's share does not."
      )
    }
    return lines
  }

  /// What a reader must know to judge the finding, a sentence each.
  static func remarks(_ finding: BudgetFinding) -> [String] {
    let (verdict, limit) = (finding.verdict, finding.limit)
    var remarks: [String] = []
    if let figure = verdict.figure, figure.count < verdict.seeds {
      remarks.append("Only \(figure.count) of \(verdict.seeds) seeds have the figure.")
    }
    if verdict.figure == nil, verdict.isBroken {
      remarks.append("No seed has the figure, so that it cannot be shown to keep the limit.")
    }
    if finding.isUndecided {
      remarks.append("Not decided after \(verdict.seeds) seeds; the \(decision(finding)) was taken.")
    }
    if finding.strategyChanged, finding.cause?.changes.isEmpty ?? true {
      remarks.append("The strategy has changed since the baseline.")
    }
    if let cause = finding.cause { remarks += causes(cause) }
    if let waiver = limit.waiver {
      if finding.status == .waived {
        remarks.append("Waived until \(waiver.expires) by \(waiver.owner): \(sentence(waiver.reason))")
      } else if finding.waiverExpired, verdict.isBroken {
        remarks.append("The waiver of \(waiver.owner) expired on \(waiver.expires): \(sentence(waiver.reason))")
      }
    }
    return remarks
  }

  /// What changed in the strategy since the baseline, and which component's energy rose most.
  private static func causes(_ cause: BudgetCause) -> [String] {
    var lines: [String] = []
    // More would hide the rest.
    let shown = cause.changes.prefix(5).map { "\($0.key) from \($0.old ?? "nothing") to \($0.new ?? "nothing")" }
    if !shown.isEmpty {
      let more = cause.changes.count > 5 ? " and \(cause.changes.count - 5) more keys" : ""
      let place = cause.place.map { " [\($0.text)]" } ?? ""
      lines.append("Changed since the baseline: \(shown.joined(separator: ", "))\(more)\(place).")
    }
    if let (component, old, new) = cause.risen {
      lines.append("Most of the rise: \(component.name)\(old > 0 ? " \(signed((new / old - 1) * 100)) %" : "").")
    }
    if !shown.isEmpty { lines.append("The baseline's value\(cause.changes.count == 1 ? "" : "s") would mend it.") }
    return lines
  }

  /// What could be better although the limit holds; `nil` when nothing could.
  ///
  /// - Parameters:
  ///   - mayUpdate: whether no limit of the file is broken.
  ///   - mayTighten: whether no other finding needs the limit as it is.
  static func hint(_ finding: BudgetFinding, mayUpdate: Bool, mayTighten: Bool) -> String? {
    guard finding.status == .within else { return nil }
    if finding.limit.waiver != nil { return "the limit holds: its waiver can be removed" }
    if mayTighten, let tight = finding.tighterLimit {
      return "could be tightened to \(finding.limit.bound.key): \(DecimalText.exact(tight))"
    }
    if mayUpdate, finding.isImprovement, let change = finding.verdict.change {
      let percent = finding.changePercent.map { " (\(Figure.text(abs($0))) %)" } ?? ""
      let metric = finding.limit.metric
      let unit = metric.unit.worded
      let gain = difference(abs(change.mean), metric) + (unit.isEmpty ? "" : " \(unit)") + percent
      return "better than the baseline by \(gain): "
        + "'geojoule baseline update \(finding.limit.place.file)' keeps the gain"
    }
    return nil
  }

  /// ` (95 % interval 3.32 to 3.50 over 16 seeds, decided on ci_upper)`
  private static func basis(_ finding: BudgetFinding) -> String {
    let (verdict, metric) = (finding.verdict, finding.limit.metric)
    guard let interval = finding.change ?? verdict.figure else { return "" }
    let confidence = percent(verdict.rule.confidence)
    var parts: [String] = []
    if interval.low.isFinite, interval.high.isFinite {
      let low = finding.change == nil ? low(interval, metric) : interval.low
      parts.append("\(confidence) % interval of the mean \(amount(low, metric)) to \(amount(interval.high, metric))")
    }
    if let share = verdict.beyond {
      let ends = "\(Figure.percent(share.lowerBound)) to \(Figure.percent(share.upperBound))"
      parts.append("\(ends) % of phones and days are beyond it, a \(confidence) % interval")
    }
    if let decisive = verdict.decisive, decisive.lowerBound.isFinite, decisive.upperBound.isFinite {
      let ends = [decisive.lowerBound, decisive.upperBound].map { amount($0, metric) }
      parts.append("\(ends[0]) to \(ends[1]) decides, with one unseen seed")
    }
    if let prediction = finding.prediction { parts.insert("prediction \(Figure.text(prediction))", at: 0) }
    parts.append(verdict.seeds == 1 ? "1 seed" : "\(verdict.seeds) seeds")
    if finding.limit.decideOn != .mean { parts.append("decided on \(finding.limit.decideOn.rawValue)") }
    return " (\(parts.joined(separator: ", ")))"
  }

  /// Of the interval that is shown: a promise's is of the share that keeps it, which falls as the figure rises; that of another
  /// quantile is of the share beyond the limit.
  private static func decision(_ finding: BudgetFinding) -> String {
    let (limit, isShare) = (finding.limit, finding.verdict.beyond != nil)
    let isTurned = limit.promise != nil || (isShare && limit.bound.key == "min")
    if limit.decideOn == .mean { return isShare ? "share itself" : "mean" }
    return (limit.decideOn == .ciLower) != isTurned ? "lower end of the interval" : "upper end of the interval"
  }

  /// `95`, `99.17`: a confidence rounds down, so that nothing is claimed.
  private static func percent(_ confidence: Double) -> String {
    DecimalText.exact((confidence * 10_000 + 1e-6).rounded(.down) / 100)
  }

  private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }

  /// The lower end as it is shown: what cannot be negative is not said to be, however wide the interval.
  private static func low(_ interval: MeanInterval, _ metric: BudgetMetric) -> Double {
    metric.isMarginal ? interval.low : max(interval.low, min(0, interval.mean))
  }

  /// That of the mean, or of the paired change of a relative limit, such as `3.32 to 3.50` and `+24.4 to +26.5 %`; empty where
  /// there is none.
  static func interval(_ finding: BudgetFinding) -> String {
    let (verdict, metric) = (finding.verdict, finding.limit.metric)
    guard let interval = finding.change ?? verdict.figure, interval.low.isFinite, interval.high.isFinite,
      interval.low != interval.high
    else { return "" }
    guard finding.change != nil else {
      return "\(amount(low(interval, metric), metric)) to \(amount(interval.high, metric))"
    }
    if finding.limit.bound.tolerance?.percent != nil, let old = verdict.baselineMean, old != 0 {
      return "\(signed(interval.low / abs(old) * 100)) to \(signed(interval.high / abs(old) * 100)) %"
    }
    return "\(difference(interval.low, metric)) to \(difference(interval.high, metric))"
  }

  /// As the file has it; times in the largest unit of which they are a whole number, shares in percent.
  private static func number(_ value: Double, _ metric: BudgetMetric, isDifference: Bool = false) -> String {
    if metric.unit.isOfWhole {
      return "\(DecimalText.significant(value * 100, digits: 12)) \(isDifference ? "points" : "%")"
    }
    return metric.unit == .seconds ? Metric.time(value, " ", digits: 15) : DecimalText.exact(value)
  }

  /// As `amount`; shares differ by percentage points.
  private static func difference(_ value: Double, _ metric: BudgetMetric) -> String {
    metric.unit.isOfWhole ? "\(Figure.text(value * 100)) points" : amount(value, metric)
  }

  /// Three digits; shares in percent, times in s below 100 s, in min below 100 min, then in h.
  private static func amount(_ value: Double, _ metric: BudgetMetric) -> String {
    if metric.unit.isOfWhole { return "\(Figure.text(value * 100)) %" }
    guard metric.unit == .seconds else { return Figure.text(value) }
    let unit = units.first { abs(value) < 99.95 * $0.seconds } ?? units[2]
    return "\(Figure.text(value / unit.seconds)) \(unit.name)"
  }

  private static let units = [(name: "s", seconds: 1.0), (name: "min", seconds: 60), (name: "h", seconds: 3600)]

  private static func signed(_ value: Double) -> String { (value > 0 ? "+" : "") + Figure.text(value) }

  /// What came of a promise: `With a on commute, 97.7 % of phones and days (96.8 to 98.5 %) have 20 % of the battery left after
  /// 12 h. The promise of 95 % is kept.`
  static func promise(_ finding: BudgetFinding) -> String {
    let (limit, verdict) = (finding.limit, finding.verdict)
    let who = limit.promise?.isAboutPeople == true ? "people" : "phones and days"
    let few = "not shown by \(verdict.seeds) seeds, so not kept"
    let result = !verdict.isBroken ? "kept" : verdict.isCertain ? "not kept" : few
    let (share, ends) = kept(verdict)
    return "With \(finding.strategy) on \(finding.scenario), \(share) % of \(who) (\(ends)) have \(promised(limit)). "
      + "The promise of \(limit.metric.quantile ?? 0) % is \(result). "
      + "It is a \(percent(verdict.rule.confidence)) % interval over \(verdict.seeds) seeds."
  }

  /// The share that keeps a promise in percent, and its interval, such as `96.8 to 98.5 %`: the ends are rounded away from it, so
  /// that nothing is claimed.
  private static func kept(_ verdict: LimitVerdict) -> (share: String, ends: String) {
    guard let beyond = verdict.beyond, let share = verdict.shareBeyond else { return ("0", "no value") }
    func tenths(_ share: Double, _ rule: FloatingPointRoundingRule) -> String {
      DecimalText.exact((share * 1000).rounded(rule) / 10)
    }
    let (low, high) = (tenths(1 - beyond.upperBound, .down), tenths(1 - beyond.lowerBound, .up))
    return (tenths(1 - share, .toNearestOrEven), "\(low) to \(high) %")
  }

  /// What phones and days of a promise have, such as `20 % of the battery left after 12 h`.
  private static func promised(_ limit: BudgetLimit) -> String {
    guard case .max(let used) = limit.bound, case .battery(let hours) = limit.metric.metric else { return "kept it" }
    let time = hours.map { "\(DecimalText.significant($0, digits: 4)) h" } ?? "the day"
    return "\(DecimalText.significant(100 - used, digits: 6)) % of the battery left after \(time)"
  }

  package static func about(_ promise: Promise) -> String {
    let who = promise.isAboutPeople ? "people on a Monday" : "days"
    let about = "Promises are about drawn phones and \(who), with what the prediction range adds. The screen "
    guard promise.screenOn > .zero else { return about + "stays off" }
    let hours = DecimalText.significant(promise.screenOn.hours, digits: 4)
    let watts = DecimalText.significant(ScreenUse.watts(atShare: 0.5), digits: 3)
    return about + "is on for \(hours) h, at \(watts) W in the median (one measured phone)"
  }
}
