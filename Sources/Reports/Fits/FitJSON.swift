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
