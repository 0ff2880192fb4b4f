import Core

/// Reads tables with a heading: finds the columns by role, checks every row, converts units.
package struct MeasurementTableReader: Sendable {
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

  /// - Parameter file: the file's name for messages.
  /// - Throws: as `read(path:)` does.
  package func read(bytes: [UInt8], file: String) throws(InputError) -> MeasurementTable {
    var rows = try CSVRowReader(bytes: bytes, file: file)
    let columns = try heading(&rows)
    let width = rows.fields.count
    var tally = RowTally()
    var lines: [Int] = []
    var numbers = columns.map { _ in [Double]() }
    var texts = columns.map { _ in [String]() }
    var values = [Double](repeating: 0, count: columns.count)
    while try rows.nextRow() {
      guard rows.fields.count == width else {
        let message = "the row has \(rows.fields.count) cells, the heading has \(width)"
        tally.skip(
          "another number of cells than the heading", line: rows.line,
          error: rows.error(message, remedy: "add or remove cells"))
        continue
      }
      guard read(&rows, columns, &values, &tally) else { continue }
      lines.append(rows.line)
      for (k, column) in columns.enumerated() {
        if column.isText {
          texts[k].append(rows.text(rows.fields[column.index]))
        } else {
          numbers[k].append(values[k])
        }
      }
    }
    if lines.isEmpty, tally.total == 0 {
      throw InputError(file: file, message: "the file has a heading but no rows", remedy: "add the measurements")
    }
    try tally.check(policy, kept: lines.count, file: file)
    var (numberColumns, textColumns): ([String: [Double]], [String: [String]]) = ([:], [:])
    for (k, column) in columns.enumerated() {
      if column.isText {
        textColumns[column.role.name] = texts[k]
      } else {
        numberColumns[column.role.name] = numbers[k]
      }
    }
    return MeasurementTable(
      file: file, digest: SHA256.hexadecimal(of: bytes), lines: lines, skipped: tally.rows,
      namedUnits: Set(columns.filter(\.namesUnit).map(\.role.name)), numbers: numberColumns,
      texts: textColumns)
  }

  /// Numbers of one row into `values`.
  private func read(
    _ rows: inout CSVRowReader, _ columns: [TableColumn], _ values: inout [Double], _ tally: inout RowTally
  ) -> Bool {
    for (k, column) in columns.enumerated() where !column.isText {
      let field = rows.fields[column.index]
      if field.end == field.start, !column.role.isRequired {
        values[k] = .nan
        continue
      }
      guard let value = column.value(rows.bytes, field) else {
        let shown = rows.text(field).prefix(30)
        let reason =
          field.end == field.start ? "\(column.role.name) is missing" : "\(column.role.name) is not a \(column.noun)"
        tally.skip(
          reason, line: rows.line,
          error: rows.error(
            field.end == field.start ? reason : "'\(shown)' is not a \(column.noun)", at: field,
            remedy: column.remedy))
        return false
      }
      guard column.valid.contains(value) else {
        tally.skip(
          "\(column.role.name) is outside \(column.range)", line: rows.line,
          error: rows.error(
            "\(column.role.name) \(rows.text(field).prefix(30)) is outside \(column.range)", at: field,
            remedy: column.rangeRemedy))
        return false
      }
      values[k] = value
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
