import Reports

/// The formats of one report, each made when it is asked for.
struct ReportRenderers {
  let table: (Terminal) -> String
  let csv: () -> String
  let json: () -> String
  let markdown: () -> String
  let html: () -> String

  init(_ report: ComparisonReport) {
    table = { TerminalTable(width: $0.width, isColoured: $0.isColoured).render(report) }
    csv = { ComparisonCSV().render(report) }
    json = { ComparisonJSON(includesRuns: true).render(report) }
    markdown = { ComparisonMarkdown().render(report) }
    html = { ComparisonHTML().render(report) }
  }

  init(_ report: PopulationReport) {
    table = { PopulationText(width: $0.width, isColoured: $0.isColoured).render(report) }
    csv = { PopulationCSV().render(report) }
    json = { PopulationJSON().render(report) }
    markdown = { PopulationMarkdown().render(report) }
    html = { PopulationHTML().render(report) }
  }

  init(_ report: ValidationReport) {
    table = { ValidationText(width: $0.width, isColoured: $0.isColoured).render(report) }
    csv = { ValidationCSV().render(report) }
    json = { ValidationJSON().render(report) }
    markdown = { ValidationMarkdown().render(report) }
    html = { ValidationHTML().render(report) }
  }

  init(_ report: OptimizationReport) {
    table = { OptimizationText(width: $0.width, isColoured: $0.isColoured).render(report) }
    csv = { OptimizationCSV().render(report) }
    json = { OptimizationJSON().render(report) }
    markdown = { OptimizationMarkdown().render(report) }
    html = { OptimizationHTML().render(report) }
  }

  func text(_ format: TextFormat, terminal: Terminal) -> String {
    switch format {
    case .table: PlainText.printed(table(terminal))
    case .csv: csv()
    case .json: json()
    case .markdown: PlainText.printed(markdown())
    }
  }
}
