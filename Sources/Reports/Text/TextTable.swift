/// An aligned table of plain text. Columns that do not fit the width are left out, the least important first.
struct TextTable {
  enum Alignment { case left, right }

  struct Column {
    /// The lines of the heading, usually a name and a unit.
    var heading: [String]
    var alignment: Alignment = .right
    /// Columns with a larger number go first; 0 always stays.
    var rank = 0
    var cells: [String]

    var width: Int { (heading + cells).map(DisplayWidth.of).max() ?? 0 }
  }

  static let separation = 2
  var columns: [Column]

  /// The lines of the table, headings first, without trailing blanks.
  ///
  /// - Parameters:
  ///   - width: in terminal columns.
  ///   - emphasized: rows to show in the style's green.
  ///   - groupBefore: a heading that stands above a row.
  func lines(
    width: Int, style: TextStyle, emphasized: Set<Int> = [], groupBefore: (Int) -> String? = { _ in nil }
  ) -> [String] {
    let shown = fitting(width).columns
    let headingRows = shown.map(\.heading.count).max() ?? 0
    var lines: [String] = []
    for row in 0..<headingRows {
      lines.append(style.bold(line(shown) { row < $0.heading.count ? $0.heading[row] : "" }))
    }
    lines.append(String(repeating: "-", count: min(width, totalWidth(shown))))
    for row in 0..<(shown.first?.cells.count ?? 0) {
      if let group = groupBefore(row) { lines += (row == 0 ? [] : [""]) + [style.bold(group)] }
      let text = line(shown) { $0.cells[row] }
      lines.append(emphasized.contains(row) ? style.green(text) : text)
    }
    return lines
  }

  /// The table without the columns that do not fit the width.
  func fitting(_ width: Int) -> TextTable {
    var shown = columns
    while totalWidth(shown) > width,
      let last = shown.indices.filter({ shown[$0].rank > 0 }).max(by: {
        shown[$0].rank < shown[$1].rank
      })
    {
      shown.remove(at: last)
    }
    return TextTable(columns: shown)
  }

  /// In terminal columns.
  var width: Int { totalWidth(columns) }

  private func totalWidth(_ columns: [Column]) -> Int {
    columns.reduce(0) { $0 + $1.width } + Self.separation * max(0, columns.count - 1)
  }

  private func line(_ columns: [Column], text: (Column) -> String) -> String {
    var result = ""
    for (index, column) in columns.enumerated() {
      let cell = text(column)
      let padding = String(repeating: " ", count: column.width - DisplayWidth.of(cell))
      if index > 0 { result += String(repeating: " ", count: Self.separation) }
      result += column.alignment == .left ? cell + padding : padding + cell
    }
    while result.last == " " { result.removeLast() }
    return result
  }
}
