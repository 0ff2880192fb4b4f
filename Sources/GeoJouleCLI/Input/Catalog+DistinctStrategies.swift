import Documents
import FileFormats
import GeoJoule

extension Catalog {
  /// The strategies of these names and files, each once.
  ///
  /// - Throws: `InputError` for an unknown name, a bad file, and for two different strategies of one name.
  func distinctStrategies(_ names: [String]) throws(InputError) -> [StrategySpecification] {
    var found: [StrategySpecification] = []
    var given: [String: String] = [:]
    for name in names {
      let strategy = try strategy(name)
      if found.contains(strategy) { continue }
      if let other = given[strategy.name] {
        throw InputError(
          file: ownFile(.strategies, name) ?? ownFile(.strategies, other),
          message: "two strategies are called '\(strategy.name)'",
          remedy: "change 'name:' in one of the files")
      }
      found.append(strategy)
      given[strategy.name] = name
    }
    return found
  }
}
