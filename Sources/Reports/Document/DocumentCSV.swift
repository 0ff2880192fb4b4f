/// The first table of a report as comma-separated values: columns carry their units, missing is empty, and numbers read back
/// exactly.
package struct DocumentCSV {
  package init() {}

  package func render(_ document: ReportDocument) -> String {
    guard let table = document.sections.lazy.compactMap(\.table).first else { return "" }
    let columns = table.columns.filter { !$0.name.isEmpty }
    return CSVLine.text(columns.flatMap(\.names))
      + (0..<table.rowCount).map { row in CSVLine.text(columns.flatMap { $0.exact(row) }) }.joined()
  }
}
