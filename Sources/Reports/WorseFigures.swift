import Analysis
import Core

/// The figures that a choice has worse than a given strategy.
struct WorseFigures {
  /// Smaller relative changes are left out.
  private static let least = 0.02

  /// A figure as people read it, before and after.
  struct Row {
    let name: String
    let before: String
    let after: String
  }

  /// Those worse by more than 2 %, or missing, in the order of tables.
  let rows: [Row]

  init(from old: StrategySummary, to new: StrategySummary) {
    rows = Metric.byRank.filter { !$0.descriptor.heading.isEmpty }.compactMap { metric in
      let about = metric.descriptor
      let (before, after) = (old[metric]?.mean, new[metric]?.mean)
      guard let isBetterLower = about.isBetterLower, Self.isWorse(before, after, metric, isBetterLower) else {
        return nil
      }
      let name = metric == .watchDrainPercentPerHour ? "drain of the watch" : about.heading.joined(separator: " ")
      func text(_ value: Double?) -> String {
        value.map { about.rounding.text($0) + (about.unit.isEmpty ? "" : " \(about.unit)") } ?? "none"
      }
      return Row(name: name, before: text(before), after: text(after))
    }
  }

  /// `nil` where none is worse.
  var table: ReportTable? {
    rows.isEmpty
      ? nil
      : ReportTable.of(rows) { columns in
        columns.words(["figure"]) { $0.name }
        columns.figures(["as given"]) { $0.before }
        columns.figures(["chosen"]) { $0.after }
      }
  }

  private static func isWorse(_ before: Double?, _ after: Double?, _ metric: Metric, _ isBetterLower: Bool) -> Bool {
    guard let before, let after else {
      return BudgetMetric(metric).absenceIsGood ? before == nil && after != nil : before != nil && after == nil
    }
    return isBetterLower ? after > before * (1 + least) && after > before : after < before * (1 - least)
  }
}

/// What rows of a table have to say, each note once with the names of the rows that have it.
enum RowNotes {
  /// - Parameters:
  ///   - most: where more rows than this say the same, all but `most - 1` are counted.
  ///   - limit: more lines than this are grouped: notes that differ in their figures alone are said once, without them.
  static func lines(
    _ rows: [(name: String, notes: [String])], most: Int = .max, limit: Int = .max
  ) -> [String] {
    let lines = lines(of: rows, most)
    if lines.count <= limit { return lines }
    func opening(_ note: String) -> String { String(note.prefix { !$0.isNumber }) }
    let notes = Set(rows.flatMap(\.notes))
    func grouped(_ note: String) -> String {
      let alike = notes.filter { opening($0) == opening(note) }
      return alike.count == 1 || opening(note).isEmpty ? note : commonWords(alike) + " ..."
    }
    return self.lines(of: rows.map { ($0.name, $0.notes.map(grouped)) }, most)
  }

  /// The words that all texts begin with.
  private static func commonWords(_ texts: Set<String>) -> String {
    let all = texts.map { $0.split(separator: " ") }
    let first = all.first ?? []
    let count = first.indices.first { index in all.contains { $0.count <= index || $0[index] != first[index] } }
    return first.prefix(count ?? first.count).joined(separator: " ")
  }

  private static func lines(of rows: [(name: String, notes: [String])], _ most: Int) -> [String] {
    let notes = rows.flatMap { row in row.notes.map { (text: $0, name: row.name) } }
    return notes.grouped(by: \.text).map { same in
      let shown = same.prefix(same.count > most ? most - 1 : same.count).map(\.name).joined(separator: ", ")
      return "\(shown)\(same.count > most ? " and \(same.count - most + 1) more" : ""): \(same[0].text)"
    }
  }
}

extension SampleStatistics {
  /// The interval of the mean of a figure that cannot be negative, as a total or a drain: it is not said to be, however few the
  /// seeds. Differences keep `meanInterval`.
  var flooredInterval: ClosedRange<Double>? { Self.floored(meanInterval, mean: mean) }

  static func floored(_ range: ClosedRange<Double>?, mean: Double) -> ClosedRange<Double>? {
    range.map { max($0.lowerBound, min(0, mean))...$0.upperBound }
  }
}
