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
}
