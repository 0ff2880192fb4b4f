/// An aligned table of plain text.
struct TextTable {
  struct Column {
    /// The lines of the heading, usually a name and a unit.
    var heading: [String]
    var isLeft = false
    var cells: [String]

    var width: Int { (heading + cells).map(DisplayWidth.of).max() ?? 0 }
  }

  private static let separation = 2
  let columns: [Column]

  /// In terminal columns.
  var width: Int { columns.reduce(0) { $0 + $1.width } + Self.separation * max(0, columns.count - 1) }

  /// The lines of the table, headings first, without trailing blanks.
  ///
  /// - Parameters:
  ///   - width: the longest line under the headings, in terminal columns.
  ///   - emphasized: rows to show in the style's green.
  ///   - groupBefore: a heading that stands above a row.
  ///   - below: lines that continue the name of a row.
  func lines(
    width: Int, style: TextStyle, emphasized: Set<Int> = [], groupBefore: (Int) -> String? = { _ in nil },
    below: (Int) -> [String] = { _ in [] }
  ) -> [String] {
    let widths = columns.map(\.width)
    func line(_ text: (Column) -> String) -> String {
      let cells = zip(columns, widths).map { column, width in
        let cell = text(column)
        let padding = String(repeating: " ", count: width - DisplayWidth.of(cell))
        return column.isLeft ? cell + padding : padding + cell
      }
      let line = cells.joined(separator: String(repeating: " ", count: Self.separation))
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    var lines = (0..<(columns.map(\.heading.count).max() ?? 0)).map { row in
      style.bold(line { row < $0.heading.count ? $0.heading[row] : "" })
    }
    lines.append(String(repeating: "-", count: min(width, self.width)))
    for row in 0..<(columns.first?.cells.count ?? 0) {
      if let group = groupBefore(row) { lines += (row == 0 ? [] : [""]) + [style.bold(group)] }
      let text = line { $0.cells[row] }
      lines += ([text] + below(row)).map { emphasized.contains(row) ? style.green($0) : $0 }
    }
    return lines
  }
}
