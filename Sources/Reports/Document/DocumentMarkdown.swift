/// A report as Markdown with tables as GitHub understands them, for a pull request or a wiki; never longer than a comment may
/// be.
package struct DocumentMarkdown {
  /// Shows every column and the background.
  var isWide: Bool
  /// How long it may be, in bytes.
  var limit = MarkdownRoom.limit

  package init(isWide: Bool = false) { self.isWide = isWide }

  package func render(_ document: ReportDocument) -> String {
    let head =
      document.marker + """
        ### \(PlainText.markdown(MarkdownRoom.clip(document.title)))

        **\(PlainText.markdown(MarkdownRoom.clip(document.headline, 2000)))**

        \(PlainText.markdown(MarkdownRoom.clip(document.subtitle, 2000)))


        """
    let tail = "\n```sh\n\(MarkdownRoom.clip(PlainText.line(document.command), 4000))\n```\n"
    // Half of the room is for tables; what they leave is for remarks.
    var room = limit - head.utf8.count - tail.utf8.count - 200
    let sections = document.sections.filter { $0.isShown(isWide: isWide) }
    let share = room / 2 / max(sections.count, 1)
    let body = sections.map { section($0, document.foldedRemarks, room: share) }.joined(separator: "\n")
    room -= body.utf8.count
    let remarks = document.closing + document.suggestions + document.remarks + (isWide ? document.background : [])
    return head + body + "\n" + list(remarks, room: room) + tail
  }

  private func list(_ remarks: [String], room: Int) -> String {
    MarkdownRoom.fit(
      remarks.map { "- \(PlainText.markdown(MarkdownRoom.clip($0, 2000)))\n" },
      "- %d more remarks are left out.\n", room: room)
  }

  /// - Parameter foldedRemarks: stand with the rows that the table folds away.
  private func section(_ section: ReportDocument.Section, _ foldedRemarks: [String], room: Int) -> String {
    var text = section.title.map { "#### \(PlainText.markdown(MarkdownRoom.clip($0)))\n\n" } ?? ""
    for paragraph in section.paragraphs + section.warnings.map({ "warning: \($0)" }) {
      text += PlainText.markdown(MarkdownRoom.clip(paragraph, 2000)) + "\n\n"
    }
    text += section.list.enumerated().map {
      "\($0.offset + 1). \(PlainText.markdown(MarkdownRoom.clip($0.element, 2000)))\n"
    }
    .joined()
    if !section.listing.isEmpty {
      text += "```yaml\n\(MarkdownRoom.clip(PlainText.block(section.listing), 4000))\n```\n"
    }
    guard let table = section.table else { return text }
    return text + self.table(table, foldedRemarks, room: room - text.utf8.count)
  }

  private func table(_ table: ReportTable, _ foldedRemarks: [String], room: Int) -> String {
    guard let folded = table.folded, folded.from < table.rowCount else {
      return rows(0..<table.rowCount, of: table, room: room)
    }
    var text = folded.from == 0 ? "" : rows(0..<folded.from, of: table, room: room) + "\n"
    text += "<details><summary>\(PlainText.markup(folded.summary))</summary>\n\n"
    text += rows(folded.from..<table.rowCount, of: table, room: room - text.utf8.count)
    if !foldedRemarks.isEmpty { text += "\n" + list(foldedRemarks, room: room - text.utf8.count) }
    return text + "\n</details>\n"
  }

  /// The heading, then as many rows as there is room for.
  private func rows(_ range: Range<Int>, of table: ReportTable, room: Int) -> String {
    let columns = table.shown(most: isWide ? .max : table.mostColumns)
    let headings = columns.map { [$0.label, $0.unit].filter { !$0.isEmpty }.joined(separator: " ") }
    let head = line(headings) + line(columns.map { $0.isText ? "---" : "---:" })
    let lines = range.flatMap { row in
      let cells = columns.enumerated().map { index, column in
        let text = PlainText.markdown(MarkdownRoom.clip(index == 0 ? table.name(row) : column.text(row)))
        return index == 0 && table.starred.contains(row) ? "\(text) ★" : text
      }
      let group = table.group(before: row).map { ["| **\(PlainText.markdown($0))** |\n"] } ?? []
      return group + [line(cells)]
    }
    return head + MarkdownRoom.fit(lines, "\n%d more rows are left out.\n", room: room - head.utf8.count)
  }

  private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
}

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
