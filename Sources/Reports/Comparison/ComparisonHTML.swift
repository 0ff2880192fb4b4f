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
    values.merge(DocumentPage(document: report.document).values) { $1 }
    if let day = report.day { values["battery"] = Self.battery(day, report) }
    if let svg = ParetoChart(report: report, layout: .wide).svg() {
      let narrow = ParetoChart(report: report, layout: .narrow).svg() ?? ""
      values["pareto"] = ["svg": svg, "narrow": narrow, "caption": caption(report)]
    }
    if let svg = EnergyChart(report: report, layout: .wide).svg() {
      values["energy"] = [
        "svg": svg, "narrow": EnergyChart(report: report, layout: .narrow).svg() ?? "",
        "components": Component.allCases.map(ChartWords.title(of:)), "rows": report.rows.enumerated().map(energyRow),
      ]
    }
    if let svg = DistributionChart(report: report, layout: .wide).svg() {
      values["distributions"] = [
        "svg": svg, "narrow": DistributionChart(report: report, layout: .narrow).svg() ?? "",
        "caption":
          "Each second of all seeds counts once. Errors are of the position held (live) or of the track (record).",
      ]
    }
    if let day = report.day { values["day"] = Self.day(day, report) }
    return values
  }

  private static func battery(_ day: ComparisonDay, _ report: ComparisonReport) -> [String: Any]? {
    func svg(_ layout: ChartLayout) -> String? { BatteryChart(day: day, report: report, layout: layout).svg() }
    guard let wide = svg(.wide) else { return nil }
    return [
      "svg": wide, "narrow": svg(.narrow) ?? "",
      "caption":
        "Seed \(day.detail.record.seed), full at the start, screen off. It rises where the day connects the charger.",
    ]
  }

  private static func day(_ day: ComparisonDay, _ report: ComparisonReport) -> [String: Any] {
    let detail = day.detail
    let name = PlainText.line(detail.strategy)
    let map = DayMap(detail: detail, layout: .wide).drawing()
    let narrow = DayMap(detail: detail, layout: .narrow, dotLimit: 400, circleLimit: 24).drawing()
    var values: [String: Any] = [
      "about": "Map and timeline show \(name) on seed \(detail.record.seed), the day on which its drain is the median. "
        + "'geojoule run --html' shows any other.",
      "map": map.svg, "narrowMap": narrow.svg, "mapCaption": map.remark,
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
    return values
  }

  private func caption(_ report: ComparisonReport) -> String {
    var text = "Left and low is better; the line joins the Pareto-optimal strategies that cover most."
    if !report.limits.isEmpty { text += " Red lines are budgets: right of or above them a strategy breaks its budget." }
    if report.rows.indices.contains(where: { report.rows[$0].error95 != nil && report.coversLittle($0) }) {
      text += " Error counts only where positions exist; low coverage is named."
    }
    if !ParetoChart(report: report).namesAll { text += " Only Pareto-optimal strategies are named." }
    return text
  }

  private func basis(_ report: ComparisonReport) -> [String] {
    ([report.context.provenance] + report.context.allNotes + report.remarks).map(
      PlainText.line)
  }

  private func energyRow(_ index: Int, _ row: StrategySummary) -> [String: Any] {
    [
      "row": "\(index)", "name": PlainText.line(row.strategy),
      "cells":
        (Component.allCases.map { EnergyChart.power(of: $0, in: row) }
        + [row[.averagePower]?.mean, row[.energy]?.mean]).map { PageCell($0) { Figure.text($0) }.values },
    ]
  }
}
