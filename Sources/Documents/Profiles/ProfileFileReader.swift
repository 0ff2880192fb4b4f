import DeviceModel
import FileFormats

/// What device, network and population files share: sections, `name` (optional: the file's own), `summary`, `inherits`, `without`, `correlations`.
struct ProfileFileReader<Own: Sendable> {
  struct ProfileKeys: KeyTable {
    let name = Key("name", optional: .name, "that of the file when left out")
    let summary = Key("summary", optional: .text, "one line for lists")
    let inherits = Key(
      "inherits", optional: .name, "a name or a file, from which everything is taken that this one does not say")
    let without = Key(
      "without", optional: .list(of: Form.text.unread), "sections and keys of the parent to leave out")
    let own: Own
    /// Which values vary together; `nil` where none may.
    let correlations: CorrelationKeys?
    let sections: [KeyEntry]
    let needed: KeyRule
  }

  struct CorrelationKeys: KeyTable {
    let list: Key<[Correlation]>
  }

  /// A kind of profile: its keys, and the tree of its sections.
  struct Kind: Sendable {
    fileprivate let keys: Keys<ProfileKeys>
    fileprivate let tree: ProfileTreeReader
    var schema: ValueSchema { keys.schema(defining: tree.definitions) }

    /// - Parameters:
    ///   - needed: a key of its own that a profile without a parent must have.
    ///   - takesCorrelations: whether values may be said to vary together.
    init(_ own: Own, needed: String, tree: ProfileTreeReader, takesCorrelations: Bool = true) {
      self.tree = tree
      let correlations = Form.correlations(tree.schemas.map(\.key))
      keys = Keys(
        ProfileKeys(
          own: own,
          correlations: takesCorrelations
            ? CorrelationKeys(list: Key("correlations", correlations, standard: [])) : nil,
          sections: tree.entries, needed: .any([["summary", needed], ["inherits"]])))
    }
  }

  let given: KeyedMapping<ProfileKeys>
  let name: String
  let summary: String
  /// The profile from which everything is taken that this one does not say.
  let inherits: YAMLValue?
  let correlations: [Correlation]
  let tree: ProfileTreeReader
  /// Sections and keys of the parent that this profile does not have.
  private let without: [YAMLValue]

  init(_ root: YAMLValue, name: EntryName, _ kind: Kind) throws(InputError) {
    var tree = kind.tree
    given = try kind.keys.read(root)
    self.name = try name.resolved(given.name)
    inherits = try given.inherits
    summary =
      if let parent = inherits, given.given(\.summary) == nil { "A phone like \(try parent.string())" } else {
        try given.needed(\.summary)
      }
    without = try given.without ?? []
    guard inherits != nil || given.given(\.without) == nil else {
      throw given.mapping.error(
        at: "without", "there is nothing to leave out without 'inherits'",
        remedy: "add 'inherits: NAME' or remove it")
    }
    for section in tree.sections {
      guard let yaml = given.mapping.peek(section) else { continue }
      _ = try InputFaults.attempt(try tree.read(yaml, path: section))
    }
    correlations = try given.correlations?.list ?? []
    self.tree = tree
  }

  /// What is left of the parent's values after `without`.
  func kept(of values: [String: ProfileValue]) throws(InputError) -> [String: ProfileValue] {
    var values = values
    for place in without {
      let name = try place.string()
      let keys = values.keys.filter { $0 == name || $0.hasPrefix(name + ".") }
      guard !keys.isEmpty else {
        let sections = Set(values.keys.map { String($0.prefix { $0 != "." }) }).sorted()
        throw place.error(
          "the parent has no '\(name)'", remedy: Suggestion.remedy(for: name, among: sections, what: "sections"))
      }
      for key in keys { values[key] = nil }
    }
    return values
  }

  /// The same, and the correlations of the parent whose both keys are still there.
  func keep(of values: inout [String: ProfileValue], _ correlations: inout [Correlation]) throws(InputError) {
    values = try kept(of: values)
    correlations.removeAll { [values] in values[$0.first] == nil || values[$0.second] == nil }
  }

  /// A fault of the whole profile, at the place of its key or of the nearest section above it.
  func error(_ fault: ProfileFault) -> InputError {
    var key = fault.key
    while true {
      if let place = tree.places[key] ?? given.mapping.peek(key) {
        return place.place.error(fault.message, remedy: fault.remedy)
      }
      guard let dot = key.lastIndex(of: ".") else { break }
      key = String(key[..<dot])
    }
    return given.yaml.place.error(fault.message, remedy: fault.remedy)
  }
}

extension Form where Value == [Correlation] {
  /// A list of `{between: [KEY, KEY], value: 0.4, source: "..."}`.
  fileprivate static func correlations(_ names: [String]) -> Form {
    .list(
      of: Keys(BetweenKeys(names)).form { given throws(InputError) in
        let between = try given.between
        guard between.count == 2 else {
          throw given.error(
            at: \.between, "a correlation is between two keys, not \(between.count)", remedy: "write [KEY, KEY]")
        }
        return Correlation(between: between[0], between[1], value: try given.value, source: try given.source)
      })
  }
}

private struct BetweenKeys: KeyTable {
  let between: Key<[String]>
  let value = Key("value", .number(-1...1))
  let source = Key("source", .text)

  init(_ names: [String]) { between = Key("between", .list(of: .choice(names), from: 2, to: 2)) }
}
