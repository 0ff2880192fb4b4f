import ArgumentParser
import FileFormats
import GeoJoule

/// Which strategies a comparison has.
struct StrategyOptions: ParsableArguments {
  @Option(
    name: .customLong("strategy"),
    help: ArgumentHelp(
      "A strategy of the catalogue, or a strategy file; may be repeated; 'all' is the whole catalogue. "
        + "(default: the main ones)", valueName: "name|file"),
    completion: .custom { _, _, _ in Catalog().names(.strategies) + ["all"] })
  var names: [String] = []

  @Option(
    name: .customLong("authorization"),
    help: ArgumentHelp(
      "Runs each strategy once for each of these decisions of the user: "
        + AuthorizationChoice.allCases.map(\.rawValue).joined(separator: ", ") + "; commas between, or 'all'.",
      valueName: "list"),
    completion: .list(AuthorizationChoice.allCases.map(\.rawValue) + ["all"]),
    transform: AuthorizationList.init(parsing:))
  var authorization: AuthorizationList?

  /// Shown when the user names none, in the order of the rows.
  static let main = [
    "none", "continuous", "distance-filter", "deferred", "auto-pause", "hundred-meters", "kilometer",
    "significant-change",
  ]

  /// The strategies of these names and files; `all` stands for the whole catalogue.
  ///
  /// - Throws: `InputError` for an unknown name, a bad file, and for two different strategies of one name.
  func specifications(_ catalog: Catalog) throws(InputError) -> [StrategySpecification] {
    var wanted: [String] = []
    for name in names.isEmpty ? Self.main : names {
      if name == "all" {
        // The main ones first, so that the base line leads.
        let all = catalog.names(.strategies)
        wanted += Self.main.filter(all.contains) + all.filter { !Self.main.contains($0) }
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
          file: nil, message: "two strategies are called '\(strategy.name)'",
          remedy: "change 'name:' in one of the files")
      }
      strategies.append(strategy)
    }
    guard let choices = authorization?.choices else { return strategies }
    // The base line asks for nothing: it has one row.
    return strategies.flatMap { strategy in
      strategy.needs.authorization == nil ? [strategy] : choices.map(strategy.under)
    }
  }
}
