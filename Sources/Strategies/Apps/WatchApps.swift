import LocationServices

/// The watch's half: asks the phone to begin, and shows what it gets.
final class WatchDisplayApp: SimulatedApp {
  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) { askToBegin(host) }
  func willEnterForeground(_ host: AppHost) { askToBegin(host) }

  private func askToBegin(_ host: AppHost) {
    host.watchSession?.sendMessage(WatchMessage(PhoneForWatchApp.start))
  }
}

/// The watch app asks for one position whenever it is opened, the only way there was on the first watch systems (2015
/// session); the phone app has no part.
final class WatchOneShotApp: LocationApp, SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "watch_one_shot", summary: "one requestLocation on the watch at each opening of the watch app",
    parameters: [.desiredAccuracy], requires: [.requestLocation, .watchConnectivity],
    makeApp: { _ in NoLocationApp() }, makeWatchApp: { WatchOneShotApp($0) })

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    let manager = makeManager(host, delegate: self)
    manager.desiredAccuracy = settings.desiredAccuracy
    manager.requestLocation()
  }

  func willEnterForeground(_ host: AppHost) { manager?.requestLocation() }
}

/// The watch app records by itself from the moment it is opened (watchOS 4), as a workout does; the phone app has no part.
///
/// Beside the phone an older watch takes the phone's positions, one of 2022 or later its own.
final class WatchWorkoutApp: LocationApp, SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "watch_workout", summary: "a session on the watch, from each opening of the watch app on",
    parameters: [.desiredAccuracy, .distanceFilter, .activityType, .session],
    requires: [.continuousUpdatesOnWatch], makeApp: { _ in NoLocationApp() }, makeWatchApp: { WatchWorkoutApp($0) })

  private var isRunning = false

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    begin()
  }

  func willEnterForeground(_ host: AppHost) { begin() }

  private func begin() {
    guard !isRunning, let host else { return }
    isRunning = true
    startSession(host, delegate: self) { [weak self] in
      self?.isRunning = false
      self?.manager?.stopUpdatingLocation()
    }
  }
}

/// The phone tracks for the watch: the watch app asks for it by message when it is opened, and the phone app sends the
/// positions over, as the 2015 session (WWDC 714) describes.
///
/// Messages go while the watch app runs, else the newest position is the context. What gathers over `batch_interval` goes
/// as one, which spares Bluetooth.
final class PhoneForWatchApp: LocationApp, SimulatedApp, LocationManagerDelegate, WatchSessionDelegate {
  static let kind = StrategyKind(
    name: "phone_for_watch", summary: "the phone tracks and sends its positions to the watch app",
    parameters: [
      .desiredAccuracy, .distanceFilter, .activityType, .session,
      StrategyParameter(
        "batch_interval", .time(0...86_400, orNone: false), standard: .time(0),
        "how long positions gather before they go over together; 0 sends each at once",
        search: .range(1...3_600, orNone: false)),
      StrategyParameter(
        "send", .choice(["message", "context", "message_or_context"]), standard: .choice("message_or_context"),
        "how positions go over; a context carries the newest only, a message that finds no running watch app is lost"),
    ],
    requires: [.watchConnectivity], makeApp: { PhoneForWatchApp($0) }, makeWatchApp: { _ in WatchDisplayApp() })

  /// What the watch app says to begin.
  static let start = "start"

  private var isTracking = false
  private var gathered: [Location] = []
  private var timer: Int?

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    host.watchSession?.delegate = self
  }

  func session(_ session: WatchSession, didReceiveMessage message: WatchMessage) {
    guard message.subject == Self.start, !isTracking, let host else { return }
    isTracking = true
    startSession(host, delegate: self) { [weak self] in self?.end() }
  }

  /// Off with the background flag too, so that no session is taken up by accident (2015 session).
  private func end() {
    isTracking = false
    manager?.stopUpdatingLocation()
    manager?.allowsBackgroundLocationUpdates = false
    send()
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    guard let host else { return }
    upload(locations.count)
    gathered += locations
    let interval = settings.number("batch_interval")
    guard interval > 0 else { return send() }
    if timer == nil {
      timer = host.schedule(after: interval) { [weak self] in
        self?.timer = nil
        self?.send()
      }
    }
  }

  private func send() {
    guard let session = host?.watchSession, let newest = gathered.last else { return }
    let way = settings.choice("send")
    if way == "message" || (way == "message_or_context" && session.isReachable) {
      session.sendMessage(WatchMessage("positions", locations: gathered))
    } else {
      session.updateApplicationContext(WatchMessage("position", locations: [newest]))
    }
    gathered.removeAll(keepingCapacity: true)
  }
}
