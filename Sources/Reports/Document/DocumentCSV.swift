/// The rows of a report, or its first table, as comma-separated values: columns carry their units, missing is empty, and numbers read back
/// exactly.
package struct DocumentCSV {
  package init() {}

  package func render(_ document: ReportDocument) -> String {
    if let file = document.file {
      return CSVLine.text(file.columns.map(CSVLine.cell))
        + file.rows.map { row in CSVLine.text(file.columns.map { row[$0] ?? "" }) }.joined()
    }
    guard let table = document.fileTable ?? document.sections.lazy.compactMap(\.table).first else { return "" }
    let columns = table.columns.filter { !$0.name.isEmpty }
    return CSVLine.text(columns.flatMap(\.names))
      + (0..<table.rowCount).map { row in CSVLine.text(columns.flatMap { $0.exact(row) }) }.joined()
  }
}
