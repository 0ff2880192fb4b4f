/// Breaks sentences into lines.
package enum TextWrap {
  /// `text` in lines of at most `width` columns, later lines indented. A longer word stands alone.
  package static func lines(_ text: String, width: Int, indent: String = "") -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if line.isEmpty {
        line = lines.isEmpty ? String(word) : indent + word
      } else if DisplayWidth.of(line) + 1 + DisplayWidth.of(String(word)) <= width {
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
