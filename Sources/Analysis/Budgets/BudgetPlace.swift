/// Where a limit stands in its file.
package struct BudgetPlace: Sendable, Hashable {
  /// The file as the user named it.
  package let file: String
  /// Counted from 1; 0 where it is no file, but what the user typed.
  package let line: Int
  /// Counted from 1.
  package let column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `budgets.yml:9`
  package var text: String { line > 0 ? "\(file):\(line)" : file }
}
