extension FitReport {
  /// The fit before it is written in a format: a part for each section and each of its tables.
  package var document: ReportDocument {
    let files = inputs.map { "\($0.role): \($0.file), \($0.details.joined(separator: ", "))" }
    let others = Array(findings.dropFirst())
    let parameters = self.sections.flatMap { section in section.parameters.map { (section.title, $0) } }
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
    let methods = self.sections.flatMap(\.methods).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return ReportDocument(
      title: title, headline: findings.first ?? title, subtitle: files.joined(separator: "; "),
      sections: sections,
      files: parameters.isEmpty ? [] : [FitSection.parameterTable(parameters)], methods: methods,
      version: version, command: command)
  }
}

extension FitSection {
  fileprivate var parts: [ReportDocument.Section] {
    var notes = figures.map { "\($0.name): \($0.text)" }
    if !formula.isEmpty { notes.insert(formula, at: 0) }
    let first = ReportDocument.Section(
      title: title, paragraphs: notes, warnings: warnings,
      table: parameters.isEmpty ? nil : Self.parameterTable(parameters.map { (title, $0) }),
      charts: plots.map { ReportChart($0) }, chartsFollowTable: true)
    let correlations = correlation.count > 1 ? [correlationTable] : []
    return [first] + correlations
      + tables.map { ReportDocument.Section(title: $0.title.isEmpty ? nil : $0.title, table: $0.table) }
  }

  /// A row for each parameter of some sections.
  fileprivate static func parameterTable(_ rows: [(section: String, parameter: Parameter)]) -> ReportTable {
    .of(rows) { columns in
      columns.file("section") { $0.section }
      columns.words(["parameter"], name: "parameter") { $1.name }
      columns.labelled(["value"], name: "value") { (FitNumber.text($1.value, error: $1.standardError), $1.value) }
      columns.labelled(["standard error"], name: "standard_error") {
        (FitNumber.part($1.standardError, error: $1.standardError), $1.standardError)
      }
      columns.figures(["95 % interval"]) { FitNumber.interval($1.interval, error: $1.standardError) }
      columns.ranges(name: "ci95", ends: ("low", "high")) { $1.interval }
      columns.words(["unit"], name: "unit") { $1.unit }
      columns.words(["interval by"], name: "method", rank: 1) { $1.method }
      columns.words(["note"], name: "note") { $1.note }
    }
  }

  private var correlationTable: ReportDocument.Section {
    ReportDocument.Section(
      title: "Correlation of the estimates: \(title)",
      table: ReportTable(
        columns: [.init(heading: ["parameter"], cells: .words(parameters.map(\.name)))]
          + parameters.indices.map { place in
            .init(
              heading: [parameters[place].name], rank: place + 1, isName: true, isFigures: true,
              cells: .words(correlation.map { FitNumber.correlation($0[place]) }))
          }), isDetail: true)
  }
}

extension FitReport {
  /// A fit as JSON, as `docs/schema/fit.schema.json` describes it; missing is `null`.
  package var json: String {
    let value: JSONValue = [
      "schema": "geojoule-fit", "schema_version": 1, "geojoule_version": version,
      "title": title, "command": command, "findings": findings,
      "inputs": inputs.map { input -> JSONValue in
        ["role": input.role, "file": input.file, "sha256": input.digest, "details": input.details]
      },
      "sections": sections.map(section), "yaml": fragment,
    ]
    return value.text
  }

  private func section(_ section: FitSection) -> JSONValue {
    [
      "title": section.title, "formula": section.formula, "parameters": section.parameters.map(parameter),
      "correlation": section.correlation,
      "figures": section.figures.map { ["name": $0.name, "text": $0.text] as JSONValue },
      "statistics": section.statistics.map(statistics), "warnings": section.warnings,
      "tables": section.tables.map(table),
    ]
  }

  private func statistics(_ statistics: FitSection.Statistics) -> JSONValue {
    let tests = statistics.tests.map { test -> JSONValue in
      ["name": test.name, "statistic": test.statistic, "p_value": test.pValue, "method": test.method]
    }
    return .object(
      statistics.numbers.map { ($0.name, $0.value.json) }
        + [("tests", tests.json), ("covariance", statistics.covariance.json)])
  }

  private func parameter(_ parameter: FitSection.Parameter) -> JSONValue {
    [
      "name": parameter.name, "value": parameter.value, "standard_error": parameter.standardError,
      "ci95_low": parameter.interval?.lowerBound, "ci95_high": parameter.interval?.upperBound, "unit": parameter.unit,
      "method": parameter.method, "note": parameter.note,
    ]
  }

  /// Cells are for people, with the digits that mean something.
  private func table(_ table: FitTable) -> JSONValue {
    let columns = table.table.columns
    return [
      "title": table.title, "columns": columns.map { ["name": $0.title, "unit": $0.unit] as JSONValue },
      "rows": (0..<table.table.rowCount).map { row in columns.map { $0.text(row) } },
    ]
  }
}
