/// A table of texts; the first column is left-aligned.
public struct FitTable: Sendable {
  public var title: String
  /// Name and unit of each column.
  public var headings: [(name: String, unit: String)]
  public var rows: [[String]]

  /// - Parameter headings: as many as each row has cells.
  public init(title: String, headings: [(name: String, unit: String)], rows: [[String]]) {
    self.title = title
    self.headings = headings
    self.rows = rows
  }
}
