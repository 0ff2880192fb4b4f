package struct DocumentText {
  /// Columns of the terminal.
  var width: Int
  var isColoured: Bool
  /// Shows every column and the background, however wide that is.
  var isWide = false

  package init(width: Int = 80, isColoured: Bool = false, isWide: Bool = false) {
    self.width = max(width, 60)
    (self.isColoured, self.isWide) = (isColoured, isWide)
  }

  /// How far names are broken before columns are left out.
  private static let leastName = 28

  package func render(_ document: ReportDocument) -> String {
    let style = TextStyle(isColoured: isColoured)
    var lines = wrapped(document.headline).map(style.bold)
    lines += wrapped(document.subtitle).map(style.dim)
    for section in document.sections where section.isShown(isWide: isWide) {
      lines.append("")
      if let title = section.title { lines.append(style.bold(title)) }
      for paragraph in section.paragraphs { lines += wrapped(paragraph, indent: "  ") }
      for (place, text) in section.list.enumerated() { lines += wrapped("\(place + 1). \(text)", indent: "   ") }
      for warning in section.warnings { lines += wrapped("warning: \(warning)", indent: "  ") }
      if !section.listing.isEmpty { lines.append(PlainText.block(section.listing)) }
      if let table = section.table { lines += self.lines(table, style) }
    }
    let notes = document.closing + document.allRemarks + (isWide ? document.background : [])
    if !notes.isEmpty { lines.append("") }
    for note in notes { lines += wrapped(note, indent: "  ") }
    // The shell takes the build for a comment.
    let build = document.version.contains("(") ? "  # geojoule \(document.version)" : ""
    lines.append(style.dim("Again: \(PlainText.line(document.command + build))"))
    return lines.joined(separator: "\n") + "\n"
  }

  private func wrapped(_ text: String, indent: String = "") -> [String] {
    TextWrap.lines(PlainText.line(text), width: width, indent: indent)
  }

  private func lines(_ table: ReportTable, _ style: TextStyle) -> [String] {
    // Names that are too long for a column follow the table, by number.
    let names = (0..<table.rowCount).map(table.name)
    let isNumbered = table.listsLongNames && names.contains { DisplayWidth.of($0) > table.nameWidth }
    var nameWidth = table.nameWidth
    /// A name in as many lines as it needs: its end may be what tells two rows apart.
    func parts(_ name: String) -> [String] {
      DisplayWidth.of(name) > nameWidth ? TextWrap.nameLines(name, width: nameWidth) : [name]
    }
    func text(_ columns: ArraySlice<ReportTable.Column>) -> TextTable {
      let first = names.enumerated().map { row, name in
        let name = isNumbered ? "\(row + 1)" : parts(name).first ?? ""
        return table.starred.contains(row) ? "\(name) *" : name
      }
      let hasUnits = columns.contains { !$0.unit.isEmpty }
      let height = columns.map(\.heading.count).max() ?? 0
      return TextTable(
        columns: columns.enumerated().map { index, column in
          TextTable.Column(
            heading: Array(repeating: "", count: height - column.heading.count) + column.heading
              + (hasUnits ? [column.isText ? "" : column.unit] : []), isLeft: column.isText || index == 0,
            cells: index == 0 ? first : (0..<table.rowCount).map { PlainText.line(column.text($0)) })
        })
    }
    // Names are broken, then the least important columns left out, which have no part in the height of the headings.
    var columns = table.shown(most: isWide ? .max : table.mostColumns)[...]
    let width = isWide ? Int.max : min(width, table.mostWidth)
    nameWidth = max(min(nameWidth, Self.leastName), nameWidth - max(0, text(columns).width - width))
    var hidden: [String] = []
    while columns.count > table.leastColumns, text(columns).width > width {
      hidden.insert(columns.remove(at: columns.lastIndex(where: \.isSpare) ?? columns.count - 1).title, at: 0)
    }
    let lines =
      text(columns).lines(width: width, style: style, emphasized: table.starred, groupBefore: table.group) {
        isNumbered ? [] : Array(parts(names[$0]).dropFirst())
      }
      + (isNumbered ? names.enumerated().flatMap { wrapped("\($0.offset + 1): \($0.element)", indent: "   ") } : [])
    let separator = hidden.contains { $0.contains(",") } ? "; " : ", "
    return lines
      + (hidden.isEmpty ? [] : wrapped("--wide also has: \(hidden.joined(separator: separator))", indent: "  "))
  }
}
