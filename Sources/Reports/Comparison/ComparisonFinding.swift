import Analysis
import DeviceModel

/// The sentence a comparison comes down to.
///
/// It weighs the most accurate strategy of a use against the cheapest whose 95 % error stays acceptable beside it (see
/// `AcceptableError`), covers as much and takes a tenth less at least. Live and recording errors do not compare: the use
/// whose pair saves most is spoken of, live ones first where there is none. A phone runs one system: of strategies of both,
/// those of one are weighed, of the phone's own first, and across them only where neither has a pair; the sentence says
/// which. Strategies that are told of events have a sentence of their own, and so have the user's decisions about one
/// strategy (`DecisionFinding`). What cannot be chosen today (`StrategySummary.isPast`) and what drains a watch too is
/// passed over while there is anything else.
public enum ComparisonFinding {
  /// How much less of the time, as a share, still counts as as much.
  static let acceptableGap = 0.1
  /// A saving of less than this share is no finding.
  static let leastSaving = 0.1

  public static func sentence(for report: ComparisonReport) -> String {
    if let sentence = DecisionFinding.sentence(for: report) { return sentence }
    let events = EventFinding.sentence(for: report)
    guard let found = found(in: report) else { return events ?? withoutPositions(report.rows) }
    let positions = sentence(about: found, in: report)
    guard let events else { return positions }
    let told = report.rows.count { $0.error95 == nil && $0[.missedEvents] != nil }
    let located = report.rows.count { $0.error95 != nil }
    return told >= located ? "\(events) \(positions)" : "\(positions) \(events)"
  }

  /// The row the sentence is about; `nil` when no strategy got a position.
  public static func subject(of report: ComparisonReport) -> Int? {
    found(in: report).map { $0.bargain ?? $0.accurate }
  }

  private struct Found {
    let accurate: Int
    var bargain: Int?
  }

  /// What is weighed: all rows, or those of one system.
  private static func found(
    in report: ComparisonReport, among eligible: (StrategySummary) -> Bool
  ) -> [Found] {
    StrategyUse.allCases.compactMap { use in
      mostAccurate(for: use, in: report, among: eligible).map {
        Found(accurate: $0, bargain: bargain(beside: $0, in: report, among: eligible))
      }
    }
  }

  /// The systems of the strategies with positions, in the order of the rows.
  private static func systems(in report: ComparisonReport) -> [PhoneSystem?] {
    var systems: [PhoneSystem?] = []
    for row in report.rows where row.error95 != nil && !systems.contains(row.system) { systems.append(row.system) }
    return systems
  }

  /// The use whose bargain saves most, else the first with positions.
  private static func found(in report: ComparisonReport) -> Found? {
    let spoken = isSpokenOf(in: report)
    let systems = systems(in: report)
    var found: [Found] = []
    for group in [systems.filter { $0 == report.context.system }, systems.filter { $0 != report.context.system }]
    where found.allSatisfy({ $0.bargain == nil }) {
      found = group.flatMap { system in self.found(in: report) { $0.system == system && spoken($0) } }
    }
    if found.allSatisfy({ $0.bargain == nil }) { found = self.found(in: report, among: spoken) }
    func share(_ found: Found) -> Double {
      guard let bargain = found.bargain, let cheap = report.rows[bargain][.drainPercentPerHour]?.mean,
        let dear = report.rows[found.accurate][.drainPercentPerHour]?.mean, dear > 0
      else { return 1 }
      return cheap / dear
    }
    // Of equal ones the first is the smallest.
    return found.min { share($0) < share($1) }
  }

  private static func sentence(about found: Found, in report: ComparisonReport) -> String {
    let accurate = report.rows[found.accurate]
    if let bargain = found.bargain {
      let isMixed = systems(in: report).count > 1
      return compare(report.rows[bargain], with: accurate, saysSystem: isMixed)
    }
    let rivals = report.rows.filter { $0.use == accurate.use && $0.error95 != nil }
    let name = PlainText.line(accurate.strategy)
    let plain = "\(name) takes \(drain(accurate)) %/h of the battery for a 95 % error of \(error(accurate))"
    if rivals.count == 1 { return plain + "." }
    let isCheapest = rivals.allSatisfy {
      ($0[.drainPercentPerHour]?.mean ?? .infinity) >= (accurate[.drainPercentPerHour]?.mean ?? 0)
    }
    let isMostAccurate = rivals.allSatisfy { ($0.error95?.mean ?? .infinity) >= (accurate.error95?.mean ?? 0) }
    if isCheapest, isMostAccurate {
      return "\(name) is the cheapest and the most accurate: it takes \(drain(accurate)) %/h of the battery, "
        + "with a 95 % error of \(error(accurate))."
    }
    let limit = AcceptableError.limit(beside: accurate.error95?.mean ?? 0)
    return plain
      + "; nothing else that serves the same use as much of the time takes a tenth less and errs by less than "
      + "\(Figure.plain(limit)) m\(limit == AcceptableError.least ? "" : ", five times as much")."
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
    let front = report.front(for: use, among: eligible)
    let most = front.map { coverage(report.rows[$0]) }.max() ?? 0
    return front.filter { coverage(report.rows[$0]) >= most - acceptableGap }
      .min { (report.rows[$0].error95?.mean ?? .infinity) < (report.rows[$1].error95?.mean ?? .infinity) }
  }

  /// Of the front, what costs a tenth less than `best`, covers as much of the time and errs acceptably: the cheapest, or the
  /// most accurate of those beside which the cheapest saves less than a tenth.
  private static func bargain(
    beside best: Int, in report: ComparisonReport, among eligible: (StrategySummary) -> Bool
  ) -> Int? {
    let reference = report.rows[best]
    guard let error = reference.error95?.mean, let cost = reference[.drainPercentPerHour]?.mean else { return nil }
    func drain(_ index: Int) -> Double { report.rows[index][.drainPercentPerHour]?.mean ?? .infinity }
    let bargains = report.front(for: reference.use, among: eligible).filter { index in
      let row = report.rows[index]
      return index != best && drain(index) <= cost * (1 - leastSaving)
        && (row.error95?.mean ?? .infinity) <= AcceptableError.limit(beside: error)
        && coverage(row) >= coverage(reference) - acceptableGap
    }
    guard let cheapest = bargains.first.map(drain) else { return nil }
    return bargains.filter { cheapest > drain($0) * (1 - leastSaving) }
      .min { (report.rows[$0].error95?.mean ?? .infinity) < (report.rows[$1].error95?.mean ?? .infinity) }
  }

  private static func coverage(_ row: StrategySummary) -> Double { row[row.use.coverage]?.mean ?? 0 }

  private static func compare(
    _ bargain: StrategySummary, with accurate: StrategySummary, saysSystem: Bool
  ) -> String {
    let difference = PairedDifference.of(.drainPercentPerHour, bargain.runs, minus: accurate.runs)
    var clause = ""
    if let difference, let interval = difference.meanInterval {
      if interval.contains(0), interval.lowerBound != interval.upperBound {
        clause = " (the difference is within simulation noise)"
      } else {
        let (low, high) = (-interval.upperBound, -interval.lowerBound)
        let percent = saving(bargain, accurate).map { "\($0) less; " } ?? ""
        clause =
          " (\(percent)paired difference \(Figure.drain(-difference.mean)) %/h, "
          + "95 % interval \(Figure.drain(low...high)))"
      }
    } else if let percent = saving(bargain, accurate) {
      clause = " (\(percent) less)"
    }
    return "\(PlainText.line(bargain.strategy)) takes \(drain(bargain)) %/h of the battery instead of "
      + "\(drain(accurate)) for \(PlainText.line(accurate.strategy))\(clause), "
      + "with a 95 % error of \(error(bargain)) instead of \(error(accurate))\(watches(bargain, accurate))"
      + (saysSystem ? systems(bargain, accurate) : "") + "."
  }

  /// On which system each is simulated.
  private static func systems(_ bargain: StrategySummary, _ accurate: StrategySummary) -> String {
    guard let first = bargain.system, let second = accurate.system else { return "" }
    if first == second { return "; both on \(title(first))" }
    return "; \(PlainText.line(bargain.strategy)) is on \(title(first)), \(PlainText.line(accurate.strategy)) on "
      + "\(title(second))"
  }

  private static func title(_ system: PhoneSystem) -> String { system == .android ? "Android" : "iOS" }

  /// What it takes of the watches, which the drain of the phone does not hold.
  private static func watches(_ bargain: StrategySummary, _ accurate: StrategySummary) -> String {
    let drains = [bargain, accurate].map { $0[.watchDrainPercentPerHour]?.mean }
    if drains.allSatisfy({ $0 == nil }) { return "" }
    return "; the watch's battery: \(Figure.drain(drains[0])) instead of \(Figure.drain(drains[1])) %/h"
  }

  private static func withoutPositions(_ rows: [StrategySummary]) -> String {
    guard let first = rows.first else { return "No strategy was compared." }
    let positioned = rows.filter { ($0[.locationsPerHour]?.mean ?? 0) > 0 }
    if !positioned.isEmpty {
      // More than 12 an hour are within five minutes of each other somewhere: then it is the truth that is missing.
      let lacksTruth = positioned.contains {
        $0.use == .live || $0[$0.use.coverage] == nil || ($0[.locationsPerHour]?.mean ?? 0) > 12
      }
      return lacksTruth
        ? "There are positions, but none at a time for which the truth is known: a track's gaps over 5 min are left out."
        : "There are positions, but too rarely for a track: none within five minutes of another."
    }
    return rows.count == 1
      ? "\(PlainText.line(first.strategy)) takes \(drain(first)) %/h of the battery and gets no position."
      : "No strategy got a position."
  }

  private static func saving(_ cheap: StrategySummary, _ dear: StrategySummary) -> String? {
    guard let a = cheap[.drainPercentPerHour]?.mean, let b = dear[.drainPercentPerHour]?.mean, b > 0 else { return nil }
    return "\(Figure.percent(1 - a / b)) %"
  }

  static func drain(_ row: StrategySummary) -> String { Figure.drain(row[.drainPercentPerHour]?.mean) }
  static func error(_ row: StrategySummary) -> String {
    "\(Figure.plain(row.error95?.mean)) m" + (row.use == .record ? " (recorded track)" : "")
  }
}
