import LocationServices

/// Iterates over live updates from its launch on, the interface of iOS 17: no accuracy, no filter, and rests by itself when
/// the user stays.
///
/// Sessions end with the process. A new one makes them anew at once, whoever started it, as Apple advises; otherwise the
/// system takes the app to be done.
final class LiveUpdatesApp: SimulatedApp {
  static let kind = StrategyKind(
    name: "live_updates", summary: "live updates of iOS 17, which rest while the user stays",
    parameters: [
      StrategyParameter(
        "configuration", .choice(LiveConfiguration.allCases.map(\.rawValue)), standard: .choice("default"),
        "what the user is doing"),
      StrategyParameter(
        "background_session", .flag, standard: .flag(true),
        "whether the app holds a background activity session; with always authorization it needs none"),
      StrategyParameter(
        "service_session", .flag, standard: .flag(false), "whether the app holds a service session (iOS 18)",
        requires: [.flag(true): .serviceSession]),
    ],
    requires: [.liveUpdates],
    makeApp: { LiveUpdatesApp($0) })

  private let settings: StrategySettings
  private let uploader: PositionUploader
  private var updates: LiveUpdates?
  private var backgroundSession: BackgroundActivitySession?
  private var serviceSession: ServiceSession?

  init(_ settings: StrategySettings) {
    self.settings = settings
    uploader = PositionUploader(settings)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    if settings.flag("service_session") { serviceSession = host.makeServiceSession() }
    if settings.flag("background_session") { backgroundSession = host.makeBackgroundActivitySession() }
    let configuration = LiveConfiguration(rawValue: settings.choice("configuration")) ?? .standard
    updates = host.liveUpdates(configuration) { [weak self, weak host] update in
      guard let self, let host, update.location != nil, !update.isStationary else { return }
      uploader.add(1, host: host)
    }
  }
}
