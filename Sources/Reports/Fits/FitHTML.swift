/// A fit as one page that works offline, prints, and follows dark mode: no script, nothing loaded.
public struct FitHTML: Sendable {
  public init() {}

  public func render(_ report: FitReport) -> String { render(report, style: "") }

  /// - Parameter style: added to that of a fit's page.
  func render(_ report: FitReport, style: String) -> String {
    var drawn = 0
    var values: [String: Any] = [
      "version": PlainText.line(report.version),
      "title": PlainText.line(report.title),
      "finding": PlainText.line(report.findings.first ?? ""),
      "more": report.findings.dropFirst().map(PlainText.line),
      "command": PlainText.line(report.command),
      "sections": report.sections.map { section($0, &drawn) },
      "hasInputs": !report.inputs.isEmpty,
      "inputs": report.inputs.map { input in
        [
          "text": PlainText.line("\(input.role): \(input.file), \(input.details.joined(separator: ", "))"),
          "digest": input.digest,
        ]
      },
    ]
    if !report.fragment.isEmpty { values["fragment"] = [Self.block(report.fragment)] }
    return PageFrame.render(FitTemplate.text, values, style: FitTemplate.css + style, hasScript: false)
  }

  private func section(_ section: FitSection, _ drawn: inout Int) -> [String: Any] {
    var tables: [[String: Any]] = []
    if !section.parameters.isEmpty { tables.append(parameters(section)) }
    if section.correlation.count > 1 { tables.append(correlation(section)) }
    tables += section.tables.map { table($0, label: $0.title.isEmpty ? section.title : $0.title) }
    var plots: [[String: Any]] = []
    for plot in section.plots {
      drawn += 1
      guard let svg = FitChart(plot: plot, identifier: "plot-\(drawn)").svg() else { continue }
      plots.append(["svg": svg, "title": PlainText.line(plot.title), "caption": PlainText.line(plot.caption)])
    }
    return [
      "title": PlainText.line(section.title),
      "formula": section.formula.isEmpty ? [] : [PlainText.line(section.formula)],
      "warnings": section.warnings.map(PlainText.line),
      "tables": tables,
      "hasFigures": !section.figures.isEmpty,
      "figures": section.figures.map { PlainText.line("\($0.name): \($0.text)") },
      "hasPlots": !plots.isEmpty,
      "plots": plots,
    ]
  }

  private func parameters(_ section: FitSection) -> [String: Any] {
    table(
      FitTable(
        title: "",
        headings: [
          ("Parameter", ""), ("Value", ""), ("Standard error", ""), ("95 % interval", ""), ("Unit", ""),
          ("Interval by", ""),
        ],
        rows: section.parameters.map {
          [
            $0.name, FitNumber.text($0.value, error: $0.standardError),
            FitNumber.part($0.standardError, error: $0.standardError),
            FitNumber.interval($0.interval, error: $0.standardError), $0.unit,
            $0.note.isEmpty ? $0.method : "\($0.method); \($0.note)",
          ]
        }), label: "Parameters of \(section.title)")
  }

  private func correlation(_ section: FitSection) -> [String: Any] {
    table(
      FitTable(
        title: "Correlation of the estimates",
        headings: [("", "")] + section.parameters.map { ($0.name, "") },
        rows: zip(section.parameters, section.correlation).map { [$0.name] + $1.map(CorrelationText.cell) }),
      label: "Correlation matrix of \(section.title)")
  }

  private func table(_ table: FitTable, label: String) -> [String: Any] {
    [
      "caption": table.title.isEmpty ? [] : [PlainText.line(table.title)],
      "label": PlainText.line(label),
      "headings": table.headings.map {
        let name = ["name": PlainText.line($0.name)]
        return $0.unit.isEmpty ? name : name.merging(["unit": PlainText.line($0.unit)]) { $1 }
      },
      "rows": table.rows.map { row in
        ["name": PlainText.line(row.first ?? ""), "cells": row.dropFirst().map(PlainText.line)] as [String: Any]
      },
    ]
  }

  /// Several lines, each made harmless.
  private static func block(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { PlainText.line(String($0)) }
      .joined(separator: "\n")
  }
}
