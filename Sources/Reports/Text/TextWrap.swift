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
