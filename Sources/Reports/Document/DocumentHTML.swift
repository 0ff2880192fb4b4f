import Core

/// A report as one page that works offline, prints, follows dark mode, and loads nothing; its script sorts and filters tables,
/// marks rows in charts, and reads values out. All is there without it.
package struct DocumentHTML {
  package init() {}

  package func render(_ document: ReportDocument) -> String {
    var drawn = 0
    let main = document.sections.firstIndex { $0.table != nil && !$0.isDetail }
    let header = [
      "<header>", PageFrame.element("h1", document.title),
      PageFrame.element("p class=\"finding\"", Self.unbroken(document.headline)),
      PageFrame.element("p class=\"about\"", document.subtitle),
    ]
    let figures = document.keyFigures.map { figure in
      "<div>\(PageFrame.element("dt", Self.unbroken(figure.label)))\(PageFrame.element("dd", figure.value))</div>"
    }
    let key = (figures.isEmpty ? [] : ["<dl class=\"key\">"] + figures + ["</dl>"]) + ["</header>"]
    let sections = document.sections.enumerated().flatMap { place, section in
      lines(section, document, isMain: place == main, &drawn) + (place == 0 ? document.choice?.lines ?? [] : [])
    }
    let basis =
      (main == nil ? document.closing : []) + document.allRemarks
      + [document.context?.seedSentence].compactMap(\.self)
    return PageFrame.page(
      header + key + sections + PageFrame.basis(basis, document), title: document.title, version: document.version,
      script: document.choice == nil ? PageFiles.script : "\(PageFiles.script)\n\(PageFiles.choice)")
  }

  /// No line ends between a number and its unit.
  private static func unbroken(_ text: String) -> String {
    text.replacing(/([0-9]) (%|(?:h|min|s|m|km|J)\b)/) { "\($0.output.1)\u{A0}\($0.output.2)" }
  }

  /// A section, or nothing for one whose drawings have nothing to draw.
  ///
  /// - Parameter isMain: whether what holds for the whole report stands below its table.
  private func lines(
    _ section: ReportDocument.Section, _ document: ReportDocument, isMain: Bool, _ drawn: inout Int
  ) -> [String] {
    let title = section.title ?? section.pageTitle ?? document.title
    let charts = section.charts.flatMap { chart in
      drawn += 1
      return figure(chart, "plot-\(drawn)", of: section)
    }
    let hasOthers = section.table != nil || !(section.paragraphs + section.list + section.warnings).isEmpty
    if charts.isEmpty, !section.charts.isEmpty, !hasOthers { return [] }
    let isPicture =
      section.charts.count == 1 && section.charts[0].tool != .zoom && section.table == nil && !section.isDetail
    var lines = ["<section\(isPicture ? " class=\"half\"" : "")>"]
    if section.isDetail {
      lines += ["<details>", PageFrame.element("summary", title)]
    } else if section.title != nil || section.pageTitle != nil {
      lines.append(PageFrame.element("h2", title))
    }
    lines += section.paragraphs.map { PageFrame.element("p", $0) }
    if !section.list.isEmpty { lines += PageFrame.list("ol", section.list) }
    lines += section.warnings.map { "<p class=\"warning\"><b>Warning:</b> \(PlainText.markup($0))</p>" }
    let drawings = charts.isEmpty ? [] : ["<div class=\"plots\">"] + charts + ["</div>"]
    var rows: [String] = []
    if let table = section.table {
      let isFolded = table.rowCount >= Self.leastFolded && !section.isDetail
      rows += isFolded ? ["<details>", "<summary>All \(table.rowCount) rows</summary>"] : []
      rows += self.lines(table, title, isLinked: section.isLinked) + (isFolded ? ["</details>"] : [])
    }
    lines += section.chartsFollowTable ? rows + drawings : drawings + rows
    if isMain {
      lines += document.closing.map { PageFrame.element("p", $0) }
      if !document.background.isEmpty {
        lines += ["<details>", "<summary>What the columns mean</summary>"]
        lines += PageFrame.list("ul", document.background) + ["</details>"]
      }
    }
    if !section.listing.isEmpty { lines.append(PageFrame.code(section.listing)) }
    return lines + (section.isDetail ? ["</details>"] : []) + ["</section>"]
  }

  /// A drawing, or nothing where there is nothing to draw.
  private func figure(_ chart: ReportChart, _ identifier: String, of section: ReportDocument.Section) -> [String] {
    guard let drawing = chart.draw(identifier) else { return [] }
    let caption = drawing.remark ?? chart.caption
    return ["<figure\(chart.tool == .none ? "" : " class=\"\(chart.tool.rawValue)\"")>"]
      + (["", section.title, section.pageTitle].contains(chart.title) ? [] : [PageFrame.element("h3", chart.title)])
      + [drawing.svg] + (caption.isEmpty ? [] : [PageFrame.element("figcaption", caption)]) + ["</figure>"]
  }

  /// A table with all its columns, with a body for each group of rows.
  private func lines(_ table: ReportTable, _ label: String, isLinked: Bool) -> [String] {
    let columns = table.shown()
    let isLong = (0..<table.rowCount).contains { table.name($0).count > 30 }
    let headings = columns.enumerated().map { place, column in
      let title = PlainText.markup(column.label)
      let unit = column.unit.isEmpty ? "" : " <small>\(PlainText.markup(column.unit))</small>"
      return "<th scope=\"col\"\(column.isText && place > 0 ? Self.word : "")>\(title)\(unit)</th>"
    }
    let styles = ["sortable", "most-\(table.mostColumns)"] + (isLinked ? ["rows"] : []) + (isLong ? ["long"] : [])
    var lines = PageFrame.scrolled("Table: \(label)", styles.joined(separator: " "))
    lines += ["<thead>", "<tr>\(headings.joined())</tr>", "</thead>"]
    for row in 0..<table.rowCount {
      let group = table.group(before: row)
      if row > 0, group != nil { lines.append("</tbody>") }
      if row == 0 || group != nil { lines.append("<tbody>") }
      if let group {
        lines.append(
          "<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"\(columns.count)\">\(PlainText.markup(group))</th></tr>"
        )
      }
      let isBest = table.starred.contains(row)
      let style = isBest ? " class=\"best\"" : table.alarming.contains(row) ? " class=\"broken\"" : ""
      let cells = columns.dropFirst().map { column in
        let text = column.text(row)
        let value = column.value(row).flatMap { $0.isFinite ? DecimalText.significant($0, digits: 6) : nil }
        // A cell that is a plain number is sorted by what it shows.
        let sorted = Double(text) == nil ? value.map { " data-v=\"\($0)\"" } ?? "" : ""
        return "<td\(column.isText ? Self.word : "")\(sorted)>\(PlainText.markup(text))</td>"
      }
      lines.append(
        "<tr\(style)\(isLinked ? " data-row=\"\(row)\"" : "")>"
          + "<th scope=\"row\">\(PlainText.markup(table.name(row)))\(isBest ? " ★" : "")</th>\(cells.joined())</tr>")
    }
    return lines + (table.rowCount > 0 ? ["</tbody>"] : []) + ["</table>", "</div>"]
  }

  /// A table with so many rows is folded.
  private static let leastFolded = 30
  private static let word = " class=\"word\""
}
