import Reports

/// The formats of one report, each made when it is asked for.
struct ReportRenderers {
  let table: (Terminal, _ isWide: Bool) -> String
  let csv: () -> String
  let json: () -> String
  let markdown: (_ isWide: Bool) -> String
  let html: () -> String

  init(_ report: ComparisonReport) {
    self.init(
      report.document, json: { ComparisonJSON(includesRuns: true).render(report) },
      html: { ComparisonHTML().render(report) })
  }

  /// The formats of a document; its JSON comes from the results themselves.
  ///
  /// - Parameter html: a page that has more than the document.
  init(_ document: ReportDocument, json: @escaping () -> String, html: (() -> String)? = nil) {
    table = { DocumentText(width: $0.width, isColoured: $0.isColoured, isWide: $1).render(document) }
    csv = { DocumentCSV().render(document) }
    self.json = json
    markdown = { DocumentMarkdown(isWide: $0).render(document) }
    self.html = html ?? { DocumentHTML().render(document) }
  }

  init(_ report: SharingReport) { self.init(report.document, json: { SharingJSON().render(report) }) }

  init(_ report: AdviceReport) { self.init(report.document, json: { AdviceJSON().render(report) }) }

  init(_ report: MeasurementPlanReport) { self.init(report.document, json: { report.json }) }

  init(_ report: PopulationReport) { self.init(report.document, json: { PopulationJSON().render(report) }) }

  init(_ report: ValidationReport) { self.init(report.document, json: { ValidationJSON().render(report) }) }

  init(_ report: OptimizationReport) { self.init(report.document, json: { OptimizationJSON().render(report) }) }

  init(_ report: ActivityReport) { self.init(report.document, json: { report.json }) }

  init(_ report: SweepReport) {
    let document = report.document
    self.init(document, json: { DocumentJSON(schema: "geojoule-sweep-report").render(document) })
  }

  init(_ report: RunReport, page: @escaping () -> String) {
    table = { report.render(width: $0.width, isColoured: $0.isColoured, isWide: $1) }
    csv = { DocumentCSV().render(report.document) }
    json = { RunJSON().render(report) }
    markdown = { DocumentMarkdown(isWide: $0).render(report.document) }
    html = page
  }

  init(_ report: BudgetReport) {
    table = { terminal, _ in BudgetTable(width: terminal.width, isColoured: terminal.isColoured).render(report) }
    csv = { DocumentCSV().render(report.document) }
    json = { BudgetJSON().render(report) }
    markdown = { _ in BudgetMarkdown().render(report) }
    html = { DocumentHTML().render(report.document) }
  }

  /// - Parameter below: stands under the table.
  init(_ report: FitReport, below: String = "") {
    table = { terminal, _ in FitText(width: terminal.width, isColoured: terminal.isColoured).render(report) + below }
    csv = { FitCSV().render(report) }
    json = { FitJSON().render(report) }
    markdown = { DocumentMarkdown(isWide: $0).render(report.document) }
    html = { DocumentHTML().render(report.document) }
  }

  init(_ report: SensitivityReport) {
    table = { terminal, _ in
      FitText(width: terminal.width, isColoured: terminal.isColoured).render(report.report)
    }
    csv = { DocumentCSV().render(report.document) }
    json = { DocumentJSON(schema: "geojoule-sensitivity").render(report.document) }
    markdown = { DocumentMarkdown(isWide: $0).render(report.document) }
    html = { DocumentHTML().render(report.report.document) }
  }

  init(_ report: ImportReport) {
    table = { _, _ in report.text }
    csv = { report.csv }
    json = { report.json }
    markdown = { DocumentMarkdown(isWide: $0).render(report.document) }
    html = { DocumentHTML().render(report.document) }
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
