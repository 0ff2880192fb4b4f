import LocationServices

/// Fused updates while the user moves, as activity recognition tells; none while they are still.
final class ActivityGatedApp: SimulatedApp {
  static let kind = StrategyKind(
    name: "activity_gated", summary: "Android: fused updates from one transition of activity to the next rest",
    parameters: StrategyParameter.fusedRequest + [.foregroundService, .handlingTime],
    requires: [.activityRecognition, .fusedLocation], makeApp: { ActivityGatedApp($0) })

  private let settings: StrategySettings
  private let uploader: PositionUploader
  private var client: FusedLocationProviderClient?
  private var request: Int?
  private var host: AppHost?

  init(_ settings: StrategySettings) {
    self.settings = settings
    uploader = PositionUploader(settings)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    client = host.makeFusedLocationClient()
    host.startActivityUpdates { [weak self] in self?.activityChanged(to: $0.activity) }
  }

  private func activityChanged(to activity: DetectedActivity) {
    guard let host, let client else { return }
    if activity == .still {
      if let request { client.removeLocationUpdates(request) }
      request = nil
      host.stopForegroundService()
    } else if request == nil {
      if settings.flag("foreground_service") { host.startForegroundService() }
      request = client.requestLocationUpdates(settings.fusedRequest) { [weak self] in self?.receive($0) }
    }
  }

  private func receive(_ locations: [Location]) {
    if let host { uploader.handle(locations, host: host) }
  }
}
