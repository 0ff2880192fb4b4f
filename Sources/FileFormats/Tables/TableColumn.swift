import Core

struct TableColumn {
  let role: ColumnRole
  let index: Int
  /// As written.
  let heading: String
  /// `nil` for texts, for times that are no counts, and where nothing says the unit.
  var unit: UnitSymbol? { didSet { scale = Scale(unit) } }
  /// Whether the heading or the user names the unit.
  let namesUnit: Bool
  let valid: ClosedRange<Double>
  private let isTime: Bool
  private var scale: Scale

  /// Powers of ten divide exactly where they do not multiply exactly.
  private struct Scale {
    var (factor, divisor) = (1.0, 1.0)

    init(_ unit: UnitSymbol?) {
      guard let unit else { return }
      let inverse = 1 / unit.factor
      if unit.factor < 1, abs(inverse - inverse.rounded()) < 1e-9 * inverse {
        divisor = inverse.rounded()
      } else {
        factor = unit.factor
      }
    }
  }

  init(role: ColumnRole, index: Int, heading: String, unit: UnitSymbol?, namesUnit: Bool) {
    (self.role, self.index, self.heading, self.unit, self.namesUnit) = (role, index, heading, unit, namesUnit)
    (scale, valid, isTime) = (Scale(unit), role.valid, role.isTime)
  }

  /// A number of the column in the role's first unit.
  func converted(_ value: Double) -> Double { value * scale.factor / scale.divisor }

  /// What to write where a cell is not what the heading promises.
  var remedy: String {
    isTime
      ? "write times such as 2019-08-31T17:05:21Z, or head the column \(role.name)_s if it holds seconds"
      : "write a number here"
  }

  var range: String {
    let ends = [valid.lowerBound, valid.upperBound].map { DecimalText.significant($0, digits: 6) }
    return isTime ? "the years 1900 to 2200" : ends.joined(separator: " to ")
  }

  /// What to do about a value outside it.
  var rangeRemedy: String {
    isTime
      ? "check its unit: a column of milliseconds is headed \(role.name)_ms" : "check the value and its unit"
  }

  var noun: String { isTime ? "time" : "number" }

  func value(_ bytes: UnsafeBufferPointer<UInt8>, _ field: CSVRowReader.Field) -> Double? {
    let isDate = isTime && unit == nil
    let number = isDate ? nil : DecimalBytes.number(bytes, field.start, field.end).map(converted)
    guard number == nil, isDate || isTime && !namesUnit else { return number }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[field.start..<field.end]), as: UTF8.self)
    return TimeText.iso8601(text).map { Double($0) * 1e-9 }
  }

  /// Finds every role's column in the heading that `rows` has just read.
  static func find(
    _ roles: [ColumnRole], _ mapping: ColumnMapping, _ rows: CSVRowReader
  ) throws(InputError) -> [TableColumn] {
    let headings = rows.headings
    try mapping.check(among: roles.map(\.name))
    var columns: [TableColumn] = []
    for role in roles {
      if let target = mapping.targets[role.name] {
        let (index, rest) = try target.column(among: headings, rows)
        columns.append(try checked(try role.column(index, headings[index]).named(rest, by: target), mapping, rows))
        continue
      }
      let found = role.columns(in: headings)
      let exact = role.origin == nil ? [] : found.filter { $0.heading == role.name }
      if let column = exact.count == 1 ? exact[0] : found.first, exact.count == 1 || found.count == 1 {
        columns.append(try checked(column, mapping, rows))
      } else if found.count > 1 {
        throw rows.error(
          "\(found.map { "'\($0.heading)'" }.joined(separator: " and ")) may both be the \(role.name)",
          at: rows.fields[found[1].index],
          remedy: mapping.isOffered ? "say which with --columns \(role.name)=NAME" : "rename all but one")
      } else if role.isRequired {
        throw missing(role, mapping, rows)
      }
    }
    return columns
  }

  private static func missing(
    _ role: ColumnRole, _ mapping: ColumnMapping, _ rows: CSVRowReader
  ) -> InputError {
    let asked = role.origin.map { " (\($0))" } ?? ""
    let aliases = role.aliases.map { "'\($0)'" }.joined(separator: " or ")
    let naming = mapping.isOffered ? "name it with --columns \(role.name)=NAME" : "head it \(aliases)"
    return rows.unknown(
      "'\(role.name)'\(asked)",
      remedy: naming + (asked.isEmpty ? "" : "; a parameter of a formula needs a value in --start"))
  }

  /// The column with the unit that the user gives it.
  func named(_ text: String, by target: ColumnMapping.Target) throws(InputError) -> TableColumn {
    if text.isEmpty || role.isText { return self }
    let unit = UnitTable.symbol(text, among: role.units)
    guard unit != nil || (role.isTime && text == "iso") else {
      throw target.error(
        "'\(text)' is not a unit of the \(role.name)",
        remedy: "use one of: \(role.units.map(\.symbol).joined(separator: ", "))")
    }
    return TableColumn(role: role, index: index, heading: heading, unit: unit, namesUnit: true)
  }

  /// A heading such as "time" alone is right for ISO 8601 only; a number without unit is not guessed.
  private static func checked(
    _ column: TableColumn, _ mapping: ColumnMapping, _ rows: CSVRowReader
  ) throws(InputError) -> TableColumn {
    let (role, units) = (column.role, column.role.units)
    guard column.unit == nil, !role.isTime, let first = units.first else { return column }
    throw rows.error(
      "the heading '\(column.heading)' does not say its unit",
      remedy: "name it in the heading, as in '\(column.heading) (\(first.symbol))'"
        + (mapping.isOffered ? ", or with --columns \(role.name)=\(column.heading):UNIT" : "")
        + "; units: \(units.map(\.symbol).joined(separator: ", "))")
  }
}
