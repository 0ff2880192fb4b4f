/// A fit on a terminal.
public struct FitText: Sendable {
  let width: Int
  let style: TextStyle

  public init(width: Int = 100, isColoured: Bool = false) {
    self.width = max(60, width)
    style = TextStyle(isColoured: isColoured)
  }

  public func render(_ report: FitReport) -> String {
    var lines = [style.bold(PlainText.line(report.title))]
    for finding in report.findings { lines += wrapped(finding, "") }
    lines.append("")
    for input in report.inputs {
      lines += wrapped("\(input.role): \(input.file), \(input.details.joined(separator: ", "))", "  ")
      lines.append("  SHA-256 \(input.digest)")
    }
    for section in report.sections {
      lines.append("")
      lines += self.lines(section)
    }
    lines.append("")
    return lines.joined(separator: "\n")
  }

  private func lines(_ section: FitSection) -> [String] {
    var lines = [style.bold(PlainText.line(section.title))]
    if !section.formula.isEmpty { lines += wrapped(section.formula, "  ") }
    if !section.parameters.isEmpty { lines += parameters(section) }
    if section.correlation.count > 1 { lines += correlation(section) }
    for table in section.tables { lines += self.table(table) }
    for figure in section.figures { lines += wrapped("\(figure.name): \(figure.text)", "  ") }
    for warning in section.warnings { lines += wrapped("warning: \(warning)", "  ") }
    return lines
  }

  private func parameters(_ section: FitSection) -> [String] {
    let rows = section.parameters
    let table = TextTable(columns: [
      .init(heading: ["Parameter", ""], alignment: .left, cells: rows.map { PlainText.line($0.name) }),
      .init(heading: ["Value", ""], cells: rows.map { FitNumber.text($0.value, error: $0.standardError) }),
      .init(
        heading: ["Standard", "error"], cells: rows.map { FitNumber.part($0.standardError, error: $0.standardError) }),
      .init(
        heading: ["95 % interval", ""],
        cells: rows.map { FitNumber.interval($0.interval, error: $0.standardError) }),
      .init(heading: ["Unit", ""], alignment: .left, cells: rows.map(\.unit)),
    ])
    var methods: [(text: String, names: [String])] = []
    for row in rows {
      let text = row.note.isEmpty ? row.method : "\(row.method); \(row.note)"
      if let place = methods.firstIndex(where: { $0.text == text }) {
        methods[place].names.append(row.name)
      } else {
        methods.append((text, [row.name]))
      }
    }
    let words = methods.enumerated().map { index, method in
      methods.count == 1 ? method.text : "\(method.text) (\(method.names.joined(separator: ", ")))"
    }
    return table.lines(width: width, style: style)
      + wrapped("95 % intervals by \(words.joined(separator: "; "))", "  ")
  }

  /// Columns are called by number, and come in blocks where the terminal is too narrow for all.
  private func correlation(_ section: FitSection) -> [String] {
    let names = section.parameters.enumerated().map { "\($0.offset + 1) \(PlainText.line($0.element.name))" }
    let room = width - (names.map(\.count).max() ?? 0)
    let perBlock = max(3, room / 7)
    var lines: [String] = []
    for first in stride(from: 0, to: names.count, by: perBlock) {
      var columns = [TextTable.Column(heading: ["Correlation"], alignment: .left, cells: names)]
      for j in first..<min(names.count, first + perBlock) {
        columns.append(.init(heading: ["\(j + 1)"], cells: section.correlation.map { CorrelationText.cell($0[j]) }))
      }
      lines += [""] + TextTable(columns: columns).lines(width: width, style: style)
    }
    return lines
  }

  private func table(_ table: FitTable) -> [String] {
    let columns = table.headings.enumerated().map { index, heading in
      TextTable.Column(
        heading: [heading.name, heading.unit], alignment: index == 0 ? .left : .right, rank: index > 5 ? index : 0,
        cells: table.rows.map { index < $0.count ? PlainText.line($0[index]) : "" })
    }
    let title = table.title.isEmpty ? [] : ["", PlainText.line(table.title)]
    return title + TextTable(columns: columns).lines(width: width, style: style) + [""]
  }

  private func wrapped(_ text: String, _ indent: String) -> [String] {
    TextWrap.lines(PlainText.line(text), width: width - indent.count, indent: "  ").map { indent + $0 }
  }
}
