import FileFormats

/// What a catalogue file is called: by its own name, or by the `name:` in it.
package struct EntryName: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The file's name without folder and extension.
  package let file: String
  /// Whether a `name:` in the file may differ, as in files that are named by their path.
  package let mayDiffer: Bool

  package init(_ file: String, mayDiffer: Bool = false) {
    self.file = file
    self.mayDiffer = mayDiffer
  }

  /// A name that must be the file's.
  package init(stringLiteral name: String) { self.init(name) }

  init(_ entry: CatalogEntry) { self.init(entry.name, mayDiffer: entry.mayRename) }

  /// The name in force.
  ///
  /// - Parameter given: the value of `name:`, where there is one.
  /// - Throws: `InputError` for a name that is blank, longer than a line, or other than the file's where it must be the
  ///   same.
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
