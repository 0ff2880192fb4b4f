/// Keeps Markdown short enough for a comment on a pull request.
enum MarkdownRoom {
  /// GitHub takes 65,536 characters; some stay free for what a bot adds.
  static let limit = 64_000

  /// As many lines as there is room for, each with its line feed.
  ///
  /// - Parameters:
  ///   - rest: says how many lines are left out, `%d` stands for their number.
  ///   - room: in bytes; `rest` may go beyond it.
  static func fit(_ lines: [String], _ rest: String, room: Int) -> String {
    var text = ""
    var size = 0
    for (index, line) in lines.enumerated() {
      if size + line.utf8.count > room {
        let parts = rest.split(separator: "%d", omittingEmptySubsequences: false)
        return text + parts.joined(separator: "\(lines.count - index)")
      }
      text += line
      size += line.utf8.count
    }
    return text
  }

  /// `text` with an ellipsis where it was longer than `limit` characters.
  static func clip(_ text: String, _ limit: Int = 200) -> String {
    text.unicodeScalars.count <= limit
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit))) + "…"
  }
}
