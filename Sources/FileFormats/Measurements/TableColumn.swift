import Core

/// A role's column in a table that is being read.
struct TableColumn {
  let role: ColumnRole
  let index: Int
  /// Multiplies numbers; `nil` for ISO 8601 times and for texts.
  let factor: Double?
  let valid: ClosedRange<Double>
  /// Whether the heading or the user names the unit.
  var namesUnit = false

  var isText: Bool { if case .text = role.kind { true } else { false } }

  /// What to write where a cell is not what the heading promises.
  var remedy: String {
    if case .time = role.kind {
      "write times such as 2019-08-31T17:05:21Z, or head the column \(role.name)_s if it holds seconds"
    } else {
      "write a number here"
    }
  }
  var isTime: Bool { if case .time = role.kind { true } else { false } }

  /// The valid range as text.
  var range: String {
    if isTime { return "the years 1900 to 2200" }
    return
      "\(DecimalText.significant(valid.lowerBound, digits: 6)) to \(DecimalText.significant(valid.upperBound, digits: 6))"
  }

  /// What to do about a value outside it.
  var rangeRemedy: String {
    isTime
      ? "check its unit: a column of milliseconds is headed \(role.name)_ms" : "check the value and its unit"
  }

  var noun: String { if case .time = role.kind { "time" } else { "number" } }

  func value(_ bytes: [UInt8], _ field: CSVRowReader.Field) -> Double? {
    guard let factor else {
      let text = String(decoding: bytes[field.start..<field.end], as: UTF8.self)
      // GPX and RFC 3339 differ in the T; a blank is common in tables.
      let joined =
        text.count > 10 && text.utf8.dropFirst(10).first == 32 ? text.prefix(10) + "T" + text.dropFirst(11) : text[...]
      return ISO8601Time.nanoseconds(String(joined)).map { Double($0) * 1e-9 }
    }
    return bytes.withUnsafeBufferPointer { DecimalBytes.number($0, field.start, field.end) }.map {
      // Powers of ten divide exactly where they do not multiply exactly.
      factor < 1 && factor > 0 ? $0 / (1 / factor).rounded() : $0 * factor
    }
  }

  /// Finds every role's column in the heading that `rows` has just read.
  static func find(
    _ roles: [ColumnRole], _ mapping: ColumnMapping, _ rows: CSVRowReader
  ) throws(InputError) -> [TableColumn] {
    let headings = rows.fields.map { ColumnHeading(rows.text($0)) }
    let names = roles.map(\.name)
    for (key, target) in mapping.targets.sorted(by: { $0.key < $1.key }) where !names.contains(key) {
      throw target.error(
        "unknown meaning '\(key)'", remedy: Suggestion.remedy(for: key, among: names, what: "meanings"))
    }
    var columns: [TableColumn] = []
    for role in roles {
      if let target = mapping.targets[role.name] {
        guard let index = headings.firstIndex(where: { $0.text == target.column }) else {
          throw target.isMissing(among: headings.map(\.text), rows)
        }
        columns.append(try column(role, index, headings[index], target: target, mapping, rows))
      } else {
        let found = headings.indices.filter { matches(headings[$0], role) }
        if found.count > 1, let taken = preferred(found, headings, role) {
          columns.append(try column(role, taken, headings[taken], target: nil, mapping, rows))
        } else if found.count > 1 {
          let list = found.map { "'\(headings[$0].text)'" }.joined(separator: " and ")
          throw rows.error(
            "\(list) may both be the \(role.name)", at: rows.fields[found[1]],
            remedy: mapping.isOffered ? "say which with --columns \(role.name)=NAME" : "rename all but one")
        } else if let index = found.first {
          columns.append(try column(role, index, headings[index], target: nil, mapping, rows))
        } else if role.isRequired {
          let asked = role.origin.map { " (\($0))" } ?? ""
          let aliases = role.aliases.map { "'\($0)'" }.joined(separator: " or ")
          let naming = mapping.isOffered ? "name it with --columns \(role.name)=NAME" : "head it \(aliases)"
          throw rows.error(
            "no column is known as '\(role.name)'\(asked); "
              + (headings.count > 1
                ? "the columns are " + headings.map { "'\($0.text)'" }.joined(separator: ", ")
                : "the table has one column"),
            at: rows.fields.first,
            remedy: naming
              + (asked.isEmpty ? "" : "; a parameter of a formula needs a value in --start"))
        }
      }
    }
    return columns
  }

  private static func matches(_ heading: ColumnHeading, _ role: ColumnRole) -> Bool {
    if role.aliases.contains(heading.whole) { return true }
    guard let unit = heading.unit, role.aliases.contains(heading.base) else { return false }
    if case .time = role.kind, ["utc", "iso", "iso8601", "iso 8601"].contains(unit.lowercased()) { return true }
    return ColumnHeading.symbol(unit, among: role.units) != nil
  }

  /// The column whose alias comes first, when that is a single one.
  private static func preferred(_ found: [Int], _ headings: [ColumnHeading], _ role: ColumnRole) -> Int? {
    if role.origin != nil {
      let exact = found.filter { headings[$0].text == role.name }
      return exact.count == 1 ? exact[0] : nil
    }
    for alias in role.aliases {
      let same = found.filter { headings[$0].whole == alias || headings[$0].base == alias }
      if same.count == 1 { return same[0] }
      if same.count > 1 { return nil }
    }
    return nil
  }

  private static func column(
    _ role: ColumnRole, _ index: Int, _ heading: ColumnHeading, target: ColumnMapping.Target?,
    _ mapping: ColumnMapping, _ rows: CSVRowReader
  ) throws(InputError) -> TableColumn {
    let everything = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    if case .text = role.kind { return TableColumn(role: role, index: index, factor: nil, valid: everything) }
    var valid = everything
    if case .time = role.kind { valid = ColumnRole.times }
    if case .number(let units, let range) = role.kind {
      if units.isEmpty { return TableColumn(role: role, index: index, factor: 1, valid: range) }
      valid = range
    }
    let known = role.units.map(\.symbol).joined(separator: ", ")
    if let target, let unit = target.unit {
      if case .time = role.kind, unit == "iso" {
        return TableColumn(role: role, index: index, factor: nil, valid: valid)
      }
      guard let symbol = ColumnHeading.symbol(unit, among: role.units) else {
        throw target.error("'\(unit)' is not a unit of the \(role.name)", remedy: "use one of: \(known)")
      }
      return TableColumn(role: role, index: index, factor: symbol.factor, valid: valid, namesUnit: true)
    }
    if let text = heading.unit, let symbol = ColumnHeading.symbol(text, among: role.units) {
      return TableColumn(role: role, index: index, factor: symbol.factor, valid: valid, namesUnit: true)
    }
    if let unit = role.defaultUnit, let symbol = role.units.first(where: { $0.symbol == unit }) {
      return TableColumn(role: role, index: index, factor: symbol.factor, valid: valid)
    }
    // A heading such as "time" alone is right for ISO 8601 only; a number without unit is not guessed.
    if case .time = role.kind { return TableColumn(role: role, index: index, factor: nil, valid: valid) }
    throw rows.error(
      "the heading '\(heading.text)' does not say its unit",
      remedy: "name it in the heading, as in '\(heading.text) (\(role.units.first?.symbol ?? ""))'"
        + (mapping.isOffered ? ", or with --columns \(role.name)=\(heading.text):UNIT" : "") + "; units: \(known)")
  }
}
