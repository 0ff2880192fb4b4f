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
      fileTable: isGrouped ? table : nil, context: context, version: context.version, command: context.command)
  }

  /// How sure the figures are, and what to do next.
  private var closing: [String] {
    let range = hasPrediction ? "about 90 % of real runs lie in the predicted range. " : ""
    let marks = starred.isEmpty ? [] : ["* \(Self.starLegend)"]
    return marks + ["How sure: \(range)\(context.provenance)."]
      + [context.next.map { "Next: \($0)" }].compactMap(\.self)
  }

  /// What the star means.
  static let starLegend =
    "Pareto-optimal: none of its use is a tenth better in one figure and within a tenth in the rest."

  private var background: [String] {
    let columns = table.shown().filter { !$0.note.isEmpty }.map { "\($0.title): \($0.note)" }
    return columns + [intervalLegend].compactMap(\.self) + context.background
  }

  /// One row per strategy, with every column that any format has.
  var table: ReportTable {
    var columns = [
      ReportTable.Column(name: "strategy", heading: ["strategy"], cells: .words(rows.map(\.strategy))),
      words("device") { _ in context.device }, words("network") { _ in context.network },
      words("platform", ["platform"], rank: 50, "System that the strategy was simulated on.") { $0.platform ?? "" },
      words("scenario") { _ in context.scenario },
      words("use", ["use"], rank: 49, "live: acts on the position held now; record: keeps the track.") {
        $0.use.rawValue
      },
      number("seeds") { Double($0.runs.count) }, number("duration_s") { $0.duration.seconds },
      number("hours") { _ in hours },
      number(
        "battery_percent", ["battery", "in \(Self.text(hours: hours))"], "%", .percent, rank: 1,
        "Battery that \(Self.text(hours: hours)) off the charger take, screen off: the mean drain times the hours."
      ) { battery($0) },
      ReportTable.Column(
        name: "battery_percent", heading: ["predicted", "range"], unit: "%", rank: 2,
        note: "About 90 % of real runs on phones of this kind lie in it.",
        cells: .ranges(rows.map { predictedBattery($0) }, .percent, low: "p5", high: "p95")),
    ]
    columns += Metric.allCases.filter { $0.descriptor.rank < .max }.sorted { $0.descriptor.rank < $1.descriptor.rank }
      .flatMap { metric in [column(metric)] + ranges(of: metric) }
    columns += Metric.allCases.filter { $0.descriptor.rank == .max }.flatMap { metric in
      [column(metric)] + ranges(of: metric)
    }
    columns += [
      number("marginal_energy_J") { $0.marginalEnergy?.mean },
      ends("marginal_energy_J", "p5", "p95") { $0.marginalEnergyPrediction },
      number(
        "marginal_drain_percent_per_hour", ["location"], "%/h", .drain, rank: 23, "Drain that location use adds."
      ) { $0.marginalDrain?.mean },
      ends("marginal_drain_percent_per_hour", "p5", "p95") { $0.marginalDrainPrediction },
      words("note") { $0.notes.joined(separator: "; ") },
    ]
    var table = ReportTable(
      columns: columns, starred: Set(starred),
      labels: Dictionary(
        uniqueKeysWithValues: rows.indices.filter { rows[$0].isPast }.map { ($0, "\(rows[$0].strategy) (ended)") }),
      groups: isGrouped ? rows.map(group) : [])
    table.mostWidth = 80
    return table
  }

  private func words(
    _ name: String, _ heading: [String] = [], rank: Int = .max, _ note: String = "",
    _ text: (StrategySummary) -> String
  ) -> ReportTable.Column {
    ReportTable.Column(name: name, heading: heading, rank: rank, note: note, cells: .words(rows.map(text)))
  }

  private func number(
    _ name: String, _ heading: [String] = [], _ unit: String = "", _ rounding: FigureRounding = .three,
    rank: Int = .max, _ note: String = "", _ value: (StrategySummary) -> Double?
  ) -> ReportTable.Column {
    ReportTable.Column(
      name: name, heading: heading, unit: unit, rank: rank, note: note, cells: .numbers(rows.map(value), rounding))
  }

  private func ends(
    _ name: String, _ low: String, _ high: String, _ range: (StrategySummary) -> ClosedRange<Double>?
  ) -> ReportTable.Column {
    ReportTable.Column(name: name, cells: .ranges(rows.map(range), .three, low: low, high: high))
  }

  private func column(_ metric: Metric) -> ReportTable.Column {
    let about = metric.descriptor
    let rank = Self.ofEvents.contains(metric) && !hasOnlyEvents ? about.rank + 30 : about.rank
    return number(about.column, about.heading, about.unit, about.rounding, rank: rank, about.note) {
      $0.isAtRest && Self.ofMovingTime.contains(metric) ? nil : $0[metric]?.mean
    }
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

  /// The ranges that files have of a metric; people read that of the drain.
  private func ranges(of metric: Metric) -> [ReportTable.Column] {
    let prediction =
      metric.isWholePhone ? [ends(metric.column, "p5", "p95") { $0.predictionRange(of: metric) }] : []
    guard metric == .energy || metric == .drainPercentPerHour else { return prediction }
    var mean = ends(metric.column, "ci95_low", "ci95_high") { $0[metric]?.flooredInterval }
    var quantiles = ends(metric.column, "p2_5", "p97_5") { $0[metric]?.quantileRange }
    func show(_ column: inout ReportTable.Column, _ heading: String) {
      guard case .ranges(let ranges, _, let low, let high) = column.cells else { return }
      (column.heading, column.unit, column.rank) = ([heading], "%/h", 22)
      column.cells = .ranges(ranges, .drain, low: low, high: high)
    }
    if metric == .drainPercentPerHour {
      switch interval {
      case .quantiles: show(&quantiles, "range")
      case .mean: show(&mean, "interval")
      case nil: break
      }
    }
    return prediction + [mean, quantiles]
  }

  /// Percent of the battery that the hours off the charger take.
  func battery(_ row: StrategySummary) -> Double? { row[.drainPercentPerHour].map { $0.mean * hours } }

  /// The same of real runs, about 90 % of them.
  func predictedBattery(_ row: StrategySummary) -> ClosedRange<Double>? {
    row.predictionRange(of: .drainPercentPerHour).map { $0.lowerBound * hours...$0.upperBound * hours }
  }

  /// `16 h`.
  static func text(hours: Double) -> String { "\(DecimalText.significant(hours, digits: 3)) h" }
}
