import LocationServices

/// The same app without location: what every other strategy is compared with.
final class NoLocationApp: SimulatedApp {
  static let kind = StrategyKind(
    name: "none", summary: "uses no location; the base line", parameters: [], needs: LocationNeeds.none,
    makeApp: { _ in NoLocationApp() })

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {}
}
