import Core
import World

/// Region monitoring, geofences and condition monitors: which regions there are, when positions are needed for them, and what
/// the apps are told.
struct RegionService: OwnedService {
  enum Command: ServiceCommand {
    case start(Region, manager: Int)
    case stop(String)
    case requestState(String, manager: Int)
    case addCondition(MonitorCondition, identifier: String, monitor: String, assuming: MonitorEvent.State)
    case removeCondition(String, monitor: String)
  }

  /// Of all apps, in the order in which they were registered.
  private var entries: [RegionEntry] = []
  private var sight = RegionSight()
  private var count = 0
  /// Some app has a circle that is served.
  private(set) var monitorsCircles = false

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    take(command, app, context, &effects)
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
    case .processEnded(let app, _):
      for index in entries.indices where entries[index].app == app { entries[index].manager = nil }
    case .timer(let timer) where timer.purpose == .dwelling:
      let mayTell = context.watches(.regionMonitoring, for: timer.app)
      for index in entries.indices where entries[index].app == timer.app && entries[index].dwellDue <= context.now {
        entries[index].dwells(mayTell: mayTell, &effects)
      }
    case .timer(let timer) where timer.purpose == .geofenceEnd:
      for index in entries.indices.reversed() where entries[index].expires <= context.now {
        end(index, context, &effects)
      }
    default: break
    }
  }

  private mutating func take(_ command: Command, _ app: Int, _ context: borrowing Context, _ effects: inout Effects) {
    switch command {
    case .start(let region, let manager): start(region, app: app, manager: manager, context, &effects)
    case .stop(let identifier): if let index = index(of: identifier, app: app) { end(index, context, &effects) }
    case .requestState(let identifier, let manager):
      guard let index = index(of: identifier, app: app) else { return }
      if entries[index].askState(by: manager, &effects) { sight.ask() }
    case .addCondition(let condition, let identifier, let monitor, let state):
      let region: Region =
        switch condition {
        case .circular(let center, let radius):
          .circular(CircularRegion(center: center, radius: radius, identifier: identifier))
        case .beacon(let beacon): .beacon(BeaconRegion(beacon: beacon, identifier: identifier))
        }
      add(region, monitor: monitor, assuming: state, app: app, context, &effects)
    case .removeCondition(let identifier, let monitor):
      if let index = index(of: identifier, monitor: monitor, app: app) { end(index, context, &effects) }
    }
  }

  private func index(of identifier: String, monitor: String? = nil, app: Int) -> Int? {
    entries.firstIndex { $0.app == app && $0.monitor == monitor && $0.region.identifier == identifier }
  }

  // MARK: Registering

  private mutating func start(
    _ region: Region, app: Int, manager: Int, _ context: borrowing Context, _ effects: inout Effects
  ) {
    let known = index(of: region.identifier, app: app)
    var believed = RegionState.unknown
    if let known, entries[known].isServed, entries[known].region.watchesSameArea(as: region) {
      // The app asks again, as after a relaunch: what is believed about the region stays.
      if entries[known].region == region {
        entries[known].manager = manager
        entries[known].post(.started, to: manager, &effects)
        if region.geofence != nil { entries[known].geofenceAdded(at: context.now, &effects) }
        // One that may only be told while it is in use has had no look since it was last.
        if context.processes[app].state == .foreground { sight.ask() }
        return
      }
      believed = entries[known].state
    }
    if let known { end(known, context, &effects) }
    let refusal = refusal(of: region, app: app, context)
    let index = begin(
      region, app: app, monitor: nil, manager: manager, isServed: refusal == nil, assuming: believed, context, &effects)
    entries[index].post(refusal.map { .failed($0) } ?? .started, to: manager, &effects)
    if refusal == nil, region.geofence != nil { entries[index].geofenceAdded(at: context.now, &effects) }
  }

  private func refusal(of region: Region, app: Int, _ context: borrowing Context) -> LocationError? {
    if !context.processes[app].mayBeAsked { return .regionMonitoringDenied }
    return isAvailable(region, app: app, context) && servedCount(app) < context.platform(app).regionLimit
      ? nil : .regionMonitoringFailure
  }

  private func isAvailable(_ region: Region, app: Int, _ context: borrowing Context) -> Bool {
    switch region {
    case .circular(let circle): context.availability(for: app).regionMonitoring && circle.radius > 0
    case .beacon: context.availability(for: app).beaconMonitoring
    }
  }

  /// Regions and conditions of an app that are watched.
  func servedCount(_ app: Int) -> Int { entries.count { $0.app == app && $0.isServed } }

  /// - Returns: its place among the entries.
  private mutating func begin(
    _ region: Region, app: Int, monitor: String?, manager: Int?, isServed: Bool, assuming state: RegionState,
    _ context: borrowing Context, _ effects: inout Effects
  ) -> Int {
    count += 1
    let platform = context.platform(app)
    let entry = RegionEntry(
      app: app, serial: count, region, monitor: monitor, manager: manager, isServed: isServed, on: platform,
      assuming: state)
    if entry.tracker != nil {
      monitorsCircles = true
      sight.ask()
    }
    entries.append(entry)
    effects.append(.demandChanged)
    effects.append(.watch(entry.change(isBegun: true, on: platform)))
    return entries.count - 1
  }

  private mutating func end(_ index: Int, _ context: borrowing Context, _ effects: inout Effects) {
    let entry = entries.remove(at: index)
    effects.append(.demandChanged)
    effects.append(.watch(entry.change(isBegun: false, on: context.platform(entry.app))))
    monitorsCircles = entries.contains { $0.tracker != nil }
  }

  /// A condition monitor's condition: the same engine as region monitoring, told in another way.
  private mutating func add(
    _ region: Region, monitor: String, assuming state: MonitorEvent.State, app: Int,
    _ context: borrowing Context, _ effects: inout Effects
  ) {
    let known = index(of: region.identifier, monitor: monitor, app: app)
    if let known, entries[known].isServed, entries[known].region.watchesSameArea(as: region) { return }
    if let known { end(known, context, &effects) }
    let isDenied = !context.processes[app].mayBeAsked
    let isFull = servedCount(app) >= Platform.ios18.regionLimit
    let isOffered = context.offers(.conditionMonitor, app, &effects)
    let isServed = !isDenied && isAvailable(region, app: app, context) && !isFull && isOffered
    let assumed: RegionState =
      switch state {
      case .satisfied: .inside
      case .unsatisfied: .outside
      case .unknown, .unmonitored: .unknown
      }
    _ = begin(
      region, app: app, monitor: monitor, manager: nil, isServed: isServed, assuming: assumed, context, &effects)
    guard !isServed else { return }
    let event = MonitorEvent(
      identifier: region.identifier, state: .unmonitored, date: context.now.seconds, conditionLimitExceeded: isFull,
      authorizationDenied: isDenied)
    effects.append(.post(app: app, .monitor(name: monitor, serial: nil, event)))
  }

  // MARK: Asked

  /// The manager that registered a region in this process.
  func manager(of serial: Int?) -> Int? { entries.first { $0.serial == serial }?.manager }
  func isAny(of app: Int) -> Bool { entries.contains { $0.app == app } }
  /// Whether the app monitors a circle that is served.
  func monitorsCircle(_ app: Int) -> Bool { entries.contains { $0.app == app && $0.tracker != nil } }
  func listens(for app: Int) -> Bool { entries.contains { $0.app == app && $0.isBeacon && $0.isServed } }

  /// Whether circles are watched for this app: it may be told, or the user may be notified without it.
  private func watchesRegions(_ app: Int, _ context: borrowing Context) -> Bool {
    context.watches(.regionMonitoring, for: app) || notifiesUser(app, context)
  }

  /// The system may notify the user at a region of the app's, for which the app need not run.
  private func notifiesUser(_ app: Int, _ context: borrowing Context) -> Bool {
    let authorization = context.rights(app)
    return authorization.isAllowed && authorization.accuracyAuthorization == .full
      && entries.contains { $0.app == app && $0.region.notifiesUser }
  }

  /// The app that a measurement serves first, for the ledger: one that may be told.
  func firstApp(in context: borrowing Context) -> Int? {
    for app in context.processes.indices where monitorsCircle(app) && watchesRegions(app, context) { return app }
    return nil
  }

  // MARK: Positions

  /// Something hints that the phone has moved: where it is should be looked at.
  mutating func hint(_ hint: MovementTrigger, in context: borrowing Context) {
    guard monitorsCircles else { return }
    for entry in entries {
      guard let tracker = entry.tracker else { continue }
      // Since Android 8 the provider looks when it means to, not when a cell or the screen hints: a crossing shows after the
      // documented two minutes.
      if context.platform(entry.app).limitsBackgroundLocation, hint != .accessPoints { continue }
      guard hint == .servingCell || !tracker.fromCells else { continue }
      return sight.hint(isOfNetworks: hint == .accessPoints || hint == .association)
    }
  }

  /// The phone has left, and what should hint at it fails until then. A session's position tells of it all the same; one of
  /// significant change does not, which was on in the phones that were seen to miss it.
  mutating func missDepartures(until end: Instant) { sight.sleep(until: end) }

  /// When a position should be determined, or `never`.
  func measurementDue(in context: borrowing Context, at now: Instant) -> Instant {
    guard monitorsCircles else { return .never }
    var due = Instant.never
    for app in context.processes.indices where watchesRegions(app, context) {
      for entry in entries where entry.app == app {
        guard let deadline = entry.tracker?.deadline else { continue }
        due = min(due, deadline, sight.due(at: now))
      }
    }
    return due == .never ? due : max(due, now)
  }

  /// A position is about to be determined: circles that had waited for one have asked.
  mutating func measurementBegins(at now: Instant) {
    sight.looks(at: now)
    for index in entries.indices where entries[index].tracker.map({ $0.deadline <= now }) ?? false {
      entries[index].tracker?.asked()
    }
  }

  /// Whether a rough position leaves something to be found out by a better one.
  func needMore(than location: Location?, in context: borrowing Context) -> Bool {
    for app in context.processes.indices where watchesRegions(app, context) {
      for entry in entries where entry.app == app {
        guard let tracker = entry.tracker, !tracker.fromCells else { continue }
        if location.map({ !tracker.isSettled(by: $0) }) ?? true { return true }
      }
    }
    return false
  }

  /// This phone has determined a position for any purpose: every region uses it (2011 session).
  ///
  /// - Parameters:
  ///   - isCell: the position is that of a cell; iOS 4 used no others.
  ///   - isOfSession: an app follows positions; one that was determined for another event tells nothing of a missed departure.
  mutating func note(
    _ location: Location, isCell: Bool, isOfSession: Bool = true, in context: borrowing Context,
    _ effects: inout Effects
  ) {
    guard isOfSession || !sight.sleeps(at: context.now) else { return }
    for app in context.processes.indices where watchesRegions(app, context) {
      let tellsApp = context.watches(.regionMonitoring, for: app)
      for index in entries.indices where entries[index].app == app {
        guard tellsApp || entries[index].region.notifiesUser, let fromCells = entries[index].tracker?.fromCells,
          isCell || !fromCells
        else { continue }
        entries[index].note(location, at: context.now, &effects)
      }
    }
  }

  /// A position was determined for regions.
  mutating func measured(_ location: Location, isCell: Bool, in context: borrowing Context, _ effects: inout Effects) {
    note(location, isCell: isCell, in: context, &effects)
    sight.looked(isOpen: entries.contains { $0.tracker?.isOpen(after: location) ?? false }, at: context.now)
  }

  /// A beacon region's sender is heard, or has not been heard for a while.
  mutating func beaconObserved(serial: Int, isNear: Bool, in context: borrowing Context, _ effects: inout Effects) {
    guard let index = entries.firstIndex(where: { $0.serial == serial }),
      context.watches(.beaconRegions, for: entries[index].app)
    else { return }
    entries[index].beaconHeard(isNear, at: context.now, &effects)
  }
}
