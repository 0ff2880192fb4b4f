import FileFormats
import GeoJoule

/// Which strategies a comparison has.
enum StrategyChoice {
  /// Shown when the user names none, in the order of the rows.
  static let main = [
    "none", "continuous", "distance-filter", "deferred", "auto-pause", "hundred-meters", "kilometer",
    "significant-change",
  ]

  /// The strategies of these names and files; `all` stands for the whole catalogue.
  ///
  /// - Throws: `InputError` for an unknown name, a bad file, and for two different strategies of one name.
  static func strategies(_ names: [String], _ catalog: Catalog) throws(InputError) -> [StrategySpecification] {
    var wanted: [String] = []
    for name in names.isEmpty ? main : names {
      if name == "all" {
        // The main ones first, so that the base line leads.
        let all = catalog.names(.strategies)
        wanted += main.filter(all.contains) + all.filter { !main.contains($0) }
      } else {
        wanted.append(name)
      }
    }
    var strategies: [StrategySpecification] = []
    for name in wanted {
      let strategy = try catalog.strategy(name)
      if strategies.contains(strategy) { continue }
      if strategies.contains(where: { $0.name == strategy.name }) {
        throw InputError(
          file: nil, message: "two strategies are called '\(strategy.name)'", remedy: "rename one of the files")
      }
      strategies.append(strategy)
    }
    return strategies
  }
}
