import ArgumentParser
import Reports

/// The formats of a report. A new one is a case here, its line in `ReportRenderers.text` and its option in `FormatOptions`.
enum TextFormat: String, CaseIterable, ExpressibleByArgument {
  case table, csv, json, markdown, html

  private static let habits = ["text": table, "txt": table, "md": markdown, "htm": html]

  /// Takes `md` for `markdown` and `text` for `table`.
  init?(argument: String) {
    guard let format = Self(rawValue: argument) ?? Self.habits[argument] else { return nil }
    self = format
  }
}

/// The formats of one report, each made when it is asked for.
struct ReportRenderers {
  private let document: ReportDocument
  /// Comes from the results themselves.
  private let json: () -> String
  /// Stands under the text.
  private let below: String

  /// - Parameter shown: in place of the report's own document.
  init(_ report: some RenderedReport, shown: ReportDocument? = nil, below: String = "") {
    document = shown ?? report.document
    json = { report.json }
    self.below = below
  }

  func text(_ format: TextFormat, terminal: Terminal, isWide: Bool) -> String {
    switch format {
    case .table:
      DocumentText(width: terminal.width, isColoured: terminal.isColoured, isWide: isWide).render(document) + below
    case .csv: DocumentCSV().render(document)
    case .json: json()
    case .markdown: DocumentMarkdown(isWide: isWide).render(document)
    case .html: DocumentHTML().render(document)
    }
  }

  /// The same for standard output: what people read holds no commands to a build server.
  func printed(_ format: TextFormat, terminal: Terminal, isWide: Bool) -> String {
    let text = text(format, terminal: terminal, isWide: isWide)
    return format == .table || format == .markdown ? PlainText.printed(text) : text
  }
}
