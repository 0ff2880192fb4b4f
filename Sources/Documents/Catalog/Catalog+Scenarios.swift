public import FileFormats
public import World

extension Catalog {
  /// The scenario of this name or file.
  ///
  /// - Throws: `InputError` for an unknown name and for anything wrong with the file.
  public func scenario(_ nameOrPath: String) throws(InputError) -> Scenario {
    try scenario(try resolve(.scenarios, nameOrPath))
  }

  /// The scenario of an entry.
  ///
  /// - Throws: `InputError` for anything wrong with the file.
  package func scenario(_ entry: CatalogEntry) throws(InputError) -> Scenario {
    try ScenarioReader.scenario(text: entry.text, file: entry.file, name: EntryName(entry))
  }
}
