/// The rows of a report, or its first table, as comma-separated values: columns carry their units, missing is empty, and numbers read back
/// exactly.
package struct DocumentCSV {
  package init() {}

  package func render(_ document: ReportDocument) -> String {
    if let file = document.file {
      return CSVLine.text(file.columns.map(CSVLine.cell))
        + file.rows.map { row in
          let cells = row.cells
          return CSVLine.text(file.columns.map { cells[$0] ?? "" })
        }.joined()
    }
    guard let table = document.fileTable ?? document.sections.lazy.compactMap(\.table).first else { return "" }
    let columns = table.columns.filter { !$0.name.isEmpty }
    return CSVLine.text(columns.flatMap(\.names))
      + (0..<table.rowCount).map { row in CSVLine.text(columns.flatMap { $0.values(row).map(\.cell) }) }.joined()
  }
}

extension JSONValue {
  /// The scalar members of an object as cells of a file, by name.
  fileprivate var cells: [String: String] {
    guard case .object(let members) = self else { return [:] }
    return Dictionary(members.map { ($0.0, $0.1.cell) }) { $1 }
  }

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
