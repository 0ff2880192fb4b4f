/// The tables of a report as JSON, for reports whose results have no JSON of their own; missing is `null`.
package struct DocumentJSON {
  /// Such as `geojoule-sensitivity`.
  let schema: String

  package func render(_ document: ReportDocument) -> String {
    let tables = document.sections.compactMap { section -> JSONValue? in
      guard let table = section.table else { return nil }
      return ["title": section.title ?? document.title, "notes": section.paragraphs, "rows": rows(table)]
    }
    let value: JSONValue = [
      "schema": schema, "schema_version": 1, "geojoule_version": document.version, "title": document.title,
      "command": document.command, "headline": document.headline, "inputs": document.subtitle,
      "notes": document.closing + document.allRemarks, "tables": tables,
    ]
    return value.text
  }

  private func rows(_ table: ReportTable) -> [JSONValue] {
    let columns = table.columns.filter { !$0.name.isEmpty }
    return (0..<table.rowCount).map { row in
      .object(columns.flatMap { column in Array(zip(column.names, column.values(row))) })
    }
  }
}
