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

/// Breaks sentences into lines.
package enum TextWrap {
  /// `text` in lines of at most `width` columns, later lines indented. A longer word stands alone.
  package static func lines(_ text: String, width: Int, indent: String = "") -> [String] {
    var lines: [String] = []
    var line = ""
    // A number and its percent sign stay together.
    for part in text.replacing(" %", with: "\u{A0}%").split(separator: " ") {
      let word = String(part).replacing("\u{A0}%", with: " %")
      if line.isEmpty {
        line = lines.isEmpty ? word : indent + word
      } else if DisplayWidth.of(line) + 1 + DisplayWidth.of(word) <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = indent + word
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// The whole of a name, in lines of at most `width` columns.
  static func nameLines(_ name: String, width: Int) -> [String] {
    lines(broken(name, width: width - 2), width: width, indent: "  ")
  }

  /// `text` with spaces in its words of more than `width` columns, where they can be parted best: behind a sign.
  private static func broken(_ text: String, width: Int) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      var (parts, rest) = ([Substring](), word)
      while DisplayWidth.of(String(rest)) > width {
        var (end, taken) = (rest.startIndex, 0)
        for character in rest {
          taken += DisplayWidth.of(character)
          if taken > width { break }
          end = rest.index(after: end)
        }
        let sign = rest[..<end].lastIndex { "-_./,".contains($0) }.map(rest.index(after:))
        let cut = sign.flatMap { rest.distance(from: rest.startIndex, to: $0) * 2 > width ? $0 : nil } ?? end
        parts.append(rest[..<cut])
        rest = rest[cut...]
      }
      return (parts + [rest]).joined(separator: " ")
    }.joined(separator: " ")
  }
}

/// Bold and dim on a terminal, or nothing.
struct TextStyle: Sendable {
  let isColoured: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func green(_ text: String) -> String { wrap(text, "32") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
