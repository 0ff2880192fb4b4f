package import Core

/// What a reader wants from a table: a column with a meaning, known under several names.
package struct ColumnRole: Sendable {
  package enum Kind: Sendable {
    /// A number; `units` says which units its heading may name, the first being the one that readers get.
    case number(units: [UnitSymbol], valid: ClosedRange<Double>)
    /// Seconds since 1970 or since any start; written as a number with a unit in the heading, or as ISO 8601.
    case time
    case text
  }

  /// As users write it in `--columns`.
  package let name: String
  package let kind: Kind
  /// Headings that mean this role without being told, the likeliest first.
  package let aliases: [String]
  package let isRequired: Bool
  /// The unit of a heading that names none; `nil` refuses such a heading.
  package let defaultUnit: String?
  /// Who asks for the column, such as "character 9 of the formula"; `nil` for the command itself.
  package let origin: String?
  /// Letters and digits of the aliases.
  let keys: [String]
  /// By key, of headings that are known for a unit that they do not name, such as Android's `current_now` in microamperes.
  var knownUnits: [String: String] = [:]

  package init(_ name: String, _ kind: Kind, aliases: [String], isRequired: Bool, defaultUnit: String? = nil) {
    self.name = name
    self.kind = kind
    self.aliases = aliases
    self.isRequired = isRequired
    self.defaultUnit = defaultUnit
    keys = aliases.map(ColumnHeading.key)
    origin = nil
  }

  /// A column that the user named, of plain numbers or of times.
  package init(column: String, valid: ClosedRange<Double>, origin: String?, isTime: Bool = false) {
    name = column
    kind = isTime ? .time : .number(units: [], valid: valid)
    aliases = [column]
    isRequired = true
    defaultUnit = isTime ? "s" : nil
    keys = [ColumnHeading(column).key]
    self.origin = origin
  }

  /// Empty for texts.
  var units: [UnitSymbol] {
    switch kind {
    case .number(let units, _): units
    case .time: UnitTable.time
    case .text: []
    }
  }

  var valid: ClosedRange<Double> {
    switch kind {
    case .number(_, let range): range
    case .time: TimeText.years
    case .text: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    }
  }

  var isTime: Bool { if case .time = kind { true } else { false } }
  var isText: Bool { if case .text = kind { true } else { false } }

  /// The columns that the first of the names to stand in a heading may mean; a heading of that name alone comes first.
  ///
  /// - Parameter anyUnit: whether a name may stand before a unit that is not known, as in `Latitude (N)`.
  func columns(in headings: [ColumnHeading], anyUnit: Bool = false) -> [TableColumn] {
    for key in keys {
      let exact = headings.indices.filter { headings[$0].key == key }
      let named = headings.indices.filter {
        headings[$0].key != key && headings[$0].base == key && isUnit(headings[$0].unit)
      }
      if !exact.isEmpty || !named.isEmpty { return (exact + named).map { column($0, headings[$0], key) } }
      // `DL Mbps` and `dlMbps` have no mark before the unit.
      guard case .number(let units, _) = kind, key.count > 1 else { continue }
      for (index, heading) in headings.enumerated() where heading.key.hasPrefix(key) {
        let rest = String(heading.key.dropFirst(key.count))
        if let unit = rest.isEmpty ? nil : UnitTable.symbol(rest, among: units) {
          return [TableColumn(role: self, index: index, heading: heading.text, unit: unit, namesUnit: true)]
        }
      }
    }
    guard anyUnit else { return [] }
    for key in keys {
      let found = headings.indices.filter { headings[$0].unit != nil && headings[$0].base == key }
      if !found.isEmpty { return found.map { column($0, headings[$0], key) } }
    }
    return []
  }

  private func isUnit(_ text: String?) -> Bool {
    guard let text else { return false }
    if isTime, ["utc", "iso", "iso8601", "iso 8601", "unix"].contains(text.lowercased()) { return true }
    return UnitTable.symbol(text, among: units) != nil
  }

  func column(_ index: Int, _ heading: ColumnHeading, _ key: String? = nil) -> TableColumn {
    let named = heading.unit.flatMap { UnitTable.symbol($0, among: units) }
    let usual = key.flatMap { knownUnits[$0] } ?? defaultUnit
    return TableColumn(
      role: self, index: index, heading: heading.text,
      unit: named ?? usual.flatMap { unit in units.first { $0.symbol == unit } }, namesUnit: named != nil)
  }
}
