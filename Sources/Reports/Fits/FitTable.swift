/// A table of texts; the first column is left-aligned.
package struct FitTable: Sendable {
  package var title: String
  /// Name and unit of each column.
  package var headings: [(name: String, unit: String)]
  package var rows: [[String]]

  /// - Parameter headings: as many as each row has cells.
  package init(title: String, headings: [(name: String, unit: String)], rows: [[String]]) {
    self.title = title
    self.headings = headings
    self.rows = rows
  }
}
