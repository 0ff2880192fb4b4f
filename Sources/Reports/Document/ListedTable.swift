import Analysis

/// A table of a report whose columns stand in the same order in every format.
package struct ListedTable: Sendable {
  package enum Cells: Sendable {
    case words([String])
    case numbers([Double?])
  }

  let title: String?
  let table: ReportTable

  /// - Parameter columns: the first names the rows; `name` is the column's in files, unit included; without a
  ///   heading only files have it.
  package init(
    title: String? = nil, columns: [(name: String, heading: String, unit: String, cells: Cells)]
  ) {
    self.title = title
    table = ReportTable(
      columns: columns.enumerated().map { place, column in
        let cells: ReportTable.Cells =
          switch column.cells {
          case .words(let words): .words(words)
          case .numbers(let numbers): .numbers(numbers, .three)
          }
        return ReportTable.Column(
          name: column.name, heading: column.heading.isEmpty ? [] : [column.heading], unit: column.unit, rank: place,
          cells: cells)
      }, nameWidth: 40)
  }
}

extension ReportDocument {
  /// - Parameters:
  ///   - tables: the first is the one that CSV has.
  ///   - notes: what holds for single rows.
  package init(
    title: String, headline: String, inputs: String, tables: [ListedTable], notes: [String], version: String,
    command: String
  ) {
    self.init(
      title: title, headline: headline, subtitle: inputs,
      sections: tables.filter { $0.table.rowCount > 0 }.map { Section(title: $0.title, table: $0.table) },
      remarks: notes, version: version, command: command)
  }
}
