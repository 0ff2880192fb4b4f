package import Analysis

/// Which parameters an answer depends on, before it is written in a format: plain data, no estimation in it.
package struct SensitivityReport: Sendable, RenderedReport {
  /// A figure with its 95 % interval.
  package typealias Estimate = (value: Double, interval: ClosedRange<Double>)

  /// A parameter by its key: its shares of the answer's variance, `nil` without Sobol's indices; the mean absolute change of the
  /// answer across its range, in the answer's unit; the same with its sign; and the standard deviation of the changes.
  package typealias Row = (
    name: String, total: Estimate?, alone: Estimate?, size: Estimate, effect: Double, spread: Double
  )

  /// The most important first.
  package let rows: [Row]
  package let title: String
  package let metric: BudgetMetric
  /// The result in sentences, the most important first.
  package let findings: [String]
  /// How it was found, a sentence each.
  package let method: [String]
  package let version: String
  package let command: String

  /// An estimate of a share may lie beyond 0 or 1 by noise; its interval ends there, or at the estimate.
  package static func share(_ value: Double, _ interval: ClosedRange<Double>) -> Estimate {
    (value, interval.clamped(to: min(0, value)...max(1, value)))
  }

  package init(
    rows: [Row], title: String, metric: BudgetMetric, findings: [String], method: [String], version: String,
    command: String
  ) {
    (self.rows, self.title, self.metric, self.findings) = (rows, title, metric, findings)
    (self.method, self.version, self.command) = (method, version, command)
  }

  package var json: String { DocumentJSON(schema: "geojoule-sensitivity").render(document) }

  package var document: ReportDocument {
    let (columns, unit) = (ReportColumns(rows), metric.unit.symbol)
    func estimate(
      _ name: String, _ heading: [String], unit: String = "", rank: Int, rounding: FigureRounding = .three,
      _ note: String, _ cell: (Row) -> Estimate?
    ) -> [ReportTable.Column] {
      [
        columns.numbers(heading, name: name, unit: unit, rounding: rounding, rank: rank, note: note) {
          cell($0)?.value
        },
        columns.ranges(
          [heading[0], "\(heading[1]) 95 %"], name: name, ends: ("ci95_low", "ci95_high"), rounding: rounding,
          rank: rank + 1
        ) { cell($0)?.interval },
      ]
    }
    let table = ReportTable(nameWidth: 40) {
      columns.words(["parameter"], name: "parameter") { $0.name }
      estimate(
        "total_share", ["share in", "all"], unit: "%", rank: 1, rounding: .share,
        "The share of the variance that would remain if all other parameters were known.", \.total)
      estimate(
        "share_alone", ["share", "alone"], unit: "%", rank: 5, rounding: .share,
        "The share of the variance that it causes by itself. An estimate of a share near 0 may be negative.", \.alone)
      estimate(
        "effect_size", ["size of", "effect"], unit: unit, rank: 3,
        "The mean absolute change of the answer across the parameter's range."
      ) { $0.size }
      columns.numbers(["effect"], name: "effect", unit: unit, rank: 7, note: "The mean change, with its sign.") {
        $0.effect
      }
      columns.numbers(
        ["varies"], name: "effect_spread", unit: unit, rank: 8, note: "How much the change depends on other parameters."
      ) { $0.spread }
    }
    return ReportDocument(
      title: title, headline: findings.first ?? title,
      subtitle: "Shares: Sobol's indices. Effects: Morris's screening between the 5 % and 95 % quantiles.",
      sections: [
        .init(title: "Shares of the variance", charts: [bars("Share of the variance, %", .share, \.total)]),
        .init(
          title: "Effects",
          charts: [bars("Mean absolute change of the answer\(unit.isEmpty ? "" : ", \(unit)")") { $0.size }]),
        .init(pageTitle: "Parameters with an effect of at least a ten-thousandth of the largest", table: table),
      ], closing: Array(findings.dropFirst()),
      background: method + table.meanings,
      version: version, command: command)
  }

  private func bars(
    _ title: String, _ rounding: FigureRounding = .three, _ value: (Row) -> Estimate?
  ) -> ReportChart {
    let bars = rows.compactMap { row in
      value(row).map { BarChart.Bar(name: row.name, value: $0.value, interval: $0.interval) }
    }.sorted { $0.value > $1.value }.prefix(BarChart.most)
    return ReportChart(
      caption: bars.count < rows.count
        ? "The \(bars.count) largest; lines are 95 % intervals." : "Lines are 95 % intervals."
    ) { identifier in
      BarChart(bars: Array(bars), title: title, rounding: rounding, identifier: identifier).svg()
    }
  }
}
