import Analysis
import DeviceModel
import Quantities

/// The sentences a comparison comes down to.
///
/// They weigh the most accurate strategy of a use against the one that saves most at like accuracy and coverage; where nothing
/// saves a tenth so, against the one that saves most with an acceptable error (`AcceptableError`), and say that. For apps that
/// act on the position held, what saves also keeps it acceptably fresh on the way (`AcceptableAge`). Rows are weighed by the
/// figures of one use, those of the most accurate row's; strategies of another use count only where none of this use saves. Of
/// several uses the one with the larger saving is spoken of. A phone runs one system: strategies of one system are weighed, of the
/// phone's own first, and across systems only where neither has a pair. Strategies that report events have a sentence of
/// their own, and so have the user's decisions about one strategy (`DecisionFinding`). What cannot be chosen today
/// (`StrategySummary.isPast`) and what drains a watch too is passed over while there is anything else.
package enum ComparisonFinding {
  /// How much less of the time, as a share, still counts as as much; the sentence says it.
  static let acceptableGap = 0.1
  /// A saving of less than this share is no finding.
  static let leastSaving = 0.1
  /// Errors are alike up to twice the smaller, or up to 20 m: the width of a street.
  static let (likeRatio, likeError) = (2.0, 20.0)

  package static func sentence(for report: ComparisonReport) -> String {
    if let sentence = DecisionFinding.sentence(for: report) { return sentence }
    let events = EventFinding.sentence(for: report)
    guard let found = found(in: report) else { return events ?? withoutPositions(report) }
    let positions = sentence(about: found, in: report)
    guard let events else { return positions }
    let reporting = report.rows.count(where: \.reportsEventsOnly)
    let located = report.rows.count { $0.error95 != nil }
    return reporting >= located ? "\(events) \(positions)" : "\(positions) \(events)"
  }

  /// The row the sentence is about; `nil` when no strategy got a position.
  package static func subject(of report: ComparisonReport) -> Int? {
    found(in: report).map { $0.bargain?.row ?? $0.accurate }
  }

  /// The row that the sentence compares it with; `nil` when no strategy got a position.
  static func reference(of report: ComparisonReport) -> Int? { found(in: report)?.accurate }

  /// The use by whose figures the sentence weighs; `live` when no strategy got a position.
  static func use(of report: ComparisonReport) -> StrategyUse { found(in: report)?.use ?? .live }

  /// Whether the sentence weighs positions, and nothing saves.
  package static func findsNoSaving(in report: ComparisonReport) -> Bool {
    guard report.rows.allSatisfy({ $0.decision == nil }), let found = found(in: report) else { return false }
    return found.bargain == nil
  }

  /// What the subject is, in a few words; empty where nothing saves.
  static func remark(of report: ComparisonReport) -> String {
    guard let bargain = found(in: report)?.bargain else { return "" }
    return bargain.isLike ? "saves most at like accuracy" : "saves most at less accuracy"
  }

  private struct Bargain {
    let row: Int
    /// Whether its error is like that of the most accurate.
    let isLike: Bool
  }

  private struct Found {
    /// The use by whose figures rows are weighed.
    let use: StrategyUse
    let accurate: Int
    var bargain: Bargain?
  }

  /// What is weighed: all rows, or those of one system.
  private static func found(in report: ComparisonReport, among eligible: (StrategySummary) -> Bool) -> [Found] {
    func found(_ isComparable: (StrategySummary, StrategyUse) -> Bool) -> [Found] {
      StrategyUse.allCases.compactMap { use in
        mostAccurate(for: use, in: report, among: eligible).map {
          Found(
            use: use, accurate: $0,
            bargain: bargain(beside: $0, for: use, in: report) { eligible($0) && isComparable($0, use) })
        }
      }
    }
    let alike = found { $0.use == $1 }
    return alike.contains { $0.bargain != nil } ? alike : found { _, _ in true }
  }

  /// The systems of the strategies with positions, in the order of the rows.
  private static func systems(in report: ComparisonReport) -> [PhoneSystem?] {
    var systems: [PhoneSystem?] = []
    for row in report.rows where row.error95 != nil && !systems.contains(row.system) { systems.append(row.system) }
    return systems
  }

  /// The use whose saving at like accuracy is largest, else at less accuracy, else that of the first such row of the table.
  private static func found(in report: ComparisonReport) -> Found? {
    let spoken = isSpokenOf(in: report)
    let systems = systems(in: report)
    var found: [Found] = []
    for group in [systems.filter { $0 == report.context.system }, systems.filter { $0 != report.context.system }]
    where found.allSatisfy({ $0.bargain == nil }) {
      found = group.flatMap { system in self.found(in: report) { $0.system == system && spoken($0) } }
    }
    if found.allSatisfy({ $0.bargain == nil }) { found = self.found(in: report, among: spoken) }
    func order(_ found: Found) -> (Int, Double) {
      guard let bargain = found.bargain, let dear = drain(found.accurate, report), dear > 0 else {
        return (2, Double(found.accurate))
      }
      return (bargain.isLike ? 0 : 1, (drain(bargain.row, report) ?? dear) / dear)
    }
    // Of equal ones the first is the smallest.
    return found.min { order($0) < order($1) }
  }

  private static func drain(_ row: Int, _ report: ComparisonReport) -> Double? {
    report.rows[row][.drainPercentPerHour]?.mean
  }

  private static func sentence(about found: Found, in report: ComparisonReport) -> String {
    let (accurate, use) = (report.rows[found.accurate], found.use)
    if let bargain = found.bargain { return compare(bargain, with: accurate, for: use, in: report) }
    let rivals = report.rows.filter { $0.error95(for: use) != nil }
    let name = PlainText.line(accurate.strategy)
    let plain = "\(name) takes \(battery(accurate, report)) for a 95 % error of \(error(accurate))"
    if rivals.count == 1 { return plain + "." }
    let isCheapest = rivals.allSatisfy {
      ($0[.drainPercentPerHour]?.mean ?? .infinity) >= (accurate[.drainPercentPerHour]?.mean ?? 0)
    }
    let isMostAccurate = rivals.allSatisfy {
      ($0.error95(for: use)?.mean ?? .infinity) >= (accurate.error95(for: use)?.mean ?? 0)
    }
    let alike = rowsAlike(accurate, rivals, for: use, in: report)
    if alike.count > 1, alike.count == rivals.count || (isCheapest && isMostAccurate) {
      let outcome = alike.count == rivals.count ? "come out alike:" : "are the cheapest and the most accurate:"
      return "\(named(alike)) \(outcome) \(battery(accurate, report)), with a 95 % error of \(error(accurate))."
    }
    if isCheapest, isMostAccurate {
      return "\(name) is the cheapest and the most accurate: it takes \(battery(accurate, report)), "
        + "with a 95 % error of \(error(accurate))."
    }
    let limit = AcceptableError.limit(beside: accurate.error95?.mean ?? 0)
    return plain + ". No alternative saves 10 % with an error under \(Figure.plain(limit)) m and as much coverage."
  }

  /// The rows whose figures read the same as those of `accurate`, itself included; late positions do not count for a track.
  private static func rowsAlike(
    _ accurate: StrategySummary, _ rivals: [StrategySummary], for use: StrategyUse, in report: ComparisonReport
  ) -> [StrategySummary] {
    func figures(_ row: StrategySummary) -> [String] {
      [
        battery(row, report), Figure.plain(row.error95(for: use)?.mean), Figure.percent(coverage(row, for: use)),
        use == .live ? Figure.span(row[.movingAgeP95]?.mean) : "",
      ]
    }
    let spoken = isSpokenOf(in: report)
    return rivals.filter { spoken($0) && figures($0) == figures(accurate) }
  }

  /// `a and b`, `a, b, c and 3 more`.
  private static func named(_ rows: [StrategySummary]) -> String {
    let names = rows.map { PlainText.line($0.strategy) }
    let first = names.count > 4 ? names.prefix(3) : names.dropLast()
    return "\(first.joined(separator: ", ")) and \(names.count > 4 ? "\(names.count - 3) more" : names[first.count])"
  }

  /// What the sentence may be about.
  private static func isSpokenOf(in report: ComparisonReport) -> (StrategySummary) -> Bool {
    let located = report.rows.filter { $0.error95 != nil }
    let present = located.contains { !$0.isPast }
    let alone = located.contains { $0[.watchEnergy] == nil && !(present && $0.isPast) }
    return { (!present || !$0.isPast) && (!alone || $0[.watchEnergy] == nil) }
  }

  /// The most accurate of the front among those that cover as much of the time as any.
  private static func mostAccurate(
    for use: StrategyUse, in report: ComparisonReport, among eligible: (StrategySummary) -> Bool
  ) -> Int? {
    let front = report.undominated(for: use) { $0.use == use && eligible($0) }
    let most = front.map { coverage(report.rows[$0], for: use) }.max() ?? 0
    return front.filter { coverage(report.rows[$0], for: use) >= most - acceptableGap }
      .min { (report.rows[$0].error95?.mean ?? .infinity) < (report.rows[$1].error95?.mean ?? .infinity) }
  }

  /// Of the front, what costs a tenth less than `best`, covers as much of the time and errs alike, else acceptably: the
  /// cheapest, or the most accurate of those beside which the cheapest saves less than a tenth.
  private static func bargain(
    beside best: Int, for use: StrategyUse, in report: ComparisonReport, among eligible: (StrategySummary) -> Bool
  ) -> Bargain? {
    let reference = report.rows[best]
    guard let error = reference.error95(for: use)?.mean, let cost = reference[.drainPercentPerHour]?.mean else {
      return nil
    }
    func drain(_ index: Int) -> Double { self.drain(index, report) ?? .infinity }
    func errs(_ index: Int) -> Double { report.rows[index].error95(for: use)?.mean ?? .infinity }
    func covers(_ index: Int) -> Double { coverage(report.rows[index], for: use) }
    let oldest = AcceptableAge.limit(beside: reference[.movingAgeP95]?.mean ?? 0)
    // A position held for hours serves no app that acts on it, however near it is while the user rests.
    func isFresh(_ index: Int) -> Bool { use == .record || (report.rows[index][.movingAgeP95]?.mean ?? 0) <= oldest }
    func cheapest(within limit: Double) -> Int? {
      let bargains = report.undominated(for: use, among: eligible).filter { index in
        index != best && drain(index) <= cost * (1 - leastSaving) && errs(index) <= limit
          && covers(index) >= covers(best) - acceptableGap && isFresh(index)
      }
      guard let least = bargains.map(drain).min() else { return nil }
      return bargains.filter { least > drain($0) * (1 - leastSaving) }.min { errs($0) < errs($1) }
    }
    return cheapest(within: max(error * likeRatio, likeError)).map { Bargain(row: $0, isLike: true) }
      ?? cheapest(within: AcceptableError.limit(beside: error)).map { Bargain(row: $0, isLike: false) }
  }

  private static func coverage(_ row: StrategySummary, for use: StrategyUse) -> Double {
    row.coverage(for: use)?.mean ?? 0
  }

  private static func compare(
    _ bargain: Bargain, with accurate: StrategySummary, for use: StrategyUse, in report: ComparisonReport
  ) -> String {
    let row = report.rows[bargain.row]
    let (name, other) = (PlainText.line(row.strategy), PlainText.line(accurate.strategy))
    let lead = bargain.isLike ? "" : "Nothing saves a tenth at like accuracy; with less, "
    let costs =
      "\(name) takes \(battery(row, report)), \(other) \(percent(report.battery(accurate)))"
      + systems(row, accurate, in: report)
    let errors =
      "a 95 % \(accurate.judgedUse == .record ? "track error" : "error now") of "
      + "\(Figure.plain(row.error95(for: use)?.mean)) m instead of \(Figure.plain(accurate.error95(for: use)?.mean)) m"
    return "\(lead)\(costs). \(saving(row, accurate, report)), with \(errors)"
      + "\(coverages(row, accurate, for: use))\(watches(row, accurate))."
  }

  /// `It saves 16 points of 100 (7 to 30 over 40 seeds)`.
  private static func saving(
    _ row: StrategySummary, _ accurate: StrategySummary, _ report: ComparisonReport
  ) -> String {
    guard
      let difference = PairedDifference.of(
        { $0[.drainPercentPerHour].map { $0 * report.hours } }, accurate.runs, minus: row.runs)
    else { return "It saves battery" }
    let points = "It saves \(FigureRounding.battery.text(difference.mean)) points"
    guard let interval = difference.meanInterval else { return points }
    if interval.contains(0), interval.lowerBound != interval.upperBound {
      return "\(points) (within simulation noise)"
    }
    let text = FigureRounding.battery.ends
    guard let range = difference.quantileRange else {
      return "\(points) (95 % interval of the mean \(text(interval)))"
    }
    return "\(points) (\(text(range)) over \(difference.count) seeds)"
  }

  /// What less coverage the saving comes with.
  private static func coverages(
    _ row: StrategySummary, _ accurate: StrategySummary, for use: StrategyUse
  ) -> String {
    let (mine, other) = (coverage(row, for: use), coverage(accurate, for: use))
    guard other - mine >= 0.005 else { return "" }
    let what = accurate.judgedUse == .live ? "a position held" : "the track covering"
    let time = accurate.judgedUse == .live ? "day" : "moving time"
    return ", and \(what) \(Figure.percent(mine)) instead of \(Figure.percent(other)) % of the \(time)"
  }

  /// On which system each is simulated, where there are several.
  private static func systems(
    _ row: StrategySummary, _ accurate: StrategySummary, in report: ComparisonReport
  ) -> String {
    guard systems(in: report).count > 1, let first = row.system, let second = accurate.system else { return "" }
    if first == second { return ", both on \(title(first))" }
    return " (on \(title(first)) and \(title(second)))"
  }

  private static func title(_ system: PhoneSystem) -> String { system == .android ? "Android" : "iOS" }

  /// What it takes of the watches, which the drain of the phone does not hold.
  private static func watches(_ bargain: StrategySummary, _ accurate: StrategySummary) -> String {
    let drains = [bargain, accurate].map { $0[.watchDrainPercentPerHour]?.mean }
    if drains.allSatisfy({ $0 == nil }) { return "" }
    return "; the watch's battery: \(Figure.drain(drains[0])) instead of \(Figure.drain(drains[1])) %/h"
  }

  private static func withoutPositions(_ report: ComparisonReport) -> String {
    let rows = report.rows
    guard let first = rows.first else { return "No strategy was compared." }
    let positioned = rows.filter { ($0[.locationsPerHour]?.mean ?? 0) > 0 }
    if !positioned.isEmpty {
      // More than 12 an hour are within five minutes of each other somewhere: then it is the truth that is missing.
      let lacksTruth = positioned.contains {
        $0.use == .live || $0.coverage == nil || ($0[.locationsPerHour]?.mean ?? 0) > 12
      }
      return lacksTruth
        ? "There are positions, but none at a time for which the truth is known: a track's gaps over 5 min are left out."
        : "There are positions, but too rarely for a track: none within five minutes of another."
    }
    return rows.count == 1
      ? "\(PlainText.line(first.strategy)) takes \(battery(first, report)) and gets no position."
      : "No strategy got a position."
  }

  /// `18 % of the battery in 16 h (extrapolated from 0.4 % in 19 min 05 s)`.
  static func battery(_ row: StrategySummary, _ report: ComparisonReport) -> String {
    let own = report.context.extrapolated(report.battery(row), to: report.hours)
    return dayBattery(row, report) + (own.map { " (\($0))" } ?? "")
  }

  /// `18 % of the battery in 16 h`.
  static func dayBattery(_ row: StrategySummary, _ report: ComparisonReport) -> String {
    "\(percent(report.battery(row))) of the battery in \(ComparisonReport.text(hours: report.hours))"
  }

  private static func percent(_ value: Double?) -> String { "\(FigureRounding.battery.text(value)) %" }

  static func error(_ row: StrategySummary) -> String {
    "\(Figure.plain(row.error95?.mean)) m (\(row.judgedUse == .record ? "recorded track" : "position held now"))"
  }
}
