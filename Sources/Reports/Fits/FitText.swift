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
      .init(
        heading: ["Interval by", ""], alignment: .left, rank: 1,
        cells: rows.map { $0.note.isEmpty ? $0.method : "\($0.method); \($0.note)" }),
    ])
    return table.lines(width: width, style: style)
  }

  private func correlation(_ section: FitSection) -> [String] {
    let names = section.parameters.map { PlainText.line($0.name) }
    var columns = [
      TextTable.Column(heading: ["Correlation"], alignment: .left, cells: names)
    ]
    for (j, name) in names.enumerated() {
      columns.append(
        .init(heading: [name], rank: j + 1, cells: section.correlation.map { CorrelationText.cell($0[j]) }))
    }
    return [""] + TextTable(columns: columns).lines(width: width, style: style)
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
