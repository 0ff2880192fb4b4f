import LocationServices

/// Scans for Wi-Fi by itself at intervals from its first launch on (`WifiManager.startScan`), and places what it hears.
///
/// What an app does that does without the fused provider. Android limits such scans since 8: one that is refused brings no
/// position, and the app asks again at its next interval. Intervals are kept by exact alarms, which wait while the phone
/// dozes, come after 5 s at the earliest (AOSP, `AlarmManagerService`, `MIN_FUTURITY`) and need a permission since Android 12.
/// The process goes on behind the screen like that of every Android app here; the broadcast of results wakes the processor.
/// The position is that of the scan, told when it has been placed.
final class WifiScansApp: LocationApp, SimulatedApp {
  static let kind = StrategyKind(
    name: "wifi_scans", summary: "Android: Wi-Fi scans of the app's own, placed by a positioning service",
    parameters: [
      StrategyParameter(
        "interval", .time(5...86_400, orNone: false), standard: .time(30), "how often a scan is asked for",
        search: .range(5...3_600, orNone: false)),
      StrategyParameter(
        "placed_by", .choice(["service", "own_database"]), standard: .choice("service"),
        "who knows where access points are: a service that is asked over the network, or the app"),
      .foregroundService,
      StrategyParameter(
        "scan_throttling", .flag, standard: .flag(true),
        "the phone's developer option that limits scans; no app can change it",
        requires: [.flag(false): .scanThrottlingOption]),
      .handlingTime,
    ],
    requires: [.wifiScans], makeApp: { WifiScansApp($0) })

  /// Seconds that an alarm is late, at least, by the phone's clock in milliseconds (estimate). Four intervals of 30 s are
  /// so a little longer than the window of 2 min, at whose very end the first scan would still count.
  private static let lateness = 0.001

  private let interval: Double
  private let asksService: Bool
  private var wifi: WifiManager?

  override init(_ settings: StrategySettings) {
    interval = settings.number("interval")
    asksService = settings.choice("placed_by") == "service"
    super.init(settings)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    if settings.flag("foreground_service") { host.startForegroundService() }
    let wifi = host.makeWifiManager()
    if !settings.flag("scan_throttling") { wifi.setScanThrottleEnabled(false) }
    wifi.registerScanResultsReceiver { [weak self] in self?.receive($0) }
    self.wifi = wifi
    scan()
  }

  private func scan() {
    wifi?.startScan()
    host?.setAlarm(after: interval + Self.lateness) { [weak self] in self?.scan() }
  }

  private func receive(_ results: ScanResults) {
    guard results.isUpdated, results.accessPoints > 0 else { return }
    wifi?.locate(results, overNetwork: asksService) { [weak self] location in
      if let location { self?.handle([location]) }
    }
  }
}
