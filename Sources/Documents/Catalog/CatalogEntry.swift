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
  package let mayRename: Bool

  package init(
    kind: CatalogKind, name: String, file: String, text: String, isBuiltIn: Bool, mayRename: Bool = false
  ) {
    self.mayRename = mayRename
    self.kind = kind
    self.name = name
    self.file = file
    self.text = text
    self.isBuiltIn = isBuiltIn
  }

  /// A file the user named. Its name is what its `name:` says, else the file's without folder and extension.
  package init(kind: CatalogKind, path: String, text: String) {
    self.init(kind: kind, name: Catalog.baseName(path), file: path, text: text, isBuiltIn: false, mayRename: true)
  }
}
