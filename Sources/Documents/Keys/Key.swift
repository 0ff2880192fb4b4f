import FileFormats

/// A key of a mapping: its name, the kind of its value, and whether it must be given.
struct Key<Value: Sendable>: Sendable {
  fileprivate let entry: KeyEntry
  fileprivate let form: Form<Value>
  /// What counts where the key is left out; `nil` for a key that must be given.
  private let standard: Value?

  /// A key that must be given.
  init(_ name: String, _ form: Form<Value>, _ note: String? = nil) {
    entry = KeyEntry(name, form.schema.noted(note), isRequired: true)
    (self.form, standard) = (form, nil)
  }

  /// A key that may be left out.
  init(_ name: String, _ form: Form<Value>, standard: Value, _ note: String? = nil) {
    entry = KeyEntry(name, form.schema.noted(note))
    (self.form, self.standard) = (form, standard)
  }

  /// A key that may be left out, without a value then.
  init<Given>(_ name: String, optional form: Form<Given>, _ note: String? = nil) where Value == Given? {
    self.init(name, form.map { Given?.some($0) }, standard: Given?.none, note)
  }

  fileprivate func read(_ mapping: YAMLMapping) throws(InputError) -> Value {
    guard let standard else { return try need(mapping) }
    guard mapping.peek(entry.name) != nil else { return standard }
    return try InputFaults.attempt(try need(mapping)) ?? standard
  }

  fileprivate func need(_ mapping: YAMLMapping) throws(InputError) -> Value {
    var mapping = mapping
    return try form.read(try mapping.required(entry.name))
  }
}

extension Form {
  /// A mapping with these keys, and what is made of their values.
  static func keys<each Part>(
    _ keys: repeat Key<each Part>, make: @escaping @Sendable (repeat each Part) throws(InputError) -> Value
  ) -> Form {
    var found: [KeyEntry] = []
    for key in repeat each keys { found.append(key.entry) }
    let entries = found
    let names = entries.map(\.name)
    return Form(.keys(entries)) { yaml throws(InputError) in
      let mapping = try yaml.mapping(allowing: names)
      return try make(repeat try (each keys).read(mapping))
    }
  }
}

/// The keys of a mapping: a struct whose properties are keys, other tables that are part of it, entries that are read by name, and
/// rules. What holds one does not ask that it conforms: looking that up takes a tenth of a millisecond for each table.
protocol KeyTable: Sendable {}

/// A table of keys with what is made of it: the check of a mapping's keys, and the schema.
struct Keys<Table: Sendable>: Sendable {
  private let table: Table
  private let names: [String]
  let entries: [KeyEntry]
  private let rules: [KeyRule]

  init(_ table: Table) {
    self.table = table
    let parts = keyParts(of: table)
    entries = parts.entries
    names = entries.map(\.name)
    rules = parts.rules
  }

  var schema: ValueSchema { .keys(entries, rules: rules) }

  /// The schema of a document of such keys, with what its references mean.
  func schema(defining definitions: [KeyEntry]) -> ValueSchema {
    .keys(entries, rules: rules + [.definitions(definitions)])
  }

  /// The mapping, without a key that the table does not have.
  func read(_ yaml: YAMLValue) throws(InputError) -> KeyedMapping<Table> {
    KeyedMapping(try yaml.mapping(allowing: names), table)
  }

  func form<Value>(
    _ make: @escaping @Sendable (KeyedMapping<Table>) throws(InputError) -> Value
  ) -> Form<Value> {
    Form(schema) { yaml throws(InputError) in try make(try read(yaml)) }
  }
}

/// A mapping whose values are read by the properties of a table: `try leg.speed`.
@dynamicMemberLookup
struct KeyedMapping<Table> {
  let mapping: YAMLMapping
  private let table: Table

  fileprivate init(_ mapping: YAMLMapping, _ table: Table) { (self.mapping, self.table) = (mapping, table) }

  /// Those of a part that some tables lack.
  subscript<Part: KeyTable>(dynamicMember part: KeyPath<Table, Part?>) -> KeyedMapping<Part>? {
    table[keyPath: part].map { KeyedMapping<Part>(mapping, $0) }
  }

  /// The mapping's place in the file.
  var yaml: YAMLValue { mapping.value }

  subscript<Value>(dynamicMember key: KeyPath<Table, Key<Value>>) -> Value {
    get throws(InputError) { try table[keyPath: key].read(mapping) }
  }

  /// The keys of a table that is part of this one.
  subscript<Part: KeyTable>(dynamicMember part: KeyPath<Table, Part>) -> KeyedMapping<Part> {
    KeyedMapping<Part>(mapping, table[keyPath: part])
  }

  /// The value of a key that may be left out in other cases.
  func needed<Value>(_ key: KeyPath<Table, Key<Value?>>) throws(InputError) -> Value {
    if let value = try table[keyPath: key].need(mapping) { return value }
    throw error(at: key, "the value is missing", remedy: "write a value")
  }

  /// The value of a key as it stands in the file, where it is given.
  func given<Value>(_ key: KeyPath<Table, Key<Value>>) -> YAMLValue? {
    mapping.peek(table[keyPath: key].entry.name)
  }

  func error<Value>(at key: KeyPath<Table, Key<Value>>, _ message: String, remedy: String) -> InputError {
    (given(key) ?? yaml).error(message, remedy: remedy)
  }
}

/// The keys and rules among a table's properties, in the order of their declaration.
///
/// A key is known by its first property: asking whether a type conforms to a protocol is slow, most of all where it does not.
private func keyParts(of table: Any) -> (entries: [KeyEntry], rules: [KeyRule]) {
  var found: (entries: [KeyEntry], rules: [KeyRule]) = ([], [])
  for property in Mirror(reflecting: table).children.map(\.value) {
    if let entries = property as? [KeyEntry] {
      found.entries += entries
    } else if let rule = property as? KeyRule {
      found.rules.append(rule)
    } else if let entry = Mirror(reflecting: property).children.first?.value as? KeyEntry {
      found.entries.append(entry)
    } else {
      let part = keyParts(of: property)
      found = (found.entries + part.entries, found.rules + part.rules)
    }
  }
  return found
}
