/// One file of the catalogue, or one the user named by its path.
public struct CatalogEntry: Sendable, Hashable {
  public let kind: CatalogKind
  /// The file's name without its extension.
  public let name: String
  /// The file as messages name it; `profiles/...` for the built-in ones.
  public let file: String
  public let text: String
  public let isBuiltIn: Bool

  public init(kind: CatalogKind, name: String, file: String, text: String, isBuiltIn: Bool) {
    self.kind = kind
    self.name = name
    self.file = file
    self.text = text
    self.isBuiltIn = isBuiltIn
  }

  /// A file the user named; its name is the file's without folder and extension.
  public init(kind: CatalogKind, path: String, text: String) {
    self.init(kind: kind, name: Catalog.baseName(path), file: path, text: text, isBuiltIn: false)
  }
}
