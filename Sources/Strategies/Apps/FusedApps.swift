import LocationServices

/// An app with one request to Android's fused provider, and a foreground service meanwhile where its settings say so.
class FusedLocationApp: LocationApp {
  private var client: FusedLocationProviderClient?
  private var request: Int?

  /// Begins; without effect while a request is on.
  final func startUpdates(_ receive: @escaping ([Location]) -> Void) {
    guard let host, request == nil else { return }
    if settings.flag("foreground_service") { host.startForegroundService() }
    let client = host.makeFusedLocationClient()
    request = client.requestLocationUpdates(settings.fusedRequest, callback: receive)
    self.client = client
  }

  final func stopUpdates() {
    if let request { client?.removeLocationUpdates(request) }
    request = nil
    host?.stopForegroundService()
  }
}

/// Asks Android's fused location provider for positions when the user opens it and leaves the request on.
final class FusedUpdatesApp: FusedLocationApp, SimulatedApp {
  static let kind = StrategyKind(
    name: "fused", summary: "Android: fused location updates from the first launch on",
    parameters: StrategyParameter.fusedRequest + [.delivery, .foregroundService, .handlingTime],
    requires: [.fusedLocation], makeApp: { FusedUpdatesApp($0) })

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    startUpdates { [weak self] in self?.handle($0) }
  }
}

/// Fused updates while the user moves, as activity recognition tells; none while they are still.
final class ActivityGatedApp: FusedLocationApp, SimulatedApp {
  static let kind = StrategyKind(
    name: "activity_gated", summary: "Android: fused updates from one transition of activity to the next rest",
    parameters: StrategyParameter.fusedRequest + [.foregroundService, .handlingTime],
    requires: [.activityRecognition, .fusedLocation], makeApp: { ActivityGatedApp($0) })

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    host.startActivityUpdates { [weak self] in self?.activityChanged(to: $0.activity) }
  }

  private func activityChanged(to activity: DetectedActivity) {
    if activity == .still { stopUpdates() } else { startUpdates { [weak self] in self?.handle($0) } }
  }
}
