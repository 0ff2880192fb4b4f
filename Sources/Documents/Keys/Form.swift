import Core
import DeviceModel
import FileFormats
import World

/// A kind of value: how it is read, and what a schema says of it.
struct Form<Value: Sendable>: Sendable {
  private let makeSchema: @Sendable () -> ValueSchema
  let read: @Sendable (YAMLValue) throws(InputError) -> Value

  /// - Parameter schema: is made when it is asked for, which only `geojoule schema` does.
  init(
    _ schema: @autoclosure @escaping @Sendable () -> ValueSchema,
    _ read: @escaping @Sendable (YAMLValue) throws(InputError) -> Value
  ) {
    (makeSchema, self.read) = (schema, read)
  }

  var schema: ValueSchema { makeSchema() }

  /// What is made of the value.
  func map<New: Sendable>(_ change: @escaping @Sendable (Value) -> New) -> Form<New> {
    Form<New>(schema) { yaml throws(InputError) in change(try read(yaml)) }
  }

  /// This kind, or a word with a meaning of its own.
  func or(_ word: String, _ meaning: Value) -> Form {
    Form(.either([schema, .choice([word])])) { yaml throws(InputError) in
      yaml.text == word ? meaning : try read(yaml)
    }
  }

  /// This kind, where it is a number with one of these units, or the word `none`.
  func orNone(_ mayBeNone: Bool, _ meaning: Value, _ units: [UnitSymbol]) -> Form {
    mayBeNone ? Form(.quantity(units, orNone: true), or("none", meaning).read) : self
  }

  /// One of these words, with what each means.
  static func words(_ words: [(name: String, value: Value)]) -> Form {
    let names = words.map(\.name)
    return Form(.choice(names)) { yaml throws(InputError) in
      let name = try yaml.choice(of: names)
      guard let found = words.first(where: { $0.name == name }) else {
        throw yaml.error("unknown value '\(name)'", remedy: "change it")
      }
      return found.value
    }
  }

  /// The same in a schema, and read later: what it means depends on other parts of the document.
  var unread: Form<YAMLValue> { .unread(schema) }
}

extension Form where Value == YAMLValue {
  static func unread(_ schema: @autoclosure @escaping @Sendable () -> ValueSchema) -> Form { Form(schema()) { $0 } }

  /// A name or a file, or several.
  static var names: Form { unread(.names) }
  /// A name that is looked up later.
  static var name: Form { unread(.text()) }
}

extension Form where Value == String {
  static var text: Form { Form(.text()) { yaml throws(InputError) in try yaml.string() } }

  static func choice(_ words: [String]) -> Form {
    Form(.choice(words)) { yaml throws(InputError) in try yaml.choice(of: words) }
  }
}

extension Form where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  static func choice(_ type: Value.Type) -> Form {
    Form(.choice(Value.allCases.map(\.rawValue))) { yaml throws(InputError) in try yaml.choice(Value.self) }
  }
}

extension Form where Value == Bool {
  static var flag: Form { Form(.flag) { yaml throws(InputError) in try yaml.bool() } }
}

extension Form where Value == Int {
  static func whole(_ range: ClosedRange<Int>) -> Form {
    Form(.whole(range)) { yaml throws(InputError) in try yaml.integer(in: range) }
  }
}

extension Form where Value == Double {
  static func number(_ range: ClosedRange<Double>) -> Form {
    Form(.number(range)) { yaml throws(InputError) in try yaml.number(in: range) }
  }

  /// In SI units, with a unit of the dimension.
  static func quantity(_ dimension: Dimension, _ range: ClosedRange<Double>) -> Form {
    Form(.quantity(dimension)) { yaml throws(InputError) in
      guard !dimension.units.isEmpty else { return try yaml.number(in: range) }
      let value = try yaml.siNumber(quantity: dimension.quantityName, units: dimension.units)
      try yaml.check(value, range.lowerBound, range.upperBound, show: dimension.describe)
      return value
    }
  }

  /// A share of 0 to 100 %.
  static var percent: Form {
    let units = [UnitSymbol("%", 1)]
    return Form(.quantity(units)) { yaml throws(InputError) in
      let percent = try yaml.siNumber(quantity: "share", units: units)
      try yaml.check(percent, 0, 100) { "\(DecimalText.significant($0, digits: 6)) %" }
      return percent / 100
    }
  }
}

extension Form where Value: PhysicalQuantity {
  static func quantity(_ range: ClosedRange<Value>) -> Form {
    Form(.quantity(Value.units)) { yaml throws(InputError) in try yaml.quantity(Value.self, in: range) }
  }
}

extension Form where Value == Distance {
  static func distance(_ range: ClosedRange<Distance>) -> Form { quantity(range) }
}

extension Form where Value == TimeSpan {
  static func time(_ range: ClosedRange<TimeSpan>) -> Form {
    Form(.quantity(TimeSpan.units)) { yaml throws(InputError) in try yaml.timeSpan(in: range) }
  }
}

extension Form where Value == ClockTime {
  static var clock: Form {
    Form(
      .text(pattern: "^([0-9]|[01][0-9]|2[0-4]):[0-5][0-9](:[0-5][0-9])?$").noted(
        "a clock time in quotes, such as \"07:55\"")
    ) { yaml throws(InputError) in try yaml.clockTime() }
  }
}

extension Form where Value == GeodeticPosition {
  /// `[latitude, longitude]` in degrees.
  static var position: Form {
    Form(.position) { yaml throws(InputError) in try PlaceTable.position(yaml) }
  }
}

extension Form {
  static func list<Item: Sendable>(of form: Form<Item>, from least: Int = 0, to most: Int? = nil) -> Form
  where Value == [Item] {
    Form(.list(of: form.schema, from: least, to: most)) { yaml throws(InputError) in
      var items: [Item] = []
      for item in try yaml.sequence() {
        if let read = try InputFaults.attempt(try form.read(item)) { items.append(read) }
      }
      return items
    }
  }

  /// A list that names nothing twice.
  static func distinct<Item: Hashable>(_ form: Form<Item>, from least: Int = 0) -> Form where Value == [Item] {
    Form(.list(of: form.schema, from: least)) { yaml throws(InputError) in
      var items: [Item] = []
      for item in try yaml.sequence() {
        let read = try form.read(item)
        guard !items.contains(read) else {
          throw item.error("'\(item.text ?? "")' is named twice", remedy: "keep one of them")
        }
        items.append(read)
      }
      guard items.count >= least else { throw yaml.error("the list is empty", remedy: "name at least one") }
      return items
    }
  }
}
