import Analysis
import Quantities

/// Strategies over people as one page that works offline, prints, follows dark mode, and loads nothing.
public struct PopulationHTML: Sendable {
  public init() {}

  public func render(_ report: PopulationReport) -> String {
    PageFrame.render(PopulationTemplate.text, values(report))
  }

  private func values(_ report: PopulationReport) -> [String: Any] {
    var values = PageFrame.values(report.context, basis: Array(report.remarks.dropFirst(3)))
    values["subtitle"] = PlainText.line(report.subtitle)
    values["finding"] = PlainText.line(report.finding)
    values["about"] = PlainText.line(report.about)
    values["legend"] = report.remarks.prefix(3).map(PlainText.line)
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
              Self.cell(Double(group.people)) { "\(Int($0))" }, Self.cell(group.share) { Figure.percent($0) },
              Self.cell(group.worstShare) { Figure.percent($0) },
              Self.cell(group.risk) { Figure.text($0, decimals: 2) },
              ["text": Figure.text(group.riskInterval, decimals: 2)],
              Self.cell(group.mean) { PopulationReport.text(group.figure, $0) },
              ["text": PopulationReport.text(group.figure, group.meanInterval)],
            ],
          ]
        },
      ]
    }
    return values
  }

  private func table(_ report: PopulationReport) -> [String: Any] {
    let parts = ["median", "10 % to 90 %", "worst tenth", "its 95 % interval"]
    let headings =
      [["name": "Strategy", "unit": ""], ["name": "Use", "unit": ""]]
      + PopulationFigure.allCases.flatMap { figure in
        parts.map { ["name": PopulationReport.title(figure), "unit": $0] }
      }
    let rows = report.rows.map { row -> [String: Any] in
      [
        "name": PlainText.line(row.strategy),
        "cells": [["text": row.use.rawValue]]
          + PopulationFigure.allCases.flatMap { figure -> [[String: String]] in
            guard let all = row[figure] else { return Array(repeating: ["text": Figure.missing], count: parts.count) }
            return [
              Self.cell(all.median) { PopulationReport.text(figure, $0) },
              ["text": PopulationReport.text(figure, min(all.p10, all.p90)...max(all.p10, all.p90))],
              Self.cell(all.worstDecile) { PopulationReport.text(figure, $0) },
              ["text": PopulationReport.text(figure, all.worstDecileInterval)],
            ]
          },
      ]
    }
    return ["headings": headings, "rows": rows]
  }

  /// What a cell shows, and the number it is sorted by.
  private static func cell(_ value: Double, _ text: (Double) -> String) -> [String: String] {
    ["text": text(value), "value": DecimalText.significant(value, digits: 6)]
  }
}
