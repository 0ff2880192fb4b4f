import Reports

/// The formats of one report, each made when it is asked for.
struct ReportRenderers {
  let table: (Terminal, _ isWide: Bool) -> String
  let csv: () -> String
  let json: () -> String
  let markdown: (_ isWide: Bool) -> String
  let html: () -> String

  /// The formats of a document; its JSON comes from the results themselves.
  ///
  /// - Parameter below: stands under the text.
  init(_ document: ReportDocument, below: String = "", json: @escaping () -> String) {
    table = { DocumentText(width: $0.width, isColoured: $0.isColoured, isWide: $1).render(document) + below }
    csv = { DocumentCSV().render(document) }
    self.json = json
    markdown = { DocumentMarkdown(isWide: $0).render(document) }
    html = { DocumentHTML().render(document) }
  }

  init(_ report: some RenderedReport) { self.init(report.document, json: { report.json }) }

  /// - Parameters:
  ///   - below: stands under the text.
  ///   - showsFragment: whether the piece for a profile is shown, too.
  init(_ report: FitReport, below: String = "", showsFragment: Bool = true) {
    var shown = report
    if !showsFragment { shown.fragment = "" }
    self.init(shown.document, below: below, json: { report.json })
  }

  /// A pull request has its comment in place of the table.
  init(_ report: BudgetReport) {
    let all = Self(report.document, json: { report.json })
    (table, csv, json, html) = (all.table, all.csv, all.json, all.html)
    markdown = { BudgetMarkdown(isWide: $0).render(report) }
  }

  func text(_ format: TextFormat, terminal: Terminal, isWide: Bool = false) -> String {
    switch format {
    case .table: PlainText.printed(table(terminal, isWide))
    case .csv: csv()
    case .json: json()
    case .markdown: PlainText.printed(markdown(isWide))
    case .html: html()
    }
  }
}
