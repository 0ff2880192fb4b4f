package import Core
package import DeviceModel

/// What a value of a document may be. Readers are made from the same declarations, and so cannot differ from it.
package indirect enum ValueSchema: Sendable {
  case any
  case text(pattern: String? = nil)
  case flag
  case whole(ClosedRange<Int>)
  /// A bound may be infinite.
  case number(ClosedRange<Double>)
  case choice([String])
  /// A number with one of these units; where `orNone`, also the word `none`.
  case quantity([UnitSymbol], orNone: Bool = false)
  case list(of: ValueSchema, from: Int = 0, to: Int? = nil)
  /// Names of the user's own, each with such a value.
  case named(ValueSchema, from: Int = 0)
  case either([ValueSchema])
  /// A definition of the document.
  case reference(String)
  case keys([KeyEntry], rules: [KeyRule] = [])
  /// Keys whose values are not looked into.
  case mapping
  case noted(ValueSchema, String)

  /// A name or a file, or several.
  static let names = ValueSchema.either([.text(), .list(of: .text(), from: 1)])
  /// `[latitude, longitude]`.
  package static let position = ValueSchema.list(of: .number(-.infinity ... .infinity), from: 2, to: 2)
    .noted("[latitude, longitude] in degrees")

  /// A number in the dimension's unit, or a plain one.
  package static func quantity(_ dimension: Dimension) -> ValueSchema {
    dimension.units.isEmpty ? .number(-.infinity ... .infinity) : .quantity(dimension.units)
  }

  /// With a sentence about it; `nil` leaves it as it is.
  package func noted(_ note: String?) -> ValueSchema { note.map { .noted(self, $0) } ?? self }
}

/// A key of a mapping, as its schema shows it.
package struct KeyEntry: Sendable {
  package let name: String
  package let isRequired: Bool
  private let makeSchema: @Sendable () -> ValueSchema
  /// Made when it is asked for, which only `geojoule schema` does: that of a device has a sentence for each of 150 values.
  package var schema: ValueSchema { makeSchema() }

  package init(_ name: String, _ schema: @autoclosure @escaping @Sendable () -> ValueSchema, isRequired: Bool = false) {
    (self.name, self.isRequired, makeSchema) = (name, isRequired, schema)
  }
}

/// What must hold of the keys of a mapping together.
package enum KeyRule: Sendable {
  /// Exactly one of these keys is given.
  case one([String])
  /// All keys of at least one of these lists are given.
  case any([[String]])
  /// So many keys are given.
  case count(ClosedRange<Int>)
  /// Where a key has a word, other keys have such values.
  case when(key: String, [(word: String, keys: [KeyEntry])])
  /// Where a key has the word, the mapping is of the first kind, else of the other.
  case split(key: String, word: String, ValueSchema, otherwise: ValueSchema)
  /// What references of the document mean.
  case definitions([KeyEntry])
}
