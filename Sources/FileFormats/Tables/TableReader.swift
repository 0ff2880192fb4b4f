import Core

/// Reads tables with a heading: finds the columns by role, checks every row, converts units.
package struct TableReader: Sendable {
  package let roles: [ColumnRole]
  package var mapping: ColumnMapping
  package var policy: RowPolicy

  package init(roles: [ColumnRole], mapping: ColumnMapping = .fixed, policy: RowPolicy = RowPolicy()) {
    self.roles = roles
    self.mapping = mapping
    self.policy = policy
  }

  /// - Throws: `InputError` for an unreadable file, a missing or ambiguous column, a unit that is missing or wrong, and
  ///   more bad rows than the policy allows. A bad row has a cell that is not what its column promises, a number outside
  ///   the possible range, or another number of cells than the heading.
  package func read(path: String) throws(InputError) -> MeasurementTable {
    try read(bytes: try TextFile.bytes(path), file: path)
  }

  /// - Parameter start: where the heading begins, and on which line.
  package func read(
    bytes: [UInt8], file: String, from start: (offset: Int, line: Int) = (0, 1)
  ) throws(InputError) -> MeasurementTable {
    var rows = try CSVRowReader(bytes: bytes, file: file, from: start)
    let columns = try heading(&rows)
    let (texts, numbers) = (columns.filter(\.role.isText), columns.filter { !$0.role.isText })
    let width = rows.fields.count
    var tally = RowTally()
    var lines: [Int] = []
    var numberCells = numbers.map { _ in [Double]() }
    var textCells = texts.map { _ in [String]() }
    var values = numbers.map { _ in 0.0 }
    while try rows.nextRow() {
      guard rows.fields.count == width else {
        tally.skip(
          "another number of cells than the heading", rows,
          "the row has \(rows.fields.count) cells, the heading has \(width)", remedy: "add or remove cells")
        continue
      }
      guard read(rows, numbers, &values, &tally) else { continue }
      lines.append(rows.line)
      for index in values.indices { numberCells[index].append(values[index]) }
      for (index, column) in texts.enumerated() { textCells[index].append(rows.text(rows.fields[column.index])) }
    }
    if lines.isEmpty, tally.total == 0 {
      throw InputError(file: file, message: "the file has a heading but no rows", remedy: "add the measurements")
    }
    try tally.check(policy, kept: lines.count, file: file)
    return MeasurementTable(
      file: file, digest: SHA256.hexadecimal(of: bytes), lines: lines, skipped: tally.rows,
      namedUnits: Set(columns.filter(\.namesUnit).map(\.role.name)),
      numbers: Dictionary(zip(numbers.map(\.role.name), numberCells)) { $1 },
      texts: Dictionary(zip(texts.map(\.role.name), textCells)) { $1 })
  }

  /// Numbers of one row into `values`.
  private func read(
    _ rows: CSVRowReader, _ columns: [TableColumn], _ values: inout [Double], _ tally: inout RowTally
  ) -> Bool {
    for (index, column) in columns.enumerated() {
      let field = rows.fields[column.index]
      let isEmpty = field.end == field.start
      if isEmpty, !column.role.isRequired {
        values[index] = .nan
        continue
      }
      let name = column.role.name
      guard let value = rows.bytes.withUnsafeBufferPointer({ column.value($0, field) }) else {
        let reason = isEmpty ? "\(name) is missing" : "\(name) is not a \(column.noun)"
        tally.skip(
          reason, rows, at: field, isEmpty ? reason : "'\(rows.text(field).prefix(30))' is not a \(column.noun)",
          remedy: column.remedy)
        return false
      }
      guard column.valid.contains(value) else {
        tally.skip(
          "\(name) is outside \(column.range)", rows, at: field,
          "\(name) \(rows.text(field).prefix(30)) is outside \(column.range)", remedy: column.rangeRemedy)
        return false
      }
      values[index] = value
    }
    return true
  }

  /// Reads lines until one is a heading; lines that begin with `#` before it are comments.
  private func heading(_ rows: inout CSVRowReader) throws(InputError) -> [TableColumn] {
    guard try rows.nextRow() else {
      throw InputError(file: rows.file, message: "the file is empty", remedy: "give a table with a heading")
    }
    while true {
      let isComment = rows.bytes[rows.fields[0].start..<rows.fields[0].end].first == UInt8(ascii: "#")
      do throws(InputError) {
        return try TableColumn.find(roles, mapping, rows)
      } catch {
        guard isComment, try rows.nextRow() else { throw error }
      }
    }
  }
}

/// A table of measurements: the columns that were asked for, in the unit of their role, without the bad rows.
package struct MeasurementTable: Sendable {
  package let file: String
  /// SHA-256 of the file.
  package let digest: String
  /// The line of each row, counted from 1.
  package let lines: [Int]
  package let skipped: [SkippedRows]
  /// Roles whose unit the heading or the user names.
  let namedUnits: Set<String>
  let numbers: [String: [Double]]
  let texts: [String: [String]]

  package var count: Int { lines.count }

  /// A column of numbers; an empty cell of an optional column is NaN. `nil` when the table has no such column.
  package func numbers(_ role: String) -> [Double]? { numbers[role] }

  /// A column of texts; `nil` when the table has no such column.
  package func texts(_ role: String) -> [String]? { texts[role] }

  package func number(_ role: String, _ row: Int) -> Double? {
    guard let value = numbers[role]?[row], !value.isNaN else { return nil }
    return value
  }
}
