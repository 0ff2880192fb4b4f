/// The tables of a report as JSON, for reports whose results have no JSON of their own; missing is `null`.
package struct DocumentJSON {
  /// Such as `geojoule-sensitivity`.
  let schema: String

  package init(schema: String) { self.schema = schema }

  package func render(_ document: ReportDocument) -> String {
    JSONValue.object([
      ("schema", .string(schema)), ("schema_version", .integer(1)), ("geojoule_version", .string(document.version)),
      ("title", .string(document.title)), ("command", .string(document.command)),
      ("headline", .string(document.headline)), ("inputs", .string(document.subtitle)),
      ("notes", .array((document.closing + document.remarks).map(JSONValue.string))),
      (
        "tables",
        .array(
          document.sections.compactMap { section in
            section.table.map { table in
              .object([
                ("title", .string(section.title ?? document.title)),
                ("notes", .array(section.paragraphs.map(JSONValue.string))), ("rows", .array(rows(table))),
              ])
            }
          })
      ),
    ]).text
  }

  private func rows(_ table: ReportTable) -> [JSONValue] {
    let columns = table.columns.filter { !$0.name.isEmpty }
    return (0..<table.rowCount).map { row in
      .object(columns.flatMap { column in Array(zip(column.names, column.values(row))) })
    }
  }
}

extension ReportTable.Column {
  /// Its cells in JSON, one for each of `names`.
  fileprivate func values(_ row: Int) -> [JSONValue] {
    switch cells {
    case .words(let words): [.string(words[row])]
    case .numbers(let numbers, _): [JSONValue(numbers[row])]
    case .labelled(let cells): [JSONValue(cells[row].value)]
    case .ranges(let ranges, _, _, _): [JSONValue(ranges[row]?.lowerBound), JSONValue(ranges[row]?.upperBound)]
    }
  }
}
