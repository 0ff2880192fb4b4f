import DeviceModel
import EventKernel
public import Quantities
public import World

/// Core Location as one state machine over several apps.
///
/// Three levels: the system (what positioning must do), the app (process state, significant change), the manager
/// (accuracy, filter, pausing, deferral). The driver feeds it positions, the day's events and time; it answers with a
/// `demand` on positioning, `requests` for the network, and callbacks that `dispatch` runs once the processor is awake.
///
/// It owns the processes of its apps, so there is no copy of it.
public struct LocationSystem: ~Copyable {
  /// What an app asked of the network.
  public struct Upload: Sendable, Hashable {
    public let app: Int
    public let identifier: Int
    public let bytes: Int64
    public let onWiFiOnly: Bool
    /// It is a message that comes down, of this priority.
    public var message: PushMessage.Priority?

    /// It is or was the watch's: its number is that of no app's call.
    public var isForWatch: Bool { identifier < 0 }
    public var uplink: Int64 { message == nil ? bytes : 0 }
    public var downlink: Int64 { message == nil ? 0 : bytes }
  }

  /// One way of moving, from its start on. The patience of auto-pause belongs to a stretch of the day, not to the number of
  /// trials: asking again draws no new outcomes.
  struct MotionStretch {
    var number = 0
    var since = Instant.start
  }

  var apps: OwnedArray<AppState>
  let availability: AppHost.Availability
  /// Which end of a pair of devices this is; `nil` for a device on its own.
  let end: WatchLink.End?
  let chipCapacity: Int
  var motion: MotionClass
  /// Since when the user moves in this way, and the how-manieth way of the day it is.
  var stretch = MotionStretch()
  /// How far the user may have moved in other ways since the last position, in metres, and which position that was.
  var earlierDrift = (timestamp: -Double.infinity, metres: 0.0)
  var timers = SlotQueue<AppTimer>()
  public internal(set) var needsDemand = true
  /// A session's deadline may have moved since the driver last asked for it.
  public var hasMovedDeadline = false
  /// The services that own their state.
  var services = ServiceBoard()
  /// A value of any type also keeps the system where it is: a call that only reads would get a copy of all its bytes if the
  /// compiler knew them all (memmove was a tenth of a simulated day).
  let outcomes: any RandomOutcomes
  /// The phone has restarted and has not been unlocked since.
  var isLocked = false
  var scratch: [Callback] = []
  /// One position on its way to an app, again and again in the same memory unless the app keeps it.
  var single: [Location] = []
  /// The last position that was determined, for whomever.
  var lastPosition: Location?
  var reduced = ReducedAccuracyService()
  var user = UserDecisions.standard
  /// The clock at the start of the run, in seconds after midnight.
  var startOfDay = 0
  var isScreenOn = false
  /// When the user answers a prompt, or a grant ends.
  var authorizationDeadline = Instant.never
  /// What apps gave to the link.
  var parcels: [WatchLink.Parcel] = []
  /// What the watch's sessions ask of the phone.
  var companionDemand = PositioningDemand.none
  /// Requests of the watch that the phone serves.
  var companionRequests: [CompanionRequest] = []
  /// Positions for them.
  var companionFixes: [CompanionFix] = []
  /// The watch's sessions get their positions from the phone.
  var positionsFromPhone = false
  /// What the sessions of a watch ask for, whoever serves them.
  public private(set) var wish = PositioningDemand.none
  var events: EventServices
  /// Android's rest for a phone that lies still; `nil` on iOS.
  var doze: Doze?
  /// The lighter rest since Android 7, which cuts the network only.
  var lightDoze: LightDoze?
  /// Which apps may use the network may have changed.
  var networkRightsChanged = false
  var isCharging = false
  var hasFusedRequests = false
  var scanThrottle = ScanThrottle()
  /// Apps that have asked for a scan.
  var scanRequests: [Int] = []
  var scanLookups: [ScanLookup] = []
  /// Alarms that wait for the end of Doze.
  var heldAlarms: [AppTimer] = []
  /// Scans that apps have asked for so far.
  public internal(set) var scanCounts = WifiScanCounts()

  /// What positioning must do; call `updateDemand` first.
  public private(set) var demand = PositioningDemand.none
  /// Which apps have access to the user's position, a bit each, the first app's lowest; call `updateDemand` first.
  public private(set) var access: UInt8 = 0
  /// Apps that began to use location since the driver last took them, even if they have stopped already.
  private var begunAccess: UInt8 = 0
  /// A service takes other access points as a hint of movement; call `updateDemand` first.
  public private(set) var heedsAccessPoints = false
  /// For whom events have to be looked out for; call `updateDemand` first.
  public private(set) var interest = EventInterest.none
  /// Uploads asked for since the driver last took them.
  public internal(set) var uploads: [Upload] = []
  /// Geocoding requests since the driver last took them.
  public internal(set) var geocodes: [Geocode] = []
  /// Searches for a good position that have ended, in the order in which they did.
  public internal(set) var searches: [PositionSearch] = []
  /// What apps called for and their systems lack, each once.
  public internal(set) var missingServices: [MissingService] = []
  /// Share of the battery's charge, where an app reads it.
  public var batteryLevel: Double?
  /// Processor time that apps have spent since the driver last took it.
  public internal(set) var work: [(app: Int, span: TimeSpan)] = []
  /// Apps that were terminated over an open background task since the driver last took them.
  var overruns: [Int] = []
  /// Locations handed to apps since the driver last took them, in order.
  public internal(set) var delivered: [Location] = []
  /// How many callbacks brought them.
  public internal(set) var deliveries = 0

  /// - Parameters:
  ///   - apps: at most seven.
  ///   - chipCapacity: fixes the GNSS chip can hold.
  ///   - end: which of a pair of devices this is.
  ///   - knownPlaces: places that the apps' user has told them of.
  ///   - knownBeacons: names of beacons that the apps know of.
  ///   - outcomes: what is left to it.
  public init(
    apps: [AppDefinition], availability: AppHost.Availability, chipCapacity: Int, motion: MotionClass,
    end: WatchLink.End? = nil, knownPlaces: [KnownPlace] = [], knownBeacons: [String] = [],
    outcomes: any RandomOutcomes = MedianOutcomes()
  ) {
    precondition(apps.count < EnergyAttribution.appLimit, "a run has at most 7 apps")
    self.apps = OwnedArray(capacity: apps.count)
    for app in apps { self.apps.append(AppState(app)) }
    self.availability = availability
    self.end = end
    self.chipCapacity = chipCapacity
    self.motion = motion
    self.outcomes = outcomes
    events = EventServices(knownPlaces: knownPlaces, knownBeacons: knownBeacons)
    if apps.contains(where: { $0.platform.isAndroid }) {
      doze = Doze()
      lightDoze = apps.compactMap(\.platform.lightDozeAfter).max().map { LightDoze(after: $0) }
      updateDoze(at: .start)
    }
    inform(.motion(motion, stretch: 0), at: .start)
  }

  public var appCount: Int { apps.count }
  public func process(of app: Int) -> ProcessState { apps[app].process }

  /// Whether the app's code has something to do: it needs a running processor.
  public func wantsProcessor(_ app: Int) -> Bool {
    (apps[app].wantsProcessor && !apps[app].isBusy && !apps[app].isFrozen) || apps[app].pendingLaunch != nil
  }
  /// Whether the process must be started first.
  public func needsLaunch(_ app: Int) -> Bool { apps[app].pendingLaunch != nil }
  /// Whether the app holds the processor awake: it is on the screen, handles an event or runs a background task.
  public func holdsProcessor(_ app: Int, at now: Instant) -> Bool {
    // Asked after every event: the app's state is read in place, not copied.
    switch apps[app].process {
    case .foreground: return true
    case .background:
      return now < apps[app].runsUntil || (apps[app].backgroundTasks > 0 && now < apps[app].backgroundTaskExpiry)
    case .notRunning, .suspended: return false
    }
  }

  /// Recomputes `demand` if something changed; returns whether it is different now.
  public mutating func updateDemand() -> Bool {
    guard needsDemand else { return false }
    needsDemand = false
    let old = demand
    wish = currentDemand()
    demand = paired(wish)
    access = currentAccess()
    interest = currentInterest()
    heedsAccessPoints = apps.contains {
      !$0.definition.platform.isAndroid && MovementTrigger.accessPoints.counts(on: $0.definition.platform)
        && ($0.significantChange.isMonitoring || $0.regions.contains { $0.tracker != nil })
    }
    return demand != old
  }

  // A session that runs, and a service that watches even while its app does not: when it says nothing the app knows that
  // the user has not moved (2011 session).
  private func currentAccess() -> UInt8 {
    var access: UInt8 = 0
    for app in apps.indices where apps[app].hasAccess { access |= 1 << UInt8(app) }
    return access
  }

  /// An app uses location from now on, within its authorization.
  mutating func noteAccess(_ app: Int) {
    if apps[app].authorization.isAllowed { begunAccess |= 1 << UInt8(app) }
  }

  /// Apps that began to use location since the last call: a use that ended at once is one all the same.
  public mutating func takeBegunAccess() -> UInt8 {
    defer { begunAccess = 0 }
    return begunAccess
  }

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
        && !(positionsFromPhone && apps[app].managers[manager].oneShot != nil && !apps[app].isReduced(manager))
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
      }
    }
    if hasFusedRequests { for app in apps.indices { ask(forRequestsOf: app, &demand) } }
    return demand
  }

  public mutating func takeUploads() -> [Upload] {
    guard !uploads.isEmpty else { return [] }
    defer { uploads.removeAll(keepingCapacity: true) }
    return uploads
  }

  public mutating func takeWork() -> [(app: Int, span: TimeSpan)] {
    defer { work.removeAll(keepingCapacity: true) }
    return work
  }

  public mutating func forgetDelivered() {
    if !delivered.isEmpty { delivered.removeAll(keepingCapacity: true) }
    deliveries = 0
  }
}
