import Analysis
import DeviceModel
import Quantities

extension ComparisonReport {
  /// The comparison before it is written in a format: the table, and on pages pictures around it.
  package var document: ReportDocument {
    let shown = grouped
    return ReportDocument(
      title: context.title, headline: ComparisonFinding.sentence(for: self), subtitle: context.subtitle,
      sections: shown.batterySections
        + [ReportDocument.Section(pageTitle: "All strategies", table: shown.table, isLinked: true)]
        + shown.chartSections, closing: closing, remarks: remarks + context.notes, background: background,
      files: isGrouped ? [table] : [], context: context, version: context.version, command: context.command)
  }

  /// How sure the figures are, and what to do next.
  private var closing: [String] {
    let marks = starred.isEmpty ? [] : ["* \(Self.starLegend)"]
    let errors = rows.contains { $0[.errorP95] != nil }
    let meaning =
      "Errors and ages are smaller for 95 % of the time. "
      + (isAtRest
        ? "The user never moves: an old position is still right."
        : "'age now' counts the time on the move; at rest an old position is still right.")
      + " Battery is the whole phone's, its screen off."
    return marks + (errors ? [meaning] : []) + [context.certainty(hasPrediction: hasPrediction)]
      + [context.next.map { "Next: \($0)" }].compactMap(\.self)
  }

  /// What the star means.
  static let starLegend =
    "Pareto-optimal: none of its use is a tenth better in one figure and within a tenth in the rest."

  private var background: [String] {
    let columns = table.meanings
    return columns + [intervalLegend].compactMap(\.self) + context.background
  }

  /// One row per strategy, with every column that any format has.
  var table: ReportTable {
    let columns = ReportColumns(rows)
    var table = ReportTable {
      columns.words(["strategy"], name: "strategy") { $0.strategy }
      columns.words(name: "device") { _ in context.device }
      columns.words(name: "network") { _ in context.network }
      columns.words(["platform"], name: "platform", rank: 50, note: "System that the strategy was simulated on.") {
        $0.platform ?? ""
      }
      columns.words(name: "scenario") { _ in context.scenario }
      columns.words(
        ["use"], name: "use", rank: 49, note: "live: acts on the position held now; record: keeps the track."
      ) { $0.use.rawValue }
      columns.numbers(name: "seeds") { Double($0.runs.count) }
      columns.numbers(name: "duration_s") { $0.duration.seconds }
      columns.numbers(name: "hours") { _ in hours }
      columns.numbers(
        ["battery", "in \(Self.text(hours: hours))"], name: "battery_percent", unit: "%", rounding: .battery, rank: 1,
        note:
          "Battery that \(Self.text(hours: hours)) off the charger take, screen off: the mean drain times the hours."
      ) { battery($0) }
      columns.ranges(
        ["predicted", "range"], name: "battery_percent", ends: ("p5", "p95"), unit: "%", rounding: .battery, rank: 2,
        note: "Meant to hold about 90 % of real runs."
      ) { predictedBattery($0) }
      Metric.byRank.flatMap(self.columns)
      columns.numbers(name: "marginal_energy_J") { $0.marginalEnergy?.mean }
      columns.ranges(name: "marginal_energy_J", ends: ("p5", "p95")) { $0.marginalEnergyPrediction }
      columns.numbers(
        ["location"], name: "marginal_drain_percent_per_hour", unit: "%/h", rounding: .drain, rank: 23,
        note: "Drain that location use adds."
      ) { $0.marginalDrain?.mean }
      columns.ranges(name: "marginal_drain_percent_per_hour", ends: ("p5", "p95")) { $0.marginalDrainPrediction }
      columns.words(name: "note") { $0.notes.joined(separator: "; ") }
    }
    // A recorder does not need the position that it holds, but its track.
    for place in table.columns.indices where table.columns[place].name == Metric.availability.column {
      table.columns[place].isSpare = rows.contains { $0.use == .record }
    }
    table.starred = Set(starred)
    table.labels = Dictionary(
      uniqueKeysWithValues: rows.indices.filter { rows[$0].isPast }.map { ($0, "\(rows[$0].strategy) (ended)") })
    table.groups = isGrouped ? rows.map(group) : []
    return table
  }

  /// The column of a metric, and the ranges that files have of it; people read that of the drain.
  @ReportTable.ColumnList private func columns(_ metric: Metric) -> [ReportTable.Column] {
    let (columns, about, shown) = (
      ReportColumns(rows), metric.descriptor, metric == .drainPercentPerHour ? interval : nil
    )
    columns.numbers(
      about.heading, name: about.column, unit: about.unit, rounding: about.rounding,
      rank: rank(metric), note: about.note
    ) { $0.isAtRest && Self.ofMovingTime.contains(metric) ? nil : $0[metric]?.mean }
    if metric.isWholePhone {
      columns.ranges(name: metric.column, ends: ("p5", "p95")) { $0.predictionRange(of: metric) }
    }
    if metric == .energy || metric == .drainPercentPerHour {
      columns.ranges(
        shown == .mean ? ["interval"] : [], name: metric.column, ends: ("ci95_low", "ci95_high"), unit: "%/h",
        rounding: .drain, rank: 22
      ) { $0[metric]?.flooredInterval }
      columns.ranges(
        shown == .quantiles ? ["range"] : [], name: metric.column, ends: ("p2_5", "p97_5"), unit: "%/h",
        rounding: .drain, rank: 22
      ) { $0[metric]?.quantileRange }
    }
  }

  /// The place of a column that few rows have a figure for is behind those of positions.
  private func rank(_ metric: Metric) -> Int {
    let rank = metric.descriptor.rank
    if metric == .watchDrainPercentPerHour, rows.contains(where: { $0[.watchEnergy] == nil }) { return 19 }
    return Self.ofEvents.contains(metric) && !hasOnlyEvents ? rank + 30 : rank
  }

  /// Figures that a day without movement has no value of.
  static let ofMovingTime: Set<Metric> = [.movingErrorP50, .movingErrorP95, .movingCoverage, .movingAgeP95]

  private static let ofEvents: Set<Metric> = [.eventLatencyP50, .missedEvents, .falseEvents]

  /// Whether no row gets positions, and one reports events: only then do columns of events take the places of those of
  /// positions. Beside rows with positions they come last, in wide tables and files.
  private var hasOnlyEvents: Bool {
    rows.contains(where: \.reportsEventsOnly) && rows.allSatisfy { $0[.errorP95] == nil && $0.error95 == nil }
  }

  /// Whether a row reports events whose columns a short table leaves out.
  package var hidesEvents: Bool { rows.contains(where: \.reportsEventsOnly) && !hasOnlyEvents }

  /// Percent of the battery that the hours off the charger take.
  func battery(_ row: StrategySummary) -> Double? { row[.drainPercentPerHour].map { $0.mean * hours } }

  /// The same of real runs; meant to hold about 90 % of them.
  func predictedBattery(_ row: StrategySummary) -> ClosedRange<Double>? {
    row.predictionRange(of: .drainPercentPerHour).map { $0.lowerBound * hours...$0.upperBound * hours }
  }

  /// `16 h`.
  static func text(hours: Double) -> String { "\(DecimalText.significant(hours, digits: 3)) h" }
}
