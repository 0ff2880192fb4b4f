import ArgumentParser
import GeoJoule

struct StrategyOptions: ParsableArguments {
  @Option(
    name: .customLong("strategy"),
    help: .value(
      "name|file",
      "A strategy of the catalogue, or a strategy file; may be repeated; 'all' is the whole catalogue. "
        + "(default: the main ones of the phone's system)"),
    completion: .custom { _, _, _ in Catalog().names(.strategies) + ["all"] })
  var names: [String] = []

  @Option(
    name: .customLong("authorization"),
    help: .value(
      "list",
      "Runs each strategy once for each of these decisions of the user: "
        + AuthorizationChoice.allCases.map(\.rawValue).joined(separator: ", ") + "; commas between, or 'all'."),
    completion: .list(AuthorizationChoice.allCases.map(\.rawValue) + ["all"]),
    transform: AuthorizationList.init(parsing:))
  var authorization: AuthorizationList?

  /// Shown when the user names none, in the order of the rows.
  static func main(on system: PhoneSystem) -> [String] {
    switch system {
    case .ios:
      [
        "none", "continuous", "live-updates", "distance-filter", "deferred", "auto-pause", "trip-tracking",
        "hundred-meters", "significant-change",
      ]
    case .android:
      [
        "none", "fused-high-accuracy", "fused-high-accuracy-30s", "fused-balanced", "fused-batched", "fused-background",
        "activity-gated", "android-geofences",
      ]
    }
  }

  /// Whether a strategy does what a need asks for, such as sending positions to a server.
  static func serves(_ need: Need, _ strategy: StrategySpecification) -> Bool {
    switch need.metric {
    case .events: strategy.tellsEvents
    case .search: strategy.looksForOne
    case .now(let share) where share.isAtServer: strategy.sendsPositions && !strategy.tellsEvents
    default: true
    }
  }

  /// The strategies of the catalogue that are made for a need; `nil` where the main ones serve it.
  private static func serving(
    _ need: Need, _ catalog: Catalog, on system: PhoneSystem
  ) throws(InputError) -> [String]? {
    guard need.asks != nil else { return nil }
    var found = ["none"]
    for name in catalog.names(.strategies) {
      let strategy = try catalog.strategy(name)
      if serves(need, strategy), strategy.platform.system == system, !strategy.platform.isPast, !strategy.usesWatch {
        found.append(name)
      }
    }
    return found
  }

  /// The strategies of these names and files; `all` stands for the whole catalogue.
  ///
  /// - Parameters:
  ///   - device: its system decides which are the main ones, unless a version was asked for.
  ///   - need: without names, those of the catalogue that are made for it.
  func specifications(
    _ catalog: Catalog, for device: DeviceProfile, need: Need? = nil
  ) throws(InputError) -> [StrategySpecification] {
    var wanted: [String] = []
    let system = catalog.system?.system ?? device.system
    let main = Self.main(on: system)
    let standard = try need.flatMap { need throws(InputError) in try Self.serving(need, catalog, on: system) } ?? main
    for name in names.isEmpty ? standard : names {
      if name == "all" {
        // The main ones first, so that the base line leads.
        let all = catalog.names(.strategies)
        wanted += main.filter(all.contains) + all.filter { !main.contains($0) }
      } else {
        wanted.append(name)
      }
    }
    let strategies = try catalog.distinctStrategies(wanted)
    guard let choices = authorization?.choices else { return strategies }
    // The base line asks for nothing: it has one row.
    return strategies.flatMap { strategy in
      strategy.needs.authorization == nil ? [strategy] : choices.map(strategy.under)
    }
  }
}

extension Catalog {
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
          remedy: "give each file a 'name:' of its own")
      }
      found.append(strategy)
      given[strategy.name] = name
    }
    return found
  }
}
