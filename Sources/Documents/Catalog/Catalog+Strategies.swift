public import FileFormats
public import Strategies

extension Catalog {
  /// The strategy of this name or file.
  ///
  /// - Throws: `InputError` for an unknown name and for anything wrong with the file.
  public func strategy(_ nameOrPath: String) throws(InputError) -> StrategySpecification {
    try strategy(try resolve(.strategies, nameOrPath))
  }

  /// The strategy of an entry. What is allowed but hardly meant goes to `InputFiles.current`.
  ///
  /// - Throws: `InputError` for anything wrong with the file.
  package func strategy(_ entry: CatalogEntry) throws(InputError) -> StrategySpecification {
    let strategy = try StrategyReader.read(entry.text, file: entry.file, name: EntryName(entry))
    return system.map(strategy.on) ?? strategy
  }
}
