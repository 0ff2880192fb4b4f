package import Analysis
import Core

/// A sweep's cells over their seeds: what every format but JSON Lines renders.
package struct SweepReport: Sendable, RenderedReport {
  /// A report is held in memory, unlike JSON Lines: it has so many cells at most.
  package static let mostCells = 10_000

  package let header: SweepHeader
  package let rows: [SweepRow]
  package let command: String

  /// - Parameter rows: of sums, in the order of the cells.
  package init(header: SweepHeader, rows: [SweepRow], command: String) {
    (self.header, self.rows, self.command) = (header, rows, command)
  }

  package var json: String { DocumentJSON(schema: "geojoule-sweep-report").render(document) }

  private func sums(_ row: SweepRow) -> CellSums? { if case .sums(let sums) = row.content { sums } else { nil } }

  /// The prediction range of a figure of the whole phone.
  private func prediction(_ row: SweepRow, _ place: Int) -> ClosedRange<Double>? {
    guard header.metrics[place].isWholePhone, let sums = sums(row) else { return nil }
    return sums.predictionRange(of: sums.figures[place])
  }

  /// The labels of the cells, those that differ first.
  private var labels: (varying: [String], fixed: [String]) {
    let names = rows.lazy.flatMap { $0.labels.map(\.name) }.uniqued()
    let values = names.map { name in Set(rows.map { row in row.labels.first { $0.name == name } }) }
    let varying = zip(names, values).filter { $1.count > 1 }.map(\.0)
    return (varying, names.filter { !varying.contains($0) })
  }

  private func text(_ row: SweepRow, _ name: String) -> String {
    row.labels.first { $0.name == name }.map { OptimizationReport.text($0) } ?? ""
  }

  /// In words, with its unit.
  private func heading(_ name: String) -> (name: String, unit: String) {
    let label = SweepLabel(name, unit: header.units[name] ?? "", .none)
    return (label.words, label.unit)
  }

  /// The report before it is written in a format: a row for each cell.
  package var document: ReportDocument {
    let (varying, fixed) = labels
    let means = header.metrics.indices.map { place in rows.map { sums($0)?.figures[place].mean } }
    let columns = ReportColumns(rows)
    let table = ReportTable {
      columns.counts(["cell"], name: "cell") { $0.cell }
      for (place, name) in (varying + fixed).enumerated() {
        column(name, rank: place < varying.count ? place + 1 : 90)
      }
      columns.numbers(name: "first_seed") { sums($0).map { Double($0.firstSeed) } }
      columns.counts(["seeds"], name: "seeds", rank: 91) { sums($0)?.seeds }
      for place in header.metrics.indices { self.columns(place, rank: varying.count + 1 + place) }
      columns.words(name: "note") { sums($0)?.notes.joined(separator: "; ") ?? "" }
    }
    let same = fixed.compactMap { name in
      rows.first.map { text($0, name) }.flatMap { $0.isEmpty ? nil : "\(heading(name).name) \($0)" }
    }
    return ReportDocument(
      title: "Sweep \(header.planName)", headline: finding(varying, means),
      subtitle: "\(header.layout.cellCount) cells on \(header.layout.seedCount) seeds from \(header.firstSeed)"
        + (same.isEmpty ? "" : "; all: \(same.joined(separator: ", "))"),
      sections: (header.metrics.isEmpty ? [] : [.init(charts: [chart(varying)])]) + [.init(table: table)],
      closing: ["Intervals are Student's 95 % intervals of the mean over the seeds. Cells share their seeds' days."],
      remarks: RowNotes.lines(rows.map { ("cell \($0.cell)", sums($0)?.notes ?? []) }, most: 4),
      background: table.meanings, version: header.version,
      command: command)
  }

  /// A figure over the seeds, with its ranges, which stand behind all figures.
  @ReportTable.ColumnList private func columns(_ place: Int, rank: Int) -> [ReportTable.Column] {
    let (columns, metric, about) = (ReportColumns(rows), header.metrics[place], header.metrics[place].descriptor)
    let (heading, unit) = (about.heading.isEmpty ? [about.words] : about.heading, about.unit)
    columns.numbers(
      heading, name: metric.column, unit: unit, rounding: about.rounding, rank: rank, note: about.note
    ) { sums($0)?.figures[place].mean }
    if metric.isWholePhone {
      columns.ranges(
        heading + ["predicted"], name: metric.column, ends: ("p5", "p95"), unit: unit, rounding: about.rounding,
        rank: rank + header.metrics.count, note: "Meant to hold about 90 % of real runs."
      ) { prediction($0, place) }
    }
    columns.ranges(
      heading + ["95 %"], name: metric.column, ends: ("ci95_low", "ci95_high"), unit: unit,
      rounding: about.rounding, rank: rank + 2 * header.metrics.count
    ) { sums($0)?.figures[place].meanInterval }
  }

  /// Numbers where every cell has one: files and pages sort by them.
  private func column(_ name: String, rank: Int) -> ReportTable.Column {
    let (title, unit) = heading(name)
    let values = rows.map { row in row.labels.first { $0.name == name }?.value }
    let numbers = values.map { value -> Double? in if case .number(let number)? = value { number } else { nil } }
    if !numbers.contains(nil) {
      return .init(name: name, heading: [title], unit: unit, rank: rank, cells: .numbers(numbers, .three))
    }
    // Files have plain numbers beside the words.
    let words = zip(values, rows).map { value, row -> String in
      if case .number(let number)? = value { return DecimalText.exact(number) }
      return text(row, name)
    }
    let isFigures = numbers.contains { $0 != nil }
    return .init(
      name: name, heading: [title], unit: unit, rank: rank, isFigures: isFigures, cells: .words(words))
  }

  /// The figure of the headline and the picture: the drain, which phones of any battery share, or else the plan's first.
  private var shown: Int { header.metrics.firstIndex(of: .drainPercentPerHour) ?? 0 }

  /// A bar for each cell, as many as can be read; the one that the headline names is among them.
  private func chart(_ varying: [String]) -> ReportChart {
    let (metric, place) = (header.metrics[shown], shown)
    let means = rows.map { sums($0)?.figures[place].mean }
    let known = rows.indices.filter { means[$0] != nil }
    let least = known.min { (means[$0] ?? 0) < (means[$1] ?? 0) }
    let first = known.prefix(BarChart.most)
    let seen = least.map { first.contains($0) ? Array(first) : first.dropLast() + [$0] } ?? []
    let isPredicted = seen.allSatisfy { prediction(rows[$0], place) != nil }
    let bars = seen.compactMap { index -> BarChart.Bar? in
      guard let mean = means[index] else { return nil }
      let name = varying.map { text(rows[index], $0) }.joined(separator: ", ")
      let range = isPredicted ? prediction(rows[index], place) : sums(rows[index])?.figures[place].meanInterval
      return .init(name: name.isEmpty ? "cell \(rows[index].cell)" : name, value: mean, interval: range ?? mean...mean)
    }
    let left = seen.count < rows.count ? ", \(seen.count) of \(rows.count) cells" : ""
    let unit = metric.descriptor.unit.isEmpty ? "" : ", \(metric.descriptor.unit)"
    let title =
      "\(PlainText.capitalized(metric.descriptor.words))\(unit), \(isPredicted ? "predicted range" : "95 % interval")\(left)"
    return ReportChart(title: "\(PlainText.capitalized(metric.descriptor.words)) of each cell") { identifier in
      BarChart(
        bars: bars, title: title, about: "A bar for each cell", rounding: metric.descriptor.rounding,
        identifier: identifier
      ).svg()
    }
  }

  /// The cell with the least of the figure shown.
  private func finding(_ varying: [String], _ means: [[Double?]]) -> String {
    guard header.metrics.indices.contains(shown), case let (metric, column) = (header.metrics[shown], means[shown]),
      let best = rows.indices.min(by: { (column[$0] ?? .infinity) < (column[$1] ?? .infinity) }),
      let least = column[best], let most = column.compactMap(\.self).max()
    else { return "No cell has a figure." }
    let about = metric.descriptor
    let (rounding, unit) = (about.rounding, about.unit)
    let place = varying.map { "\(heading($0).name) \(text(rows[best], $0))" }.joined(separator: ", ")
    func words(_ share: String, _ range: ClosedRange<Double>) -> String {
      " (\(share) \(rounding.ends(range)))"
    }
    let interval =
      prediction(rows[best], shown).map { words("predicted:", $0) }
      ?? sums(rows[best])?.figures[shown].meanInterval.map { words("95 %", $0) }
    return
      "\(PlainText.capitalized(about.words)) goes from \(rounding.text(least))\(interval ?? "") to \(rounding.text(most))"
      + "\(unit.isEmpty ? "" : " \(unit)") over \(rows.count) \(rows.count == 1 ? "cell" : "cells"); "
      + "least in cell \(rows[best].cell)\(place.isEmpty ? "" : ", \(place)")."
  }
}

extension CellSums.Figure {
  fileprivate var mean: Double? { sum.mean }

  /// Student's 95 % interval of the mean; `nil` for fewer than two values.
  fileprivate var meanInterval: ClosedRange<Double>? {
    guard let mean, let deviation, sum.count > 1 else { return nil }
    let half =
      StudentT.quantile(0.975, degreesOfFreedom: Double(sum.count - 1)) * deviation / Double(sum.count).squareRoot()
    return SampleStatistics.floored(mean - half...mean + half, mean: mean)
  }
}
