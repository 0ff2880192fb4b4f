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
  /// Headings that mean this role without being told, in lower case, unit and punctuation left out.
  package let aliases: [String]
  package let isRequired: Bool
  /// The unit of a heading that names none; `nil` refuses such a heading.
  package let defaultUnit: String?
  /// Who asks for the column, such as "character 9 of the formula"; `nil` for the command itself.
  package let origin: String?

  package init(_ name: String, _ kind: Kind, aliases: [String], isRequired: Bool, defaultUnit: String? = nil) {
    self.name = name
    self.kind = kind
    self.aliases = aliases
    self.isRequired = isRequired
    self.defaultUnit = defaultUnit
    origin = nil
  }

  /// A column that the user named, of plain numbers or of times.
  package init(column: String, valid: ClosedRange<Double>, origin: String?, isTime: Bool = false) {
    name = column
    kind = isTime ? .time : .number(units: [], valid: valid)
    aliases = [ColumnHeading.words(column[...])]
    isRequired = true
    defaultUnit = isTime ? "s" : nil
    self.origin = origin
  }

  /// Empty for texts.
  var units: [UnitSymbol] {
    switch kind {
    case .number(let units, _): units
    case .time: Self.timeUnits
    case .text: []
    }
  }

  /// The years 1900 to 2200, in seconds since 1970; times since another start are far inside.
  static let times = -2_208_988_800.0...7_289_654_400.0

  static let timeUnits = [
    UnitSymbol("s", 1), UnitSymbol("ms", 1e-3), UnitSymbol("us", 1e-6), UnitSymbol("ns", 1e-9), UnitSymbol("min", 60),
    UnitSymbol("h", 3600),
  ]
}
