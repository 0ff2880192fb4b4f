/// Where a limit stands in its file.
public struct BudgetPlace: Sendable, Hashable {
  /// The file as the user named it.
  public let file: String
  /// Counted from 1.
  public let line: Int
  /// Counted from 1.
  public let column: Int

  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}
