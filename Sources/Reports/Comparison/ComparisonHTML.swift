import Analysis
import DeviceModel
import Quantities
import Simulation

/// A comparison as one page that works offline, prints, follows dark mode, and loads nothing. Its one script sorts and
/// zooms; all is there without it.
public struct ComparisonHTML: Sendable {
  public init() {}

  public func render(_ report: ComparisonReport) -> String {
    PageFrame.render(ComparisonTemplate.text, values(report))
  }

  private func values(_ report: ComparisonReport) -> [String: Any] {
    var values = PageFrame.values(report.context, basis: basis(report))
    values["finding"] = ComparisonFinding.sentence(for: report)
    values.merge(table(report)) { $1 }
    if let svg = ParetoChart(report: report).svg() {
      values["pareto"] = ["svg": svg, "caption": caption(report)]
    }
    if let svg = EnergyChart(report: report).svg() {
      values["energy"] = [
        "svg": svg, "components": Component.allCases.map(ChartWords.title(of:)), "rows": report.rows.map(energyRow),
      ]
    }
    if let svg = DistributionChart(report: report).svg() {
      values["distributions"] = [
        "svg": svg,
        "caption": "Every second of all seeds counts once; bins are a factor of the square root of two wide, the most "
          + "frequent one fills the height. Errors fit the use: of the position held (live), of the track\(report.whenJudged) (record).",
      ]
    }
    if let day = report.day { values["day"] = Self.day(day, report) }
    return values
  }

  private static func day(_ day: ComparisonDay, _ report: ComparisonReport) -> [String: Any] {
    let detail = day.detail
    let name = PlainText.line(detail.strategy)
    let map = DayMap(detail: detail).drawing()
    var values: [String: Any] = [
      "about": "Map and timeline show \(name) on seed \(detail.record.seed), the day on which its drain is the median. "
        + "'geojoule run --html' shows any other.",
      "map": map.svg, "mapCaption": map.remark,
    ]
    if let timeline = TimelineChart(detail: detail).drawing() {
      values["timeline"] = [
        "svg": timeline.svg, "caption": timeline.remark, "strategy": name,
        "span": DecimalText.exact(detail.record.horizon.seconds), "clock": detail.startOfDay,
        "left": SVGCanvas.number(TimelineChart.left), "right": SVGCanvas.number(TimelineChart.right),
        "causes": CauseSentence.list(
          EnergyCause.all(of: detail.record).filter { $0.cause.purpose != .system }, limit: 5, radio: detail.radio),
      ]
    }
    let battery = BatteryChart(curves: day.batteries, startOfDay: detail.startOfDay, highlighted: detail.strategy)
    if let svg = battery.svg() {
      values["battery"] = [
        "svg": svg,
        "caption":
          "Seed \(detail.record.seed), full at the start, screen off; it rises where the day's script connects "
          + "the charger. The axis begins above 0 where all levels do.",
      ]
    }
    return values
  }

  private func caption(_ report: ComparisonReport) -> String {
    let others = report.rows.indices.filter { report.rows[$0].error95 != nil && !report.front.contains($0) }
    let line =
      report.limits.isEmpty
      ? "" : " Budgets are the red lines, each for the strategies that it names: right of or above it they break it."
    let little = report.rows.indices.contains { report.rows[$0].error95 != nil && report.coversLittle($0) }
    let covers =
      little
      ? " A small error over little of the time is no merit: where a strategy covers less, its name says so." : ""
    let best =
      "Left and low is better.\(line)\(covers) Strategies on the front are beaten by no other that covers as much in both, "
      + "for the same use; the line goes through those that cover most"
    guard !others.isEmpty else { return best + "; here all are on it." }
    guard ParetoChart(report: report).namesAll else {
      return best + ". Only those on the front are named; the pointer on another, and the table, tell its name."
    }
    let names = others.map { PlainText.line(report.rows[$0].strategy) }
    let list =
      names.count == 1 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    return best + "; off it: \(list)."
  }

  private func basis(_ report: ComparisonReport) -> [String] {
    var lines = [report.context.provenance] + report.context.notes
    lines += report.remarks
    return lines.map(PlainText.line)
  }

  private func table(_ report: ComparisonReport) -> [String: Any] {
    let front = Set(report.front)
    var columns: [(name: String, unit: String, cell: (StrategySummary) -> PageCell)] = [
      ("Use", "", { PageCell(text: $0.use.rawValue) }),
      ("Drain", "%/h", { PageCell($0[.drainPercentPerHour]?.mean, Figure.drain) }),
    ]
    if report.hasPrediction {
      columns.append(
        (
          "Prediction", "%/h",
          { row in
            let range = row.predictionRange(of: .drainPercentPerHour)
            return PageCell(text: Figure.drain(range), value: range?.lowerBound)
          }
        ))
    }
    if report.interval != nil {
      columns.append(
        (
          report.intervalHeading, "%/h",
          { row in
            let range = report.range(of: row[.drainPercentPerHour])
            return PageCell(text: Figure.drain(range), value: range?.lowerBound)
          }
        ))
    }
    columns += [
      ("Location", "%/h", { PageCell($0.marginalDrain?.mean, Figure.drain) }),
      ("Power", "mW", { PageCell($0[.averagePower]?.mean) { Figure.text($0) } }),
      ("Error p50", "m", { PageCell($0.medianError?.mean, Figure.plain) }),
      ("Error p95", "m", { PageCell($0.error95?.mean, Figure.plain) }),
      ("Covers", "%", { PageCell($0[$0.use.coverage]?.mean, Figure.percent) }),
      ("Age p95", "s", { PageCell($0[.ageP95]?.mean, Figure.plain) }),
      ("First fix", "s", { PageCell($0[.firstFix]?.mean, Figure.plain) }),
      ("Fixes", "per hour", { PageCell($0[.locationsPerHour]?.mean, Figure.plain) }),
      ("Calls", "per hour", { PageCell($0[.deliveriesPerHour]?.mean, Figure.plain) }),
      ("Wake-ups", "per hour", { PageCell($0[.wakeupsPerHour]?.mean, Figure.plain) }),
      ("Uploads", "per hour", { PageCell($0[.uploadsPerHour]?.mean, Figure.plain) }),
    ]
    if report.hasWatch {
      columns.append(("Watch", "%/h of its battery", { PageCell($0[.watchDrainPercentPerHour]?.mean, Figure.drain) }))
    }
    if report.hasEvents {
      columns += [
        ("Late p50", "s", { PageCell($0[.eventLatencyP50]?.mean, Figure.plain) }),
        ("Late p95", "s", { PageCell($0[.eventLatencyP95]?.mean, Figure.plain) }),
        ("Missed", "per run", { PageCell($0[.missedEvents]?.mean, Figure.plain) }),
        ("False", "per run", { PageCell($0[.falseEvents]?.mean, Figure.plain) }),
      ]
    }
    if report.rows.contains(where: { $0[.batteryEmpty] != nil }) {
      columns.append(("Empty after", "h", { PageCell($0[.batteryEmpty]?.mean) { Figure.text($0) } }))
    }
    var legend = [report.predictionLegend, report.intervalLegend].compactMap(\.self)
    legend.append(
      "Drain is that of the whole phone with the screen off; location is what location use adds to the same days "
        + "without it. Errors are those that fit the use: live, of the position the app holds, second by second; "
        + "record, of the track through all positions\(report.whenJudged), where late ones "
        + "\(report.isAtRest ? "" : "and gaps at rest ")lose nothing. "
        + "Covers is the share of the day in which a position is held (live), or of the \(report.timeToCover) that the track covers "
        + "(record). Age is that of the position held. A star marks the front: " + report.frontLegend)
    if report.hasEvents { legend.append(ComparisonReport.eventLegend) }
    let headings =
      [["name": "Strategy"]]
      + columns.map { $0.unit.isEmpty ? ["name": $0.name] : ["name": $0.name, "unit": $0.unit] }
    let rows: [[String: Any]] = report.rows.enumerated().map { index, row in
      [
        "name": PlainText.line(row.strategy), "best": front.contains(index),
        "cells": columns.map { $0.cell(row).values },
      ]
    }
    return ["headings": headings, "rows": rows, "legend": legend]
  }

  private func energyRow(_ row: StrategySummary) -> [String: Any] {
    [
      "name": PlainText.line(row.strategy),
      "cells":
        (Component.allCases.map { EnergyChart.power(of: $0, in: row) }
        + [row[.averagePower]?.mean, row[.energy]?.mean]).map { PageCell($0) { Figure.text($0) }.values },
    ]
  }
}
