/// The rows of a report, or its first table, as comma-separated values: columns carry their units, missing is empty, and numbers read back
/// exactly.
package struct DocumentCSV {
  package init() {}

  package func render(_ document: ReportDocument) -> String {
    render(document.files.isEmpty ? document.sections.compactMap(\.table).prefix(1) : document.files[...])
  }

  /// The rows of several tables under each other; a cell of a column that a table lacks is empty.
  package func render(_ tables: ArraySlice<ReportTable>) -> String {
    if tables.isEmpty { return "" }
    let names = Self.names(tables)
    return CSVLine.text(names.map(CSVLine.cell))
      + tables.flatMap { table in
        let columns = table.columns.filter { !$0.name.isEmpty }
        return (0..<table.rowCount).map { row in
          let cells = columns.flatMap { column in zip(column.names, column.values(row).map(\.cell)) }
          let known = Dictionary(cells) { $1 }
          return CSVLine.text(names.map { known[$0] ?? "" })
        }
      }.joined()
  }

  /// The columns of the first table. What others have beside them stands in front of what follows there, or at the end.
  private static func names(_ tables: ArraySlice<ReportTable>) -> [String] {
    tables.reduce(into: []) { names, table in
      var pending: [String] = []
      for name in table.columns.filter({ !$0.name.isEmpty }).flatMap(\.names) {
        if let known = names.firstIndex(of: name) {
          names.insert(contentsOf: pending, at: known)
          pending = []
        } else {
          pending.append(name)
        }
      }
      names += pending
    }
  }
}

extension JSONValue {
  fileprivate var cell: String {
    switch self {
    case .string(let text): CSVLine.cell(text)
    case .number(let number): CSVLine.number(number)
    case .integer(let count): "\(count)"
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: ""
    }
  }
}
