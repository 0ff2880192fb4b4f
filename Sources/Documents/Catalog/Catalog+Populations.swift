public import FileFormats
public import World

extension Catalog {
  /// The population of this name or file, with everything it inherits.
  ///
  /// - Throws: `InputError` for an unknown name and for anything wrong with the file or those it inherits from.
  public func population(_ nameOrPath: String) throws(InputError) -> PopulationProfile {
    try population(try resolve(.populations, nameOrPath))
  }

  /// The population of an entry, with everything it inherits.
  ///
  /// - Throws: `InputError` for anything wrong with the file or those it inherits from.
  package func population(_ entry: CatalogEntry) throws(InputError) -> PopulationProfile {
    try population(entry, heirs: [])
  }

  private func population(_ entry: CatalogEntry, heirs: [CatalogEntry]) throws(InputError) -> PopulationProfile {
    try PopulationReader.read(entry.text, file: entry.file, name: EntryName(entry)) { yaml throws(InputError) in
      try population(try parent(of: entry, at: yaml, heirs: heirs), heirs: heirs + [entry])
    }
  }
}
