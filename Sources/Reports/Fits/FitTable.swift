import Core

/// A table of a fit; the first column names the rows.
package struct FitTable: Sendable {
  /// Empty below a section that says what it is.
  package var title: String
  var table: ReportTable

  package init<Row>(
    _ title: String, _ rows: [Row],
    @ReportTable.ColumnList _ columns: (ReportColumns<Row>) -> [ReportTable.Column]
  ) {
    self.title = title
    table = .of(rows, nameWidth: 40, columns)
    for (place, column) in table.columns.enumerated() {
      // In files, such as `learned_percent`.
      let words = "\(column.title) \(column.unit.replacing("%", with: "percent"))"
      table.columns[place].name = words.split(separator: " ").joined(separator: "_")
    }
  }
}

extension ReportColumns {
  /// Fitted numbers; files have all their digits.
  ///
  /// - Parameter error: decides how many digits people read.
  package func fitted(
    _ heading: String, unit: String = "", error: (Row) -> Double? = { _ in nil }, cell: (Row) -> Double?
  ) -> Column {
    labelled([heading], unit: unit) { row in
      let value = cell(row)
      return (value.map { FitNumber.text($0, error: error(row)) } ?? Figure.missing, value)
    }
  }

  /// Numbers with so many decimals; files have all their digits.
  package func fixed(_ heading: String, unit: String = "", digits: Int, cell: (Row) -> Double?) -> Column {
    labelled([heading], unit: unit) { row in
      let value = cell(row)
      return (value.map { DecimalText.fixed($0, digits: digits) } ?? Figure.missing, value)
    }
  }
}
