extension FitReport {
  /// The fit before it is written as Markdown: a part for each section and each of its tables.
  package var document: ReportDocument {
    let files = inputs.map { "\($0.role): \($0.file), \($0.details.joined(separator: ", "))" }
    return ReportDocument(
      title: title, headline: findings.first ?? title, subtitle: files.joined(separator: "; "),
      sections: sections.flatMap(\.parts), closing: Array(findings.dropFirst()), version: version, command: command)
  }
}

extension FitSection {
  fileprivate var parts: [ReportDocument.Section] {
    var notes = figures.map { "\($0.name): \($0.text)" } + warnings.map { "warning: \($0)" }
    if !formula.isEmpty { notes.insert(formula, at: 0) }
    return [
      ReportDocument.Section(title: title, paragraphs: notes, table: parameters.isEmpty ? nil : parameterTable)
    ]
      + tables.map { table in
        ReportDocument.Section(
          title: table.title.isEmpty ? nil : table.title,
          table: ReportTable(
            columns: table.headings.enumerated().map { place, heading in
              let words = [heading.name, heading.unit].filter { !$0.isEmpty }
              return ReportTable.Column(
                heading: words, rank: place, cells: .words(table.rows.map { place < $0.count ? $0[place] : "" }))
            }))
      }
  }

  private var parameterTable: ReportTable {
    func words(_ heading: String, rank: Int, _ cell: (Parameter) -> String) -> ReportTable.Column {
      .init(heading: [heading], rank: rank, cells: .words(parameters.map(cell)))
    }
    return ReportTable(columns: [
      words("parameter", rank: 0, \.name),
      words("value", rank: 1) { FitNumber.text($0.value, error: $0.standardError) },
      words("standard error", rank: 2) { FitNumber.part($0.standardError, error: $0.standardError) },
      words("95 % interval", rank: 3) { FitNumber.interval($0.interval, error: $0.standardError) },
      words("unit", rank: 4, \.unit),
      words("note", rank: 5, \.note),
    ])
  }
}
