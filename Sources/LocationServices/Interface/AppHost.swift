import Core
import Synchronization

/// What the system gives an app: a clock, timers, location managers, uploads, background tasks.
///
/// One host belongs to one process; when the process is killed, the host is gone and a relaunch gets a new one. An
/// app must take the time from here: code that reads the real clock or sleeps is outside the simulation.
public final class AppHost {
  package typealias Availability = ServiceAvailability

  /// Seconds from the start of the run.
  public var now: Double { clock.load(ordering: .relaxed) }
  /// Atomic, as `hasAsked`: both are touched at each position, and Swift checks each access to a variable of a class.
  let clock = Atomic(0.0)
  /// Whether the app is on the screen.
  public var isInForeground: Bool { phone.isInForeground }
  package let availability: Availability
  /// The app of the process, until `end`.
  var app: (any SimulatedApp)?
  /// The link to the app's other half on the watch or the phone; `nil` on a device without one.
  package internal(set) var watchSession: WatchSession?
  /// Share of the battery's charge, 0 to 1; `nil` unless the app's definition reads the battery.
  public var batteryLevel: Double? { phone.batteryLevel }
  /// Places that the user has told the app of, in the scenario's order.
  package let knownPlaces: [KnownPlace]
  /// Names of beacons that the app knows of, in the scenario's order.
  package let knownBeacons: [String]

  /// What the phone is and does, apart from where it is. One struct, so that telling the app of it is one access.
  struct Phone {
    var isAndroid = false
    /// What a new manager's `pausesLocationUpdatesAutomatically` is.
    var pausesByDefault = true
    var isInForeground = false
    var authorization = AuthorizationState(.notDetermined)
    var batteryLevel: Double?
    var conditions = HeldConditions()
  }
  var phone = Phone()

  /// Which conditions of the phone hold: the charger, Wi-Fi, Low Power Mode.
  package var deviceConditions: Set<DeviceCondition> { phone.conditions.all }
  package func holds(_ condition: DeviceCondition) -> Bool { phone.conditions.contains(condition) }
  package var isOnAndroid: Bool { phone.isAndroid }

  var commands: [AppCommand] = [] { didSet { hasAsked.store(true, ordering: .relaxed) } }
  /// Positions of the delivery under way that the app does not use.
  var dropped: [Location] = [] { didSet { hasAsked.store(true, ordering: .relaxed) } }
  let hasAsked = Atomic(false)
  var managers: [LocationManager] = []
  var liveStreams: [Int: LiveUpdates] = [:]
  var monitors: [ConditionMonitor] = []
  var timerActions: [Int: () -> Void] = [:]
  var uploadCompletions: [Int: () -> Void] = [:]
  var accuracyCompletions: [Int: (LocationError?) -> Void] = [:]
  var messageErrors: [Int: (WatchSessionError) -> Void] = [:]
  var geocodes: [Int: Geocoder] = [:]
  var fusedCallbacks: [Int: ([Location]) -> Void] = [:]
  /// Who is told events of services that own their state, by the event's type.
  var serviceHandlers: [ObjectIdentifier: (any ServiceEvent) -> Void] = [:]
  var scanReceiver: ((ScanResults) -> Void)?
  var scanCompletions: [Int: (Location?) -> Void] = [:]
  private var nextIdentifier: Int

  /// - Parameter process: tells this process from the app's earlier ones, whose uploads may still be under way.
  init(availability: Availability, knownPlaces: [KnownPlace] = [], knownBeacons: [String] = [], process: Int) {
    self.availability = availability
    self.knownPlaces = knownPlaces
    self.knownBeacons = knownBeacons
    nextIdentifier = process << 32
  }

  /// The process has ended: nothing is held any more, so that app and host, which know each other, can go.
  func end() {
    app = nil
    for manager in managers { manager.end() }
    managers.removeAll()
    liveStreams.removeAll()
    monitors.removeAll()
    timerActions.removeAll()
    uploadCompletions.removeAll()
    accuracyCompletions.removeAll()
    messageErrors.removeAll()
    geocodes.removeAll()
    fusedCallbacks.removeAll()
    scanCompletions.removeAll()
    serviceHandlers.removeAll()
    (scanReceiver, watchSession) = (nil, nil)
  }

  func post(_ command: AppCommand) { commands.append(command) }

  /// Has events of one type told; `nil` ends it.
  func listen<Event: ServiceEvent>(_ handler: ((Event) -> Void)?) {
    serviceHandlers[ObjectIdentifier(Event.self)] = handler.map { handler in
      { event in if let event = event as? Event { handler(event) } }
    }
  }

  func makeIdentifier() -> Int {
    nextIdentifier += 1
    return nextIdentifier
  }

  /// A new manager of this process.
  public func makeLocationManager() -> LocationManager {
    let manager = LocationManager(index: managers.count, host: self)
    managers.append(manager)
    // Setting it tells the system of the new manager.
    manager.pausesLocationUpdatesAutomatically = phone.pausesByDefault
    return manager
  }

  /// The condition monitor of this name, with the conditions it had in earlier processes (iOS 17 and later).
  public func makeMonitor(_ name: String) -> ConditionMonitor {
    if let monitor = monitors.first(where: { $0.name == name }) { return monitor }
    let monitor = ConditionMonitor(name: name, host: self)
    monitors.append(monitor)
    return monitor
  }

  /// Calls `action` after `seconds`; while the app is suspended, only once it runs again. On Android the seconds count while the
  /// processor is awake (`Handler`, `delay`): behind the screen take an alarm, or hold a wake lock.
  ///
  /// - Returns: an identifier for `cancelTimer`.
  @discardableResult
  public func schedule(after seconds: Double, _ action: @escaping () -> Void) -> Int {
    let identifier = makeIdentifier()
    timerActions[identifier] = action
    post(.service(AppTimerService.Command.start(identifier, after: .seconds(max(0, seconds)))))
    return identifier
  }

  /// Cancels a timer; without effect once it has fired.
  public func cancelTimer(_ identifier: Int) {
    timerActions[identifier] = nil
    post(.service(AppTimerService.Command.cancel(identifier)))
  }

  /// Hands `bytes` to the network: over Wi-Fi where the phone is associated, else over cellular, else when there is
  /// a network again. With `onWiFiOnly` it waits for Wi-Fi.
  public func upload(bytes: Int64, onWiFiOnly: Bool = false, completion: (() -> Void)? = nil) {
    let identifier = makeIdentifier()
    uploadCompletions[identifier] = completion
    post(.upload(identifier, bytes: bytes, onWiFiOnly: onWiFiOnly))
  }

  /// A geocoder; one for each request that is to run at the same time.
  public func makeGeocoder() -> Geocoder { Geocoder(host: self) }

  /// The app does not use this position of the delivery it is being told of: it is neither shown nor recorded, and
  /// figures of accuracy leave it out. Positions of earlier deliveries cannot be dropped.
  package func drop(_ location: Location) { dropped.append(location) }

  /// The app wants a good position from now on; how long that takes, how near it is and what it costs is reported. A search that is
  /// under way goes on.
  package func beginSearch() { post(.search(.begins)) }
  /// The search is over: the app has the position it wanted, or has given up. Without a search it does nothing.
  package func endSearch(found: Bool) { post(.search(.ends(found: found))) }

  /// Spends `seconds` of processor time on what the app does with a callback, beyond the system's own handling. Meanwhile
  /// callbacks wait; locations that have waited come as one array, oldest first.
  public func work(for seconds: Double) { if seconds > 0 { post(.work(seconds)) } }

  /// Keeps the app running in the background until `endBackgroundTask`, or until the system's limit.
  public func beginBackgroundTask() { post(.beginBackgroundTask) }
  /// Ends the background task begun last.
  public func endBackgroundTask() { post(.endBackgroundTask) }

  /// Asks for one background app refresh, not before `seconds` from now; the system decides when (iOS 7 and later,
  /// nothing before). A later call takes the place of an earlier one.
  public func scheduleBackgroundRefresh(after seconds: Double) {
    post(.service(BackgroundRefreshes.Command.request(after: .seconds(max(0, seconds))), needs: .backgroundAppRefresh))
  }
}

/// What an app asked the system to do, in the order in which it asked.
enum AppCommand: Sendable {
  /// For a service; the system must have what it needs.
  case service(any ServiceCommand, needs: SystemService? = nil)
  case upload(Int, bytes: Int64, onWiFiOnly: Bool)
  case search(PositionSearches.Change)
  case beginBackgroundTask
  case endBackgroundTask
  case work(Double)
  case setForegroundService(Bool)
  case setWakeLock(Bool)
  /// Events that waited for a receiver are tried again.
  case receiverAdded
  /// Nothing to do, but positions go to another delegate from now on.
  case delegateChanged
}
