import FileFormats

/// The kinds of things a catalogue has; the raw value is the folder's name and the word on the command line.
public enum CatalogKind: String, CaseIterable, Sendable {
  case devices, networks, scenarios, strategies, populations

  /// One of them, in messages.
  package var singular: String {
    switch self {
    case .devices: "device"
    case .networks: "network"
    case .scenarios: "scenario"
    case .strategies: "strategy"
    case .populations: "population"
    }
  }

  /// Keys that only files of this kind have.
  private var marks: [String] {
    switch self {
    case .devices: ["battery", "default_network"]
    case .networks: ["technology", "tail_time"]
    case .scenarios: ["legs"]
    case .populations:
      [
        "people", "settlement", "commute", "outing", "errands", "leisure", "work", "school", "home", "phone", "centre",
        "day",
        "weight", "transit", "away",
      ]
    case .strategies: ["kind", "states", "parameters", "upload", "use", "system"]
    }
  }

  /// The kind of a file with these outermost keys, where one of them tells.
  package init?(keys: [String]) {
    guard let kind = Self.allCases.first(where: { $0.marks.contains(where: keys.contains) }) else { return nil }
    self = kind
  }

  /// Refuses a file whose keys show that it is of another kind; text that is not YAML is left to its reader.
  ///
  /// - Throws: `InputError` that says what the file is and where it belongs.
  func checkKind(of text: String, file: String) throws(InputError) {
    guard let keys = try? YAMLDocument(text: text, file: file).root.mapping().keys else { return }
    if marks.contains(where: keys.contains) { return }
    if keys.contains("budgets") {
      throw InputError(
        file: file, message: "this is a budget file, where a \(singular) belongs",
        remedy: "give it to 'geojoule check'")
    }
    guard let found = CatalogKind(keys: keys) else { return }
    throw InputError(
      file: file, message: "this is a \(found.singular) file, where a \(singular) belongs",
      remedy: "give it with --\(found.singular)")
  }
}
