import ArgumentParser
import DeviceModel
import Documents
import FileFormats
import GeoJoule
import LocationServices

/// Which strategies a comparison has.
struct StrategyOptions: ParsableArguments {
  @Option(
    name: .customLong("strategy"),
    help: ArgumentHelp(
      "A strategy of the catalogue, or a strategy file; may be repeated; 'all' is the whole catalogue. "
        + "(default: the main ones of the phone's system)", valueName: "name|file"),
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

  /// The strategies of these names and files; `all` stands for the whole catalogue.
  ///
  /// - Parameter device: its system decides which are the main ones, unless a version was asked for.
  /// - Throws: `InputError` for an unknown name, a bad file, and for two different strategies of one name.
  func specifications(
    _ catalog: Catalog, for device: DeviceProfile
  ) throws(InputError) -> [StrategySpecification] {
    var wanted: [String] = []
    let main = Self.main(on: catalog.system?.system ?? device.system)
    for name in names.isEmpty ? main : names {
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
