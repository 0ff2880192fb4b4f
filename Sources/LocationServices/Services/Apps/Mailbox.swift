/// What waits for the code of one app.
struct Mailbox {
  /// In the order in which it was posted.
  var waiting: [Callback] = []
  /// Something in it is worth waking the processor for.
  var wantsProcessor = false
  /// Events for which this process has no receiver yet.
  var unreceived: [Callback] = []
  /// A significant change that no manager of this process has asked for yet.
  ///
  /// A callback, which can hold a value of any type, also keeps the app's state where it is: the compiler would copy all its
  /// bytes for each call of a method.
  var significantChange: Callback?
  /// Events that wait for the user to confirm a provisional always; they outlive the process.
  var unconfirmed: [Callback] = []

  mutating func post(_ callback: Callback, waking: Bool = true) {
    waiting.append(callback)
    if waking { wantsProcessor = true }
  }

  mutating func processEnded() {
    waiting.removeAll()
    wantsProcessor = false
    significantChange = nil
    unreceived.removeAll()
  }

  /// An event of a service; of some the newest is kept.
  mutating func post(_ event: any ServiceEvent, waking: Bool) {
    if type(of: event).isReplacedByNewer {
      waiting.removeAll { if case .service(let old) = $0 { type(of: old) == type(of: event) } else { false } }
    }
    post(.service(event), waking: waking)
  }

  /// There is a new receiver: events that waited for one are tried again.
  mutating func retryUnreceived() {
    for event in unreceived { post(event) }
    unreceived.removeAll()
  }

  /// A manager monitors significant changes from now on.
  mutating func retrySignificantChange() {
    guard let held = significantChange else { return }
    significantChange = nil
    post(held)
  }
}

/// A message for an app's code, waiting until the processor runs.
enum Callback {
  case location(manager: Int, Location)
  case locations(manager: Int, [Location])
  /// A significant change; goes to whichever manager of the process monitors them.
  case significantChange(Location)
  case failed(manager: Int, LocationError)
  case deferredFinished(manager: Int, LocationError?)
  case region(RegionCallback)
  case visit(serial: Int, Visit)
  case monitor(name: String, serial: Int?, MonitorEvent)
  case paused(manager: Int)
  case resumed(manager: Int)
  case authorizationChanged
  /// The user has answered a request for full accuracy.
  case fullAccuracyAnswered(Int, LocationError?)
  case timer(Int)
  case uploadFinished(Int)
  case geocodeFinished(Int, GeocodeResult)
  case batteryLevelChanged
  case didEnterBackground
  case willEnterForeground
  case backgroundRefresh
  case backgroundTaskWillExpire
  case message(WatchMessage)
  case context(WatchMessage)
  case messageFailed(Int, WatchSessionError)
  case live(manager: Int, LocationUpdate)
  case fused(Int, [Location])
  case service(any ServiceEvent)
  case scanResults(ScanResults)
  case scanLocated(Int, Location?)

  /// For whom it is, where it brings locations.
  var managerOfLocations: Int? {
    switch self {
    case .location(let manager, _), .locations(let manager, _): manager
    default: nil
    }
  }

  func appendLocations(to locations: inout [Location]) {
    switch self {
    case .location(_, let location): locations.append(location)
    case .locations(_, let more): locations += more
    default: break
    }
  }
}
