package import Core
import DeviceModel
package import World

/// Core Location as one state machine over several apps.
///
/// Three levels: the system (what positioning must do), the app (process state, significant change), the manager
/// (accuracy, filter, pausing, deferral). The driver feeds it positions, the day's events and time; it answers with a
/// `demand` on positioning, `requests` for the network, and callbacks that `dispatch` runs once the processor is awake.
///
/// It owns the processes of its apps, so there is no copy of it.
package struct LocationSystem: ~Copyable {
  /// What an app asked of the network.
  package struct Upload: Sendable, Hashable {
    package let app: Int
    package let identifier: Int
    package let bytes: Int64
    package let onWiFiOnly: Bool
    /// It is a message that comes down, of this priority.
    package var message: PushMessage.Priority?
    /// What the server refused before, sent again with this one.
    package var earlier: [Upload] = []

    /// It is or was the watch's: its number is that of no app's call.
    package var isForWatch: Bool { identifier < 0 }
    package var uplink: Int64 { message == nil ? earlier.reduce(bytes) { $0 + $1.bytes } : 0 }
    package var downlink: Int64 { message == nil ? 0 : bytes }
  }

  var apps: OwnedArray<AppState>
  let platform: Platform
  let availability: AppHost.Availability
  let chipCapacity: Int
  /// A value of any type also keeps the system where it is: a call that only reads would get a copy of all its bytes if the
  /// compiler knew them all (memmove was a tenth of a simulated day).
  let outcomes: any RandomOutcomes
  var movement: UserMovement
  var phone = PhoneUse()
  /// Share of the battery's charge, where an app reads it.
  package var batteryLevel: Double?
  var timers: AppTimers
  package internal(set) var needsDemand = true
  /// A session's deadline may have moved since the driver last asked for it.
  package var hasMovedDeadline = false
  /// What positioning must do; call `updateDemand` first.
  package private(set) var demand = PositioningDemand.none
  private var accessBook = AccessBook()
  var outbox = Outbox()
  var buffer = DispatchBuffer()
  /// What apps called for and their systems lack, each once.
  package internal(set) var missingServices: [MissingService] = []
  /// What was done to sessions.
  package internal(set) var history = SessionHistory()

  // Services for all apps
  /// Those that react to inputs by themselves.
  var services = ServiceBoard()
  var reduced = ReducedAccuracyService()
  var prompts: AuthorizationPrompts
  var events: EventServices
  var geocodeLimits: [GeocodeRateLimit]
  var positionSearches = PositionSearches()
  var pair: PairedDevice
  /// Android's rest for a phone that nobody uses; `nil` on iOS.
  var rest: PhoneRest?
  var fused: FusedRequests
  var scans = WifiScanService()

  /// - Parameters:
  ///   - apps: at most seven.
  ///   - chipCapacity: fixes the GNSS chip can hold.
  ///   - end: which of a pair of devices this is.
  ///   - knownPlaces: places that the apps' user has told them of.
  ///   - knownBeacons: names of beacons that the apps know of.
  ///   - outcomes: what chance decides.
  package init(
    apps: [AppDefinition], availability: AppHost.Availability, chipCapacity: Int, motion: MotionClass,
    end: WatchLink.End? = nil, knownPlaces: [KnownPlace] = [], knownBeacons: [String] = [],
    outcomes: any RandomOutcomes = MedianOutcomes()
  ) {
    precondition(apps.count < EnergyAttribution.appLimit, "a run has at most 7 apps")
    self.apps = OwnedArray(capacity: apps.count)
    for app in apps { self.apps.append(AppState(app)) }
    platform = .newest(of: apps.map(\.platform))
    self.availability = availability
    self.chipCapacity = chipCapacity
    self.outcomes = outcomes
    movement = UserMovement(motion)
    pair = PairedDevice(end)
    timers = AppTimers(apps: apps.count)
    prompts = AuthorizationPrompts(apps: apps.count)
    geocodeLimits = Array(repeating: GeocodeRateLimit(), count: apps.count)
    fused = FusedRequests(apps: apps.count)
    events = EventServices(knownPlaces: knownPlaces, knownBeacons: knownBeacons)
    if platform.isAndroid {
      rest = PhoneRest(lightAfter: apps.compactMap(\.platform.lightDozeAfter).max())
      updateDoze(at: .start)
    }
    inform(.motion(motion, stretch: 0), at: .start)
  }

  package var appCount: Int { apps.count }
  package func process(of app: Int) -> ProcessState { apps[app].process }

  /// Whether the app's code has something to do: it needs a running processor.
  package func wantsProcessor(_ app: Int) -> Bool {
    (apps[app].mailbox.wantsProcessor && !apps[app].isBusy && !apps[app].freezer.isFrozen)
      || apps[app].launch.pending != nil
  }
  /// Whether the process must be started first.
  package func needsLaunch(_ app: Int) -> Bool { apps[app].launch.pending != nil }
  /// Whether the app holds the processor awake: it is on the screen, handles an event or runs a background task.
  package func holdsProcessor(_ app: Int, at now: Instant) -> Bool {
    // Asked after every event: the app's state is read in place, not copied.
    switch apps[app].process {
    case .foreground: return true
    case .background:
      return now < apps[app].runsUntil || apps[app].tasks.isHolding(at: now) || apps[app].foregroundService.isAwake
        || isWorking(app, at: now)
    case .notRunning, .suspended: return false
    }
  }

  /// Android: whether a partial wake lock of the app's own is in force behind the screen; `nil` for other systems.
  package func holdsWakeLock(_ app: Int) -> Bool? {
    apps[app].holdsWakeLock(screenIsOn: phone.isScreenOn)
  }

  /// Android: work waits for one position; it keeps the process from being frozen.
  func isWorking(_ app: Int, at now: Instant) -> Bool {
    now < apps[app].worksUntil && fused[app].contains { $0.request.maxUpdates < .max }
  }

  /// Recomputes `demand` if something changed; returns whether it is different now.
  package mutating func updateDemand() -> Bool {
    guard needsDemand else { return false }
    needsDemand = false
    let old = demand
    demand = pair.paired(currentDemand())
    if demand.gnss == .off { movement.hasSatelliteFix = false }
    accessBook.current = currentAccess()
    events.interest = currentInterest()
    events.usesAccessPoints =
      demand.takesWhatIsHeard
      || apps.contains {
        !$0.definition.platform.isAndroid && MovementTrigger.accessPoints.counts(on: $0.definition.platform)
          && ($0.significantChange.isMonitoring || $0.regions.contains { $0.tracker != nil })
      }
    return demand != old
  }

  /// Which apps have access to the user's position; call `updateDemand` first.
  package var access: LocationAccess { accessBook.current }
  /// For whom events have to be monitored; call `updateDemand` first.
  package var interest: EventInterest { events.interest }
  /// A service takes other access points as a hint of movement; call `updateDemand` first.
  package var usesAccessPoints: Bool { events.usesAccessPoints }

  private func hasAccess(_ app: Int) -> Bool {
    apps[app].hasAccess
      || (apps[app].authorization.isAllowed
        && (!fused[app].isEmpty || (apps[app].process.isRunning && scans.isTelling(app))))
  }

  // A session that runs, and a service that watches even while its app does not: when it says nothing the app knows that
  // the user has not moved (2011 session).
  private func currentAccess() -> LocationAccess {
    var access = LocationAccess()
    for app in apps.indices where hasAccess(app) {
      access.apps |= 1 << UInt8(app)
      if !apps[app].definition.platform.isAndroid || keepsStatusIcon(app) { access.statusBar |= 1 << UInt8(app) }
    }
    return access
  }

  /// An app uses location from now on, within its authorization.
  mutating func noteAccess(_ app: Int) {
    if apps[app].authorization.isAllowed { accessBook.begin(app) }
  }

  /// Apps that began to use location since the last call and have no access any more: a use that ended at once is one too.
  package mutating func takeBegunAccess() -> UInt8 { accessBook.takeBegun() }

  private func currentInterest() -> EventInterest {
    var interest = EventInterest.none
    for app in apps.indices {
      let listens = apps[app].regions.contains { if case .beacon = $0.region { $0.isServed } else { false } }
      if listens, watches(.beaconRegions, for: app) { interest.beacons |= 1 << UInt8(app) }
      if apps[app].visits?.isServed == true, watches(.visits, for: app) { interest.visits |= 1 << UInt8(app) }
    }
    return interest
  }

  private func currentDemand() -> PositioningDemand {
    var demand = PositioningDemand.none
    for app in apps.indices where apps[app].process.isRunning && apps[app].may(.standardUpdates) {
      for manager in apps[app].managers.indices
      where apps[app].managers[manager].wantsPositions
        && !(pair.positionsFromPhone && apps[app].managers[manager].oneShot != nil && !apps[app].isReduced(manager))
      {
        if demand.cause == .system { demand.cause = EnergyAttribution(.fix, app: app + 1) }
        if apps[app].isReduced(manager) {
          demand.reduced = true
          continue
        }
        let configuration = apps[app].managers[manager].configuration
        demand.ask(
          for: attainable(configuration.desiredAccuracy, app: app), activity: configuration.activityType,
          batches: apps[app].managers[manager].isDeferring && apps[app].process == .background)
        if apps[app].managers[manager].oneShot != nil { demand.isForOneShot = true }
      }
    }
    if fused.areAny { for app in apps.indices { ask(forRequestsOf: app, &demand) } }
    return demand
  }

  // MARK: For the driver

  /// What apps' code asked for since this was last called.
  package mutating func takeAppEffects() -> AppEffects {
    var effects = AppEffects()
    swap(&effects, &outbox.ofApps)
    return effects
  }

  /// What services did since this was last called.
  package mutating func takeEffects() -> SystemEffects {
    var effects = SystemEffects()
    swap(&effects, &outbox.ofSystem)
    return effects
  }

  /// Locations handed to apps since the driver last took them, in order, and how many callbacks brought them.
  package var delivered: [Location] { outbox.delivered }
  package var deliveries: Int { outbox.deliveries }
  package mutating func forgetDelivered() { outbox.forgetDelivered() }

  /// Searches for a good position that have ended, in the order in which they did.
  package var searches: [PositionSearch] { positionSearches.ended }
}

/// How the phone is used, apart from its apps.
struct PhoneUse {
  /// The phone has restarted and has not been unlocked since.
  var isLocked = false
  var isScreenOn = false
  /// When the screen was last switched off.
  var screenOff: Instant?

  /// Until when widgets count as in use on iOS; `nil` where none has been seen.
  func widgetsInUseUntil(at now: Instant) -> Instant? { (isScreenOn ? now : screenOff).map { $0 + .minutes(15) } }
}

/// Which apps have access to the user's position, a bit each, the first app's lowest.
package struct LocationAccess: Sendable, Hashable {
  package var apps: UInt8
  /// Those of them that the status bar shows: on iOS all, on Android those that keep its location icon.
  package var statusBar: UInt8

  package init(apps: UInt8 = 0, statusBar: UInt8 = 0) {
    self.apps = apps
    self.statusBar = statusBar
  }
}

/// Who has access now, and who has had it since that was last asked.
struct AccessBook {
  var current = LocationAccess()
  private var begun: UInt8 = 0

  mutating func begin(_ app: Int) { begun |= 1 << UInt8(app) }

  /// Apps that began to use location since the last call and have no access any more: a use that ended at once is one too.
  mutating func takeBegun() -> UInt8 {
    defer { begun = 0 }
    return begun & ~current.apps
  }
}

extension LocationSystem {
  /// What the driver has to look after once an event has been dealt with.
  package struct Agenda: Sendable {
    /// When a position should be determined for significant change, for the approximate area, and for regions; `never`
    /// when none is due, `nil` where no app has regions.
    package var significantChange: Instant
    package var reducedAccuracy: Instant
    package var regions: Instant?
    /// When a session, a request or a process must be looked at again, and when a timer of an app is due.
    package var services: Instant
    package var appTimers: Instant
  }

  // Read after every event.

  /// What is due next.
  package func agenda(at now: Instant) -> Agenda {
    Agenda(
      significantChange: significantChangeDue(at: now), reducedAccuracy: reducedAccuracyDue(at: now),
      regions: monitorsRegions ? regionMeasurementDue(at: now) : nil, services: serviceDeadline(at: now),
      appTimers: appTimerDeadline)
  }

  /// The next app, from one on, whose code has something to do.
  package func firstWaiting(from first: Int = 0) -> Int? {
    for app in first..<apps.count where wantsProcessor(app) { return app }
    return nil
  }

  /// The first app that holds the processor awake, and whether it is on the screen.
  package func processorHolder(at now: Instant) -> (app: Int, isOnScreen: Bool)? {
    for app in apps.indices where holdsProcessor(app, at: now) { return (app, apps[app].process == .foreground) }
    return nil
  }
}
