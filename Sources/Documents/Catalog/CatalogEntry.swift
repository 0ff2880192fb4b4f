import FileFormats

/// One file of the catalogue, or one the user named by its path.
package struct CatalogEntry: Sendable, Hashable {
  package let kind: CatalogKind
  /// The file's name without its extension.
  package let name: String
  /// The file as messages name it; `profiles/...` for the built-in ones.
  package let file: String
  package let text: String
  package let isBuiltIn: Bool
  /// Whether the file's `name:` may differ from the file's own name: not in a catalogue, where names are looked up.
  package private(set) var mayRename = false
}

extension CatalogEntry {
  /// A file the user named. Its name is what its `name:` says, else the file's without folder and extension.
  package init(kind: CatalogKind, path: String, text: String) {
    self.init(kind: kind, name: Catalog.baseName(path), file: path, text: text, isBuiltIn: false, mayRename: true)
  }
}

/// What a catalogue file is called: by its own name, or by the `name:` in it.
package struct EntryName: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The file's name without folder and extension.
  package let file: String
  /// Whether a `name:` in the file may differ, as in files that are named by their path.
  package let mayDiffer: Bool

  package init(_ file: String, mayDiffer: Bool = false) {
    (self.file, self.mayDiffer) = (file, mayDiffer)
  }

  /// A name that must be the file's.
  package init(stringLiteral name: String) { self.init(name) }

  init(_ entry: CatalogEntry) { self.init(entry.name, mayDiffer: entry.mayRename) }

  /// The name in force.
  ///
  /// - Parameter given: the value of `name:`, where there is one.
  func resolved(_ given: YAMLValue?) throws(InputError) -> String {
    guard let given else { return file }
    let name = try given.string()
    guard name != file else { return name }
    guard mayDiffer else {
      throw given.error("the file's name says '\(file)'", remedy: "write 'name: \(file)' or remove the line")
    }
    guard name.contains(where: { !$0.isWhitespace }), !name.contains(where: \.isNewline) else {
      throw given.error("a name has letters and fits on a line", remedy: "change the name, or remove the line")
    }
    return name
  }
}

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
        "day", "weight", "transit", "away",
      ]
    case .strategies: ["kind", "states", "parameters", "upload", "use", "system"]
    }
  }

  /// The kind of a file with these outermost keys, where one of them tells.
  package init?(keys: [String]) {
    guard let kind = Self.allCases.first(where: { $0.marks.contains(where: keys.contains) }) else { return nil }
    self = kind
  }

  /// Refuses a catalogue's file where another document belongs.
  ///
  /// - Parameters:
  ///   - own: keys that only the document has.
  ///   - document: such as `a budget file`.
  static func refuse(
    _ yaml: YAMLValue, unless own: [String], _ document: String, remedy: (CatalogKind) -> String
  ) throws(InputError) {
    let keys = try yaml.mapping().keys
    guard !own.contains(where: keys.contains), let kind = CatalogKind(keys: keys) else { return }
    throw InputError(
      file: yaml.place.file, message: "this is a \(kind.singular) file, where \(document) belongs", remedy: remedy(kind)
    )
  }

  /// Refuses a file whose keys show that it is of another kind; text that is not YAML is left to its reader.
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
