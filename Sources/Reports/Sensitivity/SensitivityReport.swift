import Analysis

/// Which parameters an answer depends on, before it is written in a format: plain data, no estimation in it.
package struct SensitivityReport: Sendable {
  /// A figure with its 95 % interval.
  package typealias Estimate = (value: Double, interval: ClosedRange<Double>)

  package struct Row: Sendable {
    /// The parameter's key.
    package let name: String
    /// Shares of the answer's variance; `nil` without Sobol's indices.
    package let total: Estimate?
    package let alone: Estimate?
    /// The mean absolute change of the answer across the parameter's range, in the answer's unit.
    package let size: Estimate
    /// The same with its sign.
    package let effect: Double
    /// Standard deviation of the changes.
    package let spread: Double

    package init(
      name: String, total: Estimate?, alone: Estimate?, size: Estimate, effect: Double, spread: Double
    ) {
      (self.name, self.total, self.alone) = (name, total, alone)
      (self.size, self.effect, self.spread) = (size, effect, spread)
    }
  }

  /// The most important first.
  package let rows: [Row]
  /// As people read it, with its charts.
  package let report: FitReport

  package init(rows: [Row], report: FitReport) { (self.rows, self.report) = (rows, report) }

  package var document: ReportDocument {
    func estimate(
      _ name: String, _ heading: [String], _ unit: String, rank: Int, _ rounding: FigureRounding, _ note: String,
      _ cell: (Row) -> Estimate?
    ) -> [ReportTable.Column] {
      [
        .init(
          name: name, heading: heading, unit: unit, rank: rank, note: note,
          cells: .numbers(rows.map { cell($0)?.value }, rounding)),
        .init(
          name: name, heading: heading + ["95 %"], rank: rank + 1,
          cells: .ranges(rows.map { cell($0)?.interval }, rounding, low: "ci95_low", high: "ci95_high")),
      ]
    }
    var columns = [ReportTable.Column(name: "parameter", heading: ["parameter"], cells: .words(rows.map(\.name)))]
    columns += estimate(
      "total_share", ["share in", "all"], "%", rank: 1, .share,
      "The share of the variance that would remain if all other parameters were known.", \.total)
    columns += estimate(
      "share_alone", ["share", "alone"], "%", rank: 3, .share, "The share of the variance that it causes by itself.",
      \.alone)
    columns += estimate(
      "effect_size", ["size of", "effect"], "", rank: 5, .three,
      "The mean absolute change of the answer across the parameter's range."
    ) { $0.size }
    columns += [
      .init(
        name: "effect", heading: ["effect"], rank: 7, note: "The mean change, with its sign.",
        cells: .numbers(rows.map(\.effect), .three)),
      .init(
        name: "effect_spread", heading: ["varies"], rank: 8, note: "How much the change depends on other parameters.",
        cells: .numbers(rows.map(\.spread), .three)),
    ]
    let table = ReportTable(columns: columns, nameWidth: 40)
    return ReportDocument(
      title: report.title, headline: report.findings.first ?? report.title,
      subtitle: "Shares: Sobol's indices. Effects: Morris's screening between the 5 % and 95 % quantiles.",
      sections: [ReportDocument.Section(table: table)], closing: Array(report.findings.dropFirst()),
      background: table.shown().filter { !$0.note.isEmpty }.map { "\($0.title): \($0.note)" },
      version: report.version, command: report.command)
  }
}
