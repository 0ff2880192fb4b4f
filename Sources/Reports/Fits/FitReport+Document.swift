extension FitReport {
  /// The fit before it is written in a format: a part for each section and each of its tables.
  package var document: ReportDocument {
    let files = inputs.map { "\($0.role): \($0.file), \($0.details.joined(separator: ", "))" }
    let others = Array(findings.dropFirst())
    var sections = (others.isEmpty ? [] : [.init(paragraphs: others)]) + sections.flatMap(\.parts)
    if !inputs.isEmpty {
      sections.append(
        .init(
          title: "What it rests on", paragraphs: zip(files, inputs).map { "\($0). SHA-256 \($1.digest)" },
          isDetail: true))
    }
    if !fragment.isEmpty {
      sections.append(.init(title: "For a profile, after review", listing: fragment))
    }
    return ReportDocument(
      title: title, headline: findings.first ?? title, subtitle: files.joined(separator: "; "),
      sections: sections, file: file, version: version, command: command)
  }

  /// A row for each parameter.
  private var file: ReportDocument.File {
    let rows = sections.flatMap { section in
      section.parameters.map { parameter in
        ["section": section.title, "parameter": parameter.name] + self.parameter(parameter)
      }
    }
    return .init(
      columns: [
        "section", "parameter", "value", "standard_error", "ci95_low", "ci95_high", "unit", "method", "note",
      ], rows: rows)
  }
}

extension FitSection {
  fileprivate var parts: [ReportDocument.Section] {
    var notes = figures.map { "\($0.name): \($0.text)" }
    if !formula.isEmpty { notes.insert(formula, at: 0) }
    let first = ReportDocument.Section(
      title: title, paragraphs: notes, warnings: warnings, table: parameters.isEmpty ? nil : parameterTable,
      charts: plots.map { ReportChart($0) })
    let correlations = correlation.count > 1 ? [correlationTable] : []
    return [first] + correlations
      + tables.map { table in
        ReportDocument.Section(
          title: table.title.isEmpty ? nil : table.title,
          table: ReportTable(
            columns: table.headings.enumerated().map { place, heading in
              ReportTable.Column(
                heading: [heading.name], unit: heading.unit, rank: place,
                cells: .words(table.rows.map { place < $0.count ? $0[place] : "" }))
            }, nameWidth: 40))
      }
  }

  private var parameterTable: ReportTable {
    .of(parameters) { columns in
      columns.words(["parameter"]) { $0.name }
      columns.words(["value"]) { FitNumber.text($0.value, error: $0.standardError) }
      columns.words(["standard error"]) { FitNumber.part($0.standardError, error: $0.standardError) }
      columns.words(["95 % interval"]) { FitNumber.interval($0.interval, error: $0.standardError) }
      columns.words(["unit"]) { $0.unit }
      columns.words(["note"]) { $0.note }
      columns.words(["interval by"]) { $0.method }
    }
  }

  private var correlationTable: ReportDocument.Section {
    ReportDocument.Section(
      title: "Correlation of the estimates: \(title)",
      table: ReportTable(
        columns: [.init(heading: ["parameter"], cells: .words(parameters.map(\.name)))]
          + parameters.indices.map { place in
            .init(
              heading: [parameters[place].name], rank: place + 1,
              cells: .words(correlation.map { FitNumber.correlation($0[place]) }))
          }), isDetail: true)
  }
}
