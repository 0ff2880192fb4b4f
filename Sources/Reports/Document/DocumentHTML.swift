import Quantities

/// A report as one page that works offline, prints, follows dark mode, and loads nothing; its script sorts and filters tables,
/// marks rows in charts, and reads values out. All is there without it.
package struct DocumentHTML {
  package init() {}

  package func render(_ document: ReportDocument) -> String {
    var drawn = 0
    var values = document.context.map { PageFrame.values($0, basis: []) } ?? ["profiles": [], "hasOmissions": false]
    values["title"] = PlainText.line(document.title)
    values["subtitle"] = PlainText.line(document.subtitle)
    values["version"] = PlainText.line(document.version)
    values["command"] = PlainText.line(document.command)
    values["finding"] = PlainText.line(document.headline).replacing(" %", with: "\u{A0}%")
    let main = document.sections.firstIndex { $0.table != nil && !$0.isDetail }
    let seeds = [document.context?.seedSentence].compactMap(\.self)
    values["basis"] = ((main == nil ? document.closing : []) + document.remarks + seeds).map(PlainText.line)
    values["sections"] = document.sections.enumerated().compactMap { place, section in
      self.section(section, document, isMain: place == main, &drawn)
    }
    return PageFrame.render(Self.body, values)
  }

  /// The values of a section, or `nil` for one whose drawings have nothing to draw.
  ///
  /// - Parameter isMain: whether what holds for the whole report stands below its table.
  private func section(
    _ section: ReportDocument.Section, _ document: ReportDocument, isMain: Bool, _ drawn: inout Int
  ) -> [String: Any]? {
    let title = PlainText.line(section.title ?? section.pageTitle ?? document.title)
    // Missing values would be those of the page.
    var values: [String: Any] = [
      "paragraphs": section.paragraphs.map(PlainText.line), "warnings": section.warnings.map(PlainText.line),
      "list": section.list.isEmpty ? [] : [["points": section.list.map(PlainText.line)]],
      "listing": section.listing.isEmpty ? [] : [PlainText.block(section.listing)],
      "folded": section.isDetail ? [title] : [], "isFolded": section.isDetail,
      "heading": section.title == nil && section.pageTitle == nil || section.isDetail ? [] : [title],
      "legend": isMain ? document.closing.map(PlainText.line) : [],
      "meanings": isMain && !document.background.isEmpty
        ? [["lines": document.background.map(PlainText.line)]] : [],
    ]
    if let table = section.table { values["table"] = Self.values(table, title, isLinked: section.isLinked) }
    let charts = section.charts.compactMap { chart -> [String: Any]? in
      drawn += 1
      let isAlone = section.charts.count == 1
      func draw(_ layout: ChartLayout) -> (svg: String, remark: String?)? {
        chart.draw(layout, "plot-\(drawn)", isAlone)
      }
      guard let wide = draw(.wide) else { return nil }
      let caption = PlainText.line(wide.remark ?? chart.caption)
      let name = chart.title.isEmpty || chart.title == section.title ? [] : [PlainText.line(chart.title)]
      return [
        "svg": wide.svg, "narrow": draw(.narrow)?.svg ?? "",
        "class": [chart.isWide || isAlone ? "wide" : "", chart.tool.rawValue].filter { !$0.isEmpty }
          .joined(separator: " "), "hasCaption": !caption.isEmpty, "caption": caption, "name": name,
      ]
    }
    let hasOthers = section.table != nil || !(section.paragraphs + section.list + section.warnings).isEmpty
    if charts.isEmpty, !section.charts.isEmpty, !hasOthers { return nil }
    if !charts.isEmpty { values["plots"] = ["charts": charts] }
    return values
  }

  /// `headings` and `bodies` of a table with all its columns, a body for each group of rows.
  private static func values(_ table: ReportTable, _ label: String, isLinked: Bool) -> [String: Any] {
    let columns = table.shown()
    var bodies: [(group: [String], rows: [[String: Any]])] = []
    for row in 0..<table.rowCount {
      let group = table.group(before: row)
      if row == 0 || group != nil { bodies.append((group.map { [PlainText.line($0)] } ?? [], [])) }
      bodies[bodies.count - 1].rows.append(values(table, columns, row, isLinked: isLinked))
    }
    return [
      "label": label, "isLinked": isLinked, "span": columns.count,
      "long": (0..<table.rowCount).contains { table.name($0).count > 30 },
      "headings": columns.enumerated().map { place, column -> [String: Any] in
        let title = column.title.prefix(1).uppercased() + column.title.dropFirst()
        return [
          "name": title, "word": column.isText && place > 0, "unit": column.unit.isEmpty ? [] : [column.unit],
        ]
      },
      "bodies": bodies.map { ["group": $0.group, "rows": $0.rows] as [String: Any] },
    ]
  }

  private static func values(
    _ table: ReportTable, _ columns: [ReportTable.Column], _ row: Int, isLinked: Bool
  ) -> [String: Any] {
    [
      "name": table.name(row), "best": table.starred.contains(row), "row": isLinked ? ["\(row)"] : [],
      "cells": columns.dropFirst().map { column -> [String: Any] in
        let value = column.value(row).flatMap { $0.isFinite ? [DecimalText.significant($0, digits: 6)] : nil }
        return ["text": PlainText.line(column.text(row)), "word": column.isText, "value": value ?? []]
      },
    ]
  }

  private static let body =
    """
    <header>
    <h1>{{title}}</h1>
    <p class="finding">{{finding}}</p>
    <p class="about">{{subtitle}}</p>
    </header>
    {{#sections}}
    <section>
    {{#heading}}
    <h2>{{.}}</h2>
    {{/heading}}
    {{#folded}}
    <details>
    <summary>{{.}}</summary>
    {{/folded}}
    {{#paragraphs}}
    <p>{{.}}</p>
    {{/paragraphs}}
    {{#list}}
    <ol>
    {{#points}}
    <li>{{.}}</li>
    {{/points}}
    </ol>
    {{/list}}
    {{#warnings}}
    <p class="warning"><b>Warning:</b> {{.}}</p>
    {{/warnings}}
    {{#plots}}
    <div class="plots">
    {{#charts}}
    <figure class="{{class}}">
    {{#name}}
    <h3>{{.}}</h3>
    {{/name}}
    {{{svg}}}
    {{{narrow}}}
    {{#hasCaption}}
    <figcaption>{{caption}}</figcaption>
    {{/hasCaption}}
    </figure>
    {{/charts}}
    </div>
    {{/plots}}
    {{#table}}
    <div class="scroll" tabindex="0" role="region" aria-label="Table: {{label}}">
    <table class="sortable{{#isLinked}} rows{{/isLinked}}{{#long}} long{{/long}}">
    <thead>
    <tr>{{#headings}}<th scope="col"{{#word}} class="word"{{/word}}>{{name}}{{#unit}} <small>{{.}}</small>{{/unit}}</th>{{/headings}}</tr>
    </thead>
    {{#bodies}}
    <tbody>
    {{#group}}
    <tr class="group"><th scope="rowgroup" colspan="{{span}}">{{.}}</th></tr>
    {{/group}}
    {{#rows}}
    <tr{{#best}} class="best"{{/best}}{{#row}} data-row="{{.}}"{{/row}}><th scope="row">{{name}}{{#best}} ★{{/best}}</th>{{#cells}}<td{{#word}} class="word"{{/word}}{{#value}} data-v="{{.}}"{{/value}}>{{text}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    {{/bodies}}
    </table>
    </div>
    {{/table}}
    {{#legend}}
    <p>{{.}}</p>
    {{/legend}}
    {{#meanings}}
    <details>
    <summary>What the columns mean</summary>
    <ul>
    {{#lines}}
    <li>{{.}}</li>
    {{/lines}}
    </ul>
    </details>
    {{/meanings}}
    {{#listing}}
    <pre><code>{{.}}</code></pre>
    {{/listing}}
    {{#isFolded}}
    </details>
    {{/isFolded}}
    </section>
    {{/sections}}

    """ + PageFrame.basis
}
