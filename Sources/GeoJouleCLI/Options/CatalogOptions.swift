import ArgumentParser
import GeoJoule

struct CatalogOptions: ParsableArguments {
  @Option(
    name: .customLong("catalog"),
    help: .value(
      "dir",
      "A folder with devices, networks, scenarios, strategies and populations that adds to the built-in catalogue; a file there "
        + "replaces the built-in one of the same name."), completion: .directory)
  var folder: String?

  func catalog() throws(InputError) -> Catalog {
    guard let folder else { return Catalog() }
    return try Catalog(adding: folder)
  }

  static func completion(_ kind: CatalogKind) -> CompletionKind {
    .custom { _, _, _ in Catalog().names(kind) }
  }
}

/// The system of a configuration that means something else on each.
struct SystemOptions: ParsableArguments {
  @Option(
    help: .value(
      "version", "The system version of strategies, such as android-15 or ios-18. (default: what their files say)"),
    completion: .list(Platform.all.map(\.name)), transform: Platform.init(argument:))
  var system: Platform?
}

/// Options that name an entry of the catalogue or a file of its kind; shells complete the names.
extension Option {
  init(wrappedValue: String, entryOf kind: CatalogKind, name: NameSpecification = .long, help: String)
  where Value == String {
    self.init(
      wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: valueName),
      completion: CatalogOptions.completion(kind))
  }

  init(entryOf kind: CatalogKind, help: String) where Value == String? {
    self.init(help: ArgumentHelp(help, valueName: valueName), completion: CatalogOptions.completion(kind))
  }

  init(wrappedValue: [String], entryOf kind: CatalogKind, name: NameSpecification, help: String)
  where Value == [String] {
    self.init(
      wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: valueName),
      completion: CatalogOptions.completion(kind))
  }
}

private let valueName = "name|file"
