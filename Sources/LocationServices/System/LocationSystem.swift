package import Core
import DeviceModel
package import World

/// The location services of one phone or watch as one state machine over several apps.
///
///     driver: a position, the screen, a crossing, time      app: startUpdating, requestLocation, ...
///          | LocationSystem+Inputs                               | LocationSystem+Commands
///          v                                                     v
///     ServiceBoard: each service owns its state, takes an input and returns effects
///          | LocationSystem+Effects: perform
///          v
///     mailboxes of apps, processes, and what the driver has to do (Outbox)
///          | LocationSystem+Dispatch, once the processor is awake
///          v
///     the app's delegate
///
/// The driver asks it for a `demand` on positioning, and in `systemRequests` for what else follows. It owns the processes of its
/// apps, so there is no copy of it.
package struct LocationSystem: ~Copyable {
  /// What services may read.
  var context: Context
  var board: ServiceBoard
  /// What services have returned, and how many of these are being performed: what comes after them is new.
  var effects: Effects = []
  var underWay = 0
  var apps: OwnedArray<AppCode>
  var outbox = Outbox()
  var buffer = DispatchBuffer()
  let knownPlaces: [KnownPlace]
  let knownBeacons: [String]
  /// Share of the battery's charge, where an app reads it.
  package var batteryLevel: Double?
  package internal(set) var needsDemand = true
  /// A session's deadline may have moved since the driver last asked for it.
  package var hasMovedDeadline = false
  /// What apps called for and their systems lack, each once.
  package internal(set) var missingServices: [MissingService] = []
  /// What was done to sessions.
  package internal(set) var history = SessionHistory()
  var positionSearches = PositionSearches()
  /// Which apps have access to the user's position; call `updateDemand` first.
  package private(set) var access = LocationAccess()
  /// For whom events have to be monitored; call `updateDemand` first.
  package private(set) var interest = EventInterest.none
  /// A service takes other access points as a hint of movement; call `updateDemand` first.
  package private(set) var usesAccessPoints = false

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
    var processes = OwnedArray<AppProcess>(capacity: apps.count)
    for (index, app) in apps.enumerated() {
      self.apps.append(AppCode(app))
      let rights = AuthorizationState(app.authorization, accuracy: app.accuracy)
      processes.append(AppProcess(app: index, platform: app.platform, rights))
    }
    context = Context(
      outcomes: outcomes, platform: .newest(of: apps.map(\.platform)), availability: availability,
      chipCapacity: chipCapacity, end: end, processes: processes, movement: UserMovement(motion))
    board = ServiceBoard(apps)
    (self.knownPlaces, self.knownBeacons) = (knownPlaces, knownBeacons)
    inform(.motion(motion, stretch: 0), at: .start)
  }

  package var appCount: Int { apps.count }
  /// Up to which interval balanced requests of Android take satellites on the move; `nil` for never.
  package var balancedInterval: TimeSpan? {
    get { context.balancedInterval }
    set { context.balancedInterval = newValue }
  }

  // MARK: Services

  /// Gives an input to the services and performs what they return.
  mutating func inform(_ input: ServiceInput, at now: Instant) {
    context.now = now
    board.take(input, in: context, &effects)
    perform(at: now)
  }

  mutating func give(_ command: any ServiceCommand, from app: Int, at now: Instant) {
    context.now = now
    board.take(command, from: app, in: context, &effects)
    perform(at: now)
  }

  // MARK: Demand

  /// What positioning must do; call `updateDemand` first.
  package var demand: PositioningDemand { context.demand }

  /// Recomputes `demand` if something changed; returns whether it is different now.
  package mutating func updateDemand() -> Bool {
    guard needsDemand else { return false }
    needsDemand = false
    let old = context.demand
    context.demand = board.demand(in: context)
    if context.demand.gnss == .off { context.movement.hasSatelliteFix = false }
    access = currentAccess()
    interest = board.interest(in: context)
    usesAccessPoints = board.usesAccessPoints(in: context)
    return context.demand != old
  }

  private func currentAccess() -> LocationAccess {
    var access = LocationAccess()
    for app in apps.indices where board.hasAccess(app, in: context) {
      access.apps |= 1 << UInt8(app)
      if !context.isAndroid || board.fused.keepsStatusIcon(app, in: context) { access.statusBar |= 1 << UInt8(app) }
    }
    return access
  }

  // MARK: For the driver, after every event

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

  /// What services did since the phone was last settled, for the driver to carry out once a new demand has been applied.
  ///
  /// - Returns: `nil` where they did nothing.
  package mutating func systemRequests() -> SystemRequests? {
    guard !outbox.ofSystem.isEmpty else { return nil }
    var requests = SystemRequests()
    swap(&requests, &outbox.ofSystem)
    return requests
  }

  /// What is due next.
  package func agenda(at now: Instant) -> Agenda {
    Agenda(
      significantChange: significantChangeDue(at: now), reducedAccuracy: reducedAccuracyDue(at: now),
      regions: monitorsRegions ? regionMeasurementDue(at: now) : nil, services: serviceDeadline(at: now),
      appTimers: appTimerDeadline)
  }

  /// When `serviceTimerFired` should be called, or `never`.
  ///
  /// A fix postpones an auto-pause, and a timer armed at an older deadline fires early and is armed again; but it may also
  /// be the one that bears a pause out.
  package func serviceDeadline(at now: Instant) -> Instant { max(board.serviceDeadline(in: context, at: now), now) }

  /// When the next timer of an app is due, or `never`.
  package var appTimerDeadline: Instant { min(board.appTimers.next, board.deadline) }

  package func process(of app: Int) -> ProcessState { context.state(app) }
  /// What the user lets the app do here.
  package func authorization(of app: Int) -> AuthorizationState { context.rights(app) }
  /// Whether the app's code has something to do: it needs a running processor.
  package func wantsProcessor(_ app: Int) -> Bool { context.processes[app].wantsProcessor }
  /// Whether the process must be started first.
  package func needsLaunch(_ app: Int) -> Bool { context.processes[app].launch.pending != nil }
  /// Android: whether a partial wake lock of the app's own is in force behind the screen; `nil` for other systems.
  package func holdsWakeLock(_ app: Int) -> Bool? {
    context.processes[app].holdsWakeLock(screenIsOn: context.phone.isScreenOn)
  }

  /// The next app, from one on, whose code has something to do.
  package func firstWaiting(from first: Int = 0) -> Int? {
    for app in first..<apps.count where wantsProcessor(app) { return app }
    return nil
  }

  /// The first app that holds the processor awake, and whether it is on the screen.
  package func processorHolder(at now: Instant) -> (app: Int, isOnScreen: Bool)? {
    for app in apps.indices where context.processes[app].holdsProcessor(at: now) {
      return (app, context.processes[app].state == .foreground)
    }
    return nil
  }

  /// Whether the app's transfers may begin: behind the screen and without a foreground service not while the phone dozes, be
  /// it lightly, nor in Battery Saver.
  package func mayUseNetwork(_ app: Int) -> Bool {
    guard board.doze.cutsNetwork || (context.isAndroid && isLowPower) else { return true }
    return context.processes[app].isShown
  }

  /// Whether Low Power Mode or Battery Saver is on.
  package var isLowPower: Bool { context.conditions.contains(.lowPower) }

  /// Searches for a good position that have ended, in the order in which they did.
  package var searches: [PositionSearch] { positionSearches.ended }
  /// Scans that apps have asked for so far.
  package var scanCounts: WifiScanCounts { board.scans.counts }
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
