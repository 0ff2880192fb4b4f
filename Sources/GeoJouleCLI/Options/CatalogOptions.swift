import ArgumentParser
import Documents
import FileFormats

struct CatalogOptions: ParsableArguments {
  @Option(
    name: .customLong("catalog"),
    help: ArgumentHelp(
      "A folder with devices, networks, scenarios, strategies and populations that adds to the built-in catalogue; a file there "
        + "replaces the built-in one of the same name.", valueName: "dir"),
    completion: .directory)
  var folder: String?

  func catalog() throws(InputError) -> Catalog {
    guard let folder else { return Catalog() }
    return try Catalog(adding: folder)
  }

  /// Names for the shell's completion.
  static func completion(_ kind: CatalogKind) -> CompletionKind {
    .custom { _, _, _ in Catalog().names(kind) }
  }
}
