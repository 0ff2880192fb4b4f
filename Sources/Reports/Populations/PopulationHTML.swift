import Analysis
import Quantities

/// Strategies over people as one page that works offline, prints, follows dark mode, and loads nothing.
public struct PopulationHTML: Sendable {
  public init() {}

  public func render(_ report: PopulationReport) -> String {
    PageFrame.render(PopulationTemplate.text, values(report))
  }

  private func values(_ report: PopulationReport) -> [String: Any] {
    let legends = report.hasPrediction ? 4 : 3
    var values = PageFrame.values(report.context, basis: Array(report.remarks.dropFirst(legends)))
    values["subtitle"] = PlainText.line(report.subtitle)
    values["finding"] = PlainText.line(report.finding)
    values["about"] = PlainText.line(report.about)
    values["legend"] = report.remarks.prefix(legends).map(PlainText.line)
    values["charts"] = [
      (PopulationFigure.drain, "What each person's phone draws", "Percent of the battery per hour"),
      (.error95, "How far off each person's positions are", "Error that 95 % of the time stays below, m"),
    ].enumerated().compactMap { index, chart -> [String: Any]? in
      let drawing = PeopleChart(report: report, figure: chart.0, title: chart.2, identifier: "people-\(index)")
      return drawing.svg().map { ["heading": chart.1, "svg": $0] }
    }
    values.merge(table(report)) { $1 }
    values["groups"] = report.rows.compactMap { row -> [String: Any]? in
      guard !row.groups.isEmpty else { return nil }
      return [
        "strategy": PlainText.line(row.strategy),
        "rows": row.groups.map { group -> [String: Any] in
          [
            "name": PopulationReport.cell(group), "figure": PopulationReport.title(group.figure), "best": group.isHurt,
            "cells": [
              PageCell(text: "\(group.people)", value: Double(group.people)), PageCell(group.share, Figure.percent),
              PageCell(group.worstShare, Figure.percent), PageCell(group.risk) { Figure.text($0, decimals: 2) },
              PageCell(text: Figure.text(group.riskInterval, decimals: 2)),
              PageCell(group.mean) { PopulationReport.text(group.figure, $0) },
              PageCell(
                text: PopulationReport.text(
                  group.figure, PopulationReport.interval(group.figure, group.mean, group.meanInterval))),
              PageCell(row[group.figure]?.mean) { PopulationReport.text(group.figure, $0) },
            ].map(\.values),
          ]
        },
      ]
    }
    return values
  }

  /// What people come for stands first, the rest behind it for those who scroll.
  private func table(_ report: PopulationReport) -> [String: Any] {
    let first: [PopulationFigure] = [.drain, .locationDrain, .error95, .coverage]
    let figures = first + PopulationFigure.allCases.filter { !first.contains($0) }
    func cells(
      _ part: String, _ row: PopulationRow?, _ cell: (PeopleStatistics, PopulationFigure) -> PageCell
    ) -> [[String: Any]] {
      figures.map { figure in
        guard let row else { return ["name": PopulationReport.title(figure), "unit": part] }
        return (row[figure].map { cell($0, figure) } ?? PageCell(text: Figure.missing)).values
      }
    }
    /// The headings, or a row.
    func all(_ row: PopulationRow?) -> [[String: Any]] {
      let medians = cells("median", row) { all, figure in
        PageCell(all.median) { PopulationReport.text(figure, $0) }
      }
      let worst = cells("worst tenth", row) { all, figure in
        PageCell(all.worstDecile) { PopulationReport.text(figure, $0) }
      }
      let predictions = figures.map { figure -> [[String: Any]] in
        guard report.rows.contains(where: { $0.predictionRange(of: figure) != nil }) else { return [] }
        guard let row else { return [["name": PopulationReport.title(figure), "unit": "prediction"]] }
        let range = row.predictionRange(of: figure)
        return [PageCell(text: PopulationReport.text(figure, range), value: range?.lowerBound).values]
      }
      return figures.indices.flatMap { [medians[$0]] + predictions[$0] + [worst[$0]] }
        + cells("10 % to 90 %", row) { all, figure in
          PageCell(text: PopulationReport.text(figure, min(all.p10, all.p90)...max(all.p10, all.p90)))
        }
        + cells("worst tenth, its 95 % interval", row) { all, figure in
          PageCell(text: PopulationReport.text(figure, all.worstDecileInterval))
        }
    }
    return [
      "headings": ([["name": "Strategy", "unit": ""], ["name": "Use", "unit": ""]] as [[String: Any]]) + all(nil),
      "rows": report.rows.map { row -> [String: Any] in
        ["name": PlainText.line(row.strategy), "cells": [PageCell(text: row.use.rawValue).values] + all(row)]
      },
    ]
  }
}
