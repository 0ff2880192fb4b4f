import LocationServices

/// Asks for one position each time the user opens it, and every so often while it may run.
///
/// What the Guide's listing 14-1 does. Its timer stands still while the app is suspended, so that an interval helps only
/// an app that is on the screen or kept running.
final class OneShotApp: LocationApp, SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "one_shot", summary: "requestLocation, each time the app is opened",
    parameters: [
      StrategyParameter(
        "desired_accuracy", .choice(DesiredAccuracy.names.map(\.name)), standard: .choice("hundred_meters"),
        "which accuracy is good enough at once", requires: StrategyParameter.accuracies,
        search: StrategyParameter.accuracySearch),
      StrategyParameter(
        "interval", .time(1...86_400, orNone: true), standard: .time(.infinity),
        "time to the next request while the app may run", search: .range(60...14_400, orNone: true)),
    ],
    requires: [.requestLocation], needs: .whenInUse, makeApp: { OneShotApp($0) })

  private var timer: Int?

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    let manager = makeManager(host, delegate: self)
    manager.desiredAccuracy = settings.desiredAccuracy
    if reason == .user { ask() }
  }

  func willEnterForeground(_ host: AppHost) { ask() }

  private func ask() {
    manager?.requestLocation()
    let interval = settings.number("interval")
    guard interval.isFinite, let host else { return }
    if let timer { host.cancelTimer(timer) }
    timer = host.schedule(after: interval) { [weak self] in
      self?.timer = nil
      self?.ask()
    }
  }
}
