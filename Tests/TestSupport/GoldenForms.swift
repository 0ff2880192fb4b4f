import Foundation

/// A JSON document with each object and each list on one line that fits in `width` or holds no other one, so that a golden file shows a
/// row as a row.
///
/// - Parameter longest: of a list of numbers, how many are shown. The rest is counted.
public func compactJSON(_ text: String, longest: Int = 6, width: Int = 480) -> String {
  var lines: [String] = []
  // Where the objects and lists that are still open begin, and whether one in them stayed on several lines.
  var open: [(line: Int, isDeep: Bool)] = []
  for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
    lines.append(line)
    let closing = line.trimmingCharacters(in: CharacterSet(charactersIn: " ,"))
    if line.hasSuffix("{") || line.hasSuffix("[") { open.append((lines.count - 1, false)) }
    guard closing == "}" || closing == "]", let (start, isDeep) = open.popLast() else { continue }
    var inner = lines[(start + 1)..<(lines.count - 1)].map { $0.trimmingCharacters(in: .whitespaces) }
    let isNested = inner.contains { $0.hasSuffix("}") || $0.hasSuffix("},") || $0.hasSuffix("]") || $0.hasSuffix("],") }
    if closing == "]", inner.count > longest, inner.allSatisfy({ Double($0.trimmingCharacters(in: [","])) != nil }) {
      inner = inner.prefix(longest) + ["and \(inner.count - longest) more"]
    }
    let whole = lines[start] + inner.joined(separator: " ") + line.trimmingCharacters(in: .whitespaces)
    if isDeep || isNested && whole.count > width {
      if let last = open.indices.last { open[last].isDeep = true }
    } else {
      lines.removeSubrange(start...)
      lines.append(whole)
    }
  }
  return lines.joined(separator: "\n")
}

/// A page without its style and its script, each drawing as the numbers of its elements and its texts: what a reader meets, in order.
/// Closing tags are left out, since readers of XML check them. Drawings have golden files of their own.
public func pageStructure(_ page: String) -> String {
  var text = page
  for (pattern, form) in [("<style>.*?</style>", "<style>"), ("<script>.*?</script>", "<script>")] {
    text = text.replacingOccurrences(of: "(?s)" + pattern, with: form, options: .regularExpression)
  }
  text = text.replacingOccurrences(of: "sha256-[^']*", with: "sha256", options: .regularExpression)
  var result = ""
  while let start = text.range(of: "<svg"), let end = text.range(of: "</svg>", range: start.upperBound..<text.endIndex)
  {
    result += text[..<start.lowerBound] + drawing(String(text[start.lowerBound..<end.upperBound]))
    text = String(text[end.upperBound...])
  }
  result += text
  var lines: [String] = []
  var rows = 0
  for line in result.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
    rows = line.hasPrefix("<tr") ? rows + 1 : line.hasPrefix("<tbody") || line.isEmpty ? 0 : rows
    if line.hasPrefix("</tbody>"), rows > shownRows { lines.append("and \(rows - shownRows) rows more") }
    let isClosing = line.hasPrefix("</") && line.dropFirst(2).allSatisfy { $0.isLetter || $0 == ">" }
    if !line.isEmpty, !isClosing, !line.hasPrefix("<tr") || rows <= shownRows { lines.append(line) }
  }
  return lines.joined(separator: "\n") + "\n"
}

/// Of a table in a page: its text, Markdown and CSV have golden files with all of them.
private let shownRows = 3

private func drawing(_ svg: String) -> String {
  var counts: [String: Int] = [:]
  var words: [String] = []
  for part in svg.split(separator: "<").dropFirst() {
    let name = String(part.prefix { $0.isLetter })
    if !name.isEmpty { counts[name, default: 0] += 1 }
    let content = part.drop { $0 != ">" }.dropFirst().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if !content.isEmpty { words.append(content) }
  }
  let elements = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  return "<svg: \(elements)>\n\(words.joined(separator: " | "))\n</svg>"
}
