import DeviceModel
import FileFormats

/// What device, network and population files share: sections, `name` (optional: the file's own), `summary`, `inherits`, `without`, `correlations`.
struct ProfileFileReader {
  var mapping: YAMLMapping
  let name: String
  let summary: String
  /// The profile from which everything is taken that this one does not say.
  let inherits: YAMLValue?
  /// Sections and keys of the parent that this profile does not have.
  let without: [String]
  let correlations: [Correlation]
  let tree: ProfileTreeReader
  private let root: YAMLValue

  /// - Parameters:
  ///   - headings: the keys beside the shared ones and the sections.
  ///   - takesCorrelations: whether values may be said to vary together.
  init(
    _ root: YAMLValue, name: EntryName, headings: [String], tree: ProfileTreeReader, takesCorrelations: Bool = true
  ) throws(InputError) {
    var tree = tree
    let shared = ["name", "summary", "inherits", "without"] + (takesCorrelations ? ["correlations"] : [])
    var mapping = try root.mapping(allowing: shared + headings + tree.sections)
    self.root = root
    self.name = try name.resolved(mapping.optional("name"))
    inherits = mapping.optional("inherits")
    summary =
      if let parent = inherits, mapping.peek("summary") == nil { "A phone like \(try parent.string())" } else {
        try mapping.required("summary").string()
      }
    var without: [String] = []
    if let given = mapping.optional("without") {
      guard inherits != nil else {
        throw mapping.error(
          at: "without", "there is nothing to leave out without 'inherits'", remedy: "add 'inherits: NAME' or remove it"
        )
      }
      for item in try given.sequence() { without.append(try item.string()) }
    }
    self.without = without
    for section in tree.sections {
      if let yaml = mapping.optional(section) { try tree.read(yaml, path: section) }
    }
    if let given = mapping.optional("correlations") {
      correlations = try CorrelationReader.correlations(given, keys: tree.schemas.map(\.key))
    } else {
      correlations = []
    }
    self.mapping = mapping
    self.tree = tree
  }

  /// What is left of the parent's values after `without`.
  ///
  /// - Throws: `InputError` when `without` names something the parent does not have.
  func kept(of values: [String: ProfileValue]) throws(InputError) -> [String: ProfileValue] {
    var values = values
    for (index, name) in without.enumerated() {
      let keys = values.keys.filter { $0 == name || $0.hasPrefix(name + ".") }
      guard !keys.isEmpty else {
        let place = try mapping.peek("without")?.sequence()[index] ?? root
        let sections = Set(values.keys.map { String($0.prefix { $0 != "." }) }).sorted()
        throw place.error(
          "the parent has no '\(name)'", remedy: Suggestion.remedy(for: name, among: sections, what: "sections"))
      }
      for key in keys { values[key] = nil }
    }
    return values
  }

  /// Correlations of the parent whose both keys are still there.
  func kept(of correlations: [Correlation], values: [String: ProfileValue]) -> [Correlation] {
    correlations.filter { values[$0.first] != nil && values[$0.second] != nil }
  }

  /// A fault of the whole profile, at the place of its key or of the nearest section above it.
  func error(_ fault: ProfileFault) -> InputError {
    var key = fault.key
    while true {
      if let place = tree.places[key] ?? mapping.peek(key) {
        return InputError(
          file: place.file, line: place.line, column: place.column, message: fault.message, remedy: fault.remedy)
      }
      guard let dot = key.lastIndex(of: ".") else { break }
      key = String(key[..<dot])
    }
    return InputError(
      file: root.file, line: root.line, column: root.column, message: fault.message, remedy: fault.remedy)
  }
}
