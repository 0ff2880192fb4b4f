import Analysis
import DeviceModel
import Mustache

/// A comparison as one page that works offline, prints, and follows dark mode: no script, nothing loaded.
public struct ComparisonHTML: Sendable {
  public init() {}

  public func render(_ report: ComparisonReport) -> String {
    // The template is part of the program; the tests parse it.
    guard let template = try? MustacheTemplate(string: ComparisonTemplate.text) else {
      preconditionFailure("the page's template does not parse")
    }
    return template.render(values(report))
  }

  private func values(_ report: ComparisonReport) -> [String: Any] {
    let context = report.context
    var values: [String: Any] = [
      "css": PageStyle.css,
      "version": PlainText.line(context.version),
      "title": PlainText.line(context.title),
      "finding": ComparisonFinding.sentence(for: report),
      "subtitle": PlainText.line(context.subtitle),
      "command": PlainText.line(context.command),
      "basis": basis(report),
      "hasOmissions": !context.notModelled.isEmpty,
      "omissions": context.notModelled.map(PlainText.line),
    ]
    values.merge(table(report)) { $1 }
    if let svg = ParetoChart(report: report).svg() {
      values["pareto"] = ["svg": svg, "caption": caption(report)]
    }
    if let svg = EnergyChart(report: report).svg() {
      values["energy"] = [
        "svg": svg, "components": Component.allCases.map(ChartWords.title(of:)), "rows": report.rows.map(energyRow),
      ]
    }
    return values
  }

  private func caption(_ report: ComparisonReport) -> String {
    let others = report.rows.indices.filter { report.rows[$0].error95 != nil && !report.front.contains($0) }
    let best = "Left and low is better. Strategies on the front are beaten by no other in both, for the same use"
    guard !others.isEmpty else { return best + "; here all are." }
    let names = others.map { PlainText.line(report.rows[$0].strategy) }
    let list =
      names.count == 1 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    return best + "; off it: \(list)."
  }

  private func basis(_ report: ComparisonReport) -> [String] {
    var lines = [report.context.provenance] + report.context.notes
    for row in report.rows { lines += row.notes.map { "\(row.strategy): \($0)" } }
    return lines.map(PlainText.line)
  }

  private func table(_ report: ComparisonReport) -> [String: Any] {
    let front = Set(report.front)
    var columns: [(name: String, unit: String, cell: (StrategySummary) -> String)] = [
      ("Use", "", { $0.use.rawValue }),
      ("Drain", "%/h", { Figure.drain($0[.drainPercentPerHour]?.mean) }),
    ]
    if report.interval != nil {
      columns.append(("Range", "%/h", { Figure.drain(report.range(of: $0[.drainPercentPerHour])) }))
    }
    columns += [
      ("Location", "%/h", { Figure.drain($0.marginalDrain?.mean) }),
      ("Power", "mW", { Figure.text($0[.averagePower]?.mean) }),
      ("Error p50", "m", { Figure.plain($0.medianError?.mean) }),
      ("Error p95", "m", { Figure.plain($0.error95?.mean) }),
      ("Age p95", "s", { Figure.plain($0[.ageP95]?.mean) }),
      ("Track", "% covered", { Figure.percent($0[.trackCoverage]?.mean) }),
      ("Holds", "% of time", { Figure.percent($0[.availability]?.mean) }),
      ("First fix", "s", { Figure.plain($0[.firstFix]?.mean) }),
      ("Fixes", "per hour", { Figure.plain($0[.locationsPerHour]?.mean) }),
      ("Calls", "per hour", { Figure.plain($0[.deliveriesPerHour]?.mean) }),
      ("Wake-ups", "per hour", { Figure.plain($0[.wakeupsPerHour]?.mean) }),
      ("Uploads", "per hour", { Figure.plain($0[.uploadsPerHour]?.mean) }),
    ]
    if report.rows.contains(where: { $0[.batteryEmpty] != nil }) {
      columns.append(("Empty after", "h", { Figure.text($0[.batteryEmpty]?.mean) }))
    }
    var legend = [report.intervalLegend].compactMap(\.self)
    legend.append(
      "Drain is that of the whole phone with the screen off; location is what location use adds to the same days "
        + "without it. Errors are those that fit the use: live, of the position the app holds, second by second; "
        + "record, of the track through all positions, where late ones lose nothing. Age is that of the position held. "
        + "A star marks the front: no other strategy here has both less drain and less error over as much of the day, "
        + "for the same use.")
    let headings = [["name": "Strategy", "unit": ""]] + columns.map { ["name": $0.name, "unit": $0.unit] }
    let rows: [[String: Any]] = report.rows.enumerated().map { index, row in
      [
        "name": PlainText.line(row.strategy), "best": front.contains(index), "cells": columns.map { $0.cell(row) },
      ]
    }
    return ["headings": headings, "rows": rows, "legend": legend]
  }

  private func energyRow(_ row: StrategySummary) -> [String: Any] {
    [
      "name": PlainText.line(row.strategy),
      "cells": Component.allCases.map { Figure.text(EnergyChart.power(of: $0, in: row)) }
        + [Figure.text(row[.averagePower]?.mean), Figure.text(row[.energy]?.mean)],
    ]
  }
}
