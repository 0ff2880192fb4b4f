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

  /// The formats of a document; its JSON and its page come from the results themselves.
  init(_ document: ReportDocument, json: @escaping () -> String, html: @escaping () -> String) {
    table = { DocumentText(width: $0.width, isColoured: $0.isColoured, isWide: $1).render(document) }
    csv = { DocumentCSV().render(document) }
    self.json = json
    markdown = { DocumentMarkdown(isWide: $0).render(document) }
    self.html = html
  }

  init(_ report: SharingReport) {
    self.init(
      report.document, json: { SharingJSON().render(report) }, html: { DocumentHTML().render(report.document) })
  }

  init(_ report: AdviceReport) {
    self.init(
      report.document, json: { AdviceJSON().render(report) }, html: { DocumentHTML().render(report.document) })
  }

  init(_ report: MeasurementPlanReport) {
    self.init(report.document, json: { report.json }, html: { DocumentHTML().render(report.document) })
  }

  init(_ report: PopulationReport) {
    table = { terminal, _ in PopulationText(width: terminal.width, isColoured: terminal.isColoured).render(report) }
    csv = { PopulationCSV().render(report) }
    json = { PopulationJSON().render(report) }
    markdown = { _ in PopulationMarkdown().render(report) }
    html = { PopulationHTML().render(report) }
  }

  init(_ report: ValidationReport) {
    table = { terminal, _ in ValidationText(width: terminal.width, isColoured: terminal.isColoured).render(report) }
    csv = { ValidationCSV().render(report) }
    json = { ValidationJSON().render(report) }
    markdown = { _ in ValidationMarkdown().render(report) }
    html = { ValidationHTML().render(report) }
  }

  init(_ report: OptimizationReport) {
    table = { terminal, _ in OptimizationText(width: terminal.width, isColoured: terminal.isColoured).render(report) }
    csv = { OptimizationCSV().render(report) }
    json = { OptimizationJSON().render(report) }
    markdown = { _ in OptimizationMarkdown().render(report) }
    html = { OptimizationHTML().render(report) }
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
    html = { FitHTML().render(report) }
  }

  init(_ report: SensitivityReport) {
    table = { terminal, _ in
      FitText(width: terminal.width, isColoured: terminal.isColoured).render(report.report)
    }
    csv = { DocumentCSV().render(report.document) }
    json = { DocumentJSON(schema: "geojoule-sensitivity").render(report.document) }
    markdown = { DocumentMarkdown(isWide: $0).render(report.document) }
    html = { FitHTML().render(report.report) }
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
