public import Strategies

extension Catalog {
  /// The strategy of this name or file.
  ///
  /// - Throws: `InputError` for an unknown name and for anything wrong with the file.
  public func strategy(_ nameOrPath: String) throws(InputError) -> StrategySpecification {
    try strategy(try resolve(.strategies, nameOrPath))
  }

  /// The strategy of an entry.
  ///
  /// - Throws: `InputError` for anything wrong with the file.
  public func strategy(_ entry: CatalogEntry) throws(InputError) -> StrategySpecification {
    try StrategyReader.read(entry.text, file: entry.file, name: EntryName(entry))
  }

  /// What a valid strategy says but hardly means, such as a rule behind another that takes all of its events; in the file's
  /// order.
  ///
  /// - Throws: as `strategy` does.
  public func warnings(ofStrategy entry: CatalogEntry) throws(InputError) -> [InputError] {
    try StrategyReader.warnings(entry.text, file: entry.file, name: EntryName(entry))
  }
}
