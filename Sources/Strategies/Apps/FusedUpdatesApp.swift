import LocationServices

/// Asks Android's fused location provider for positions when the user opens it and leaves the request on.
final class FusedUpdatesApp: SimulatedApp {
  static let kind = StrategyKind(
    name: "fused", summary: "Android: fused location updates from the first launch on",
    parameters: StrategyParameter.fusedRequest + [.delivery, .foregroundService, .handlingTime],
    requires: [.fusedLocation], makeApp: { FusedUpdatesApp($0) })

  private let settings: StrategySettings
  private let uploader: PositionUploader
  private var client: FusedLocationProviderClient?
  private var host: AppHost?

  init(_ settings: StrategySettings) {
    self.settings = settings
    uploader = PositionUploader(settings)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    if settings.flag("foreground_service") { host.startForegroundService() }
    let client = host.makeFusedLocationClient()
    client.requestLocationUpdates(settings.fusedRequest) { [weak self] in self?.receive($0) }
    self.client = client
  }

  private func receive(_ locations: [Location]) {
    if let host { uploader.handle(locations, host: host) }
  }
}
