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
}
