import Core
import World

/// One region or condition that an app has registered, and the state last reported to it; it outlives the app's process.
struct RegionEntry {
  /// A message of region monitoring for the app's code.
  typealias Kind = RegionCallback.Kind

  let app: Int
  /// Tells it from every other registration of the run.
  let serial: Int
  let region: Region
  /// The condition monitor it belongs to; `nil` for one of a location manager.
  let monitor: String?
  /// The manager that registered it in this process.
  var manager: Int?
  /// The system watches it: `false` when it was refused, so that everything will be missed.
  let isServed: Bool
  /// Believed about a circle; for a beacon only the state counts.
  var tracker: RegionTracker?
  private(set) var beaconState = RegionState.unknown
  /// A manager has asked for the state, which was not known.
  private var owesState = false
  /// The side on which the phone is has been determined before: what follows are events.
  private var isDetermined = false
  /// When a stay inside a geofence becomes dwelling, or `never`; and whether it began before the geofence was added.
  private(set) var dwellDue = Instant.never
  private var dwellsInitially = false
  /// When a geofence is removed.
  private(set) var expires = Instant.never

  /// - Parameter state: what is believed about it already.
  init(
    app: Int, serial: Int, _ region: Region, monitor: String?, manager: Int?, isServed: Bool, on platform: Platform,
    assuming state: RegionState
  ) {
    (self.app, self.serial, self.region, self.monitor) = (app, serial, region, monitor)
    (self.manager, self.isServed, beaconState, isDetermined) = (manager, isServed, state, state != .unknown)
    guard isServed, case .circular(let region) = region else { return }
    tracker = RegionTracker(
      circle: region.circle, exitBuffer: platform.regionExitBuffer, fromCells: platform.regionsByCellsOnly,
      hold: platform.regionHold, assuming: state)
  }

  var state: RegionState { tracker?.state ?? beaconState }
  var isBeacon: Bool { if case .beacon = region { true } else { false } }

  /// What the driver has to know of its begin or end.
  func change(isBegun: Bool, on platform: Platform) -> WatchChange {
    let subject: WatchChange.Subject =
      switch region {
      case .circular(let region): .circle(region.circle, exitBuffer: platform.regionExitBuffer)
      case .beacon(let region): .beacon(region.beacon)
      }
    guard isBegun else {
      return WatchChange(app: app, serial: serial, subject: subject, isBegun: false, isServed: isServed)
    }
    return WatchChange(
      app: app, serial: serial, subject: subject, wantsEntries: region.notifyOnEntry, wantsExits: region.notifyOnExit,
      dwellTime: region.geofence?.dwellTime, isBegun: true, isServed: isServed)
  }

  // MARK: Telling

  /// Answers the manager that asked, or the region's own.
  func post(_ kind: Kind, to manager: Int?, _ effects: inout Effects) {
    effects.append(
      .post(app: app, .region(RegionCallback(serial: serial, region: region, manager: manager, kind: kind))))
  }

  /// - Parameter isInitial: it was already so when the region was added. That is no event of the day: it goes without the
  ///   registration's number, and is neither late nor false.
  private func notify(_ kind: Kind, isInitial: Bool = false, _ effects: inout Effects) {
    let callback = RegionCallback(
      serial: isInitial ? nil : serial, region: region, manager: isInitial ? manager : nil, kind: kind)
    effects.append(.notify(app: app, .region(callback)))
  }

  /// A manager asks on which side the phone is.
  ///
  /// - Returns: whether that has to be found out.
  mutating func askState(by manager: Int, _ effects: inout Effects) -> Bool {
    self.manager = manager
    owesState = state == .unknown && isServed
    if !owesState { post(.state(state), to: manager, &effects) }
    return owesState
  }

  /// A beacon is heard, or has not been heard for a while.
  mutating func beaconHeard(_ isNear: Bool, at now: Instant, _ effects: inout Effects) {
    let state = isNear ? RegionState.inside : .outside
    guard beaconState != state else { return }
    let wasUnknown = beaconState == .unknown
    beaconState = state
    changed(to: state, isFirst: wasUnknown, at: now, &effects)
  }

  /// A position is known.
  mutating func note(_ location: Location, at now: Instant, _ effects: inout Effects) {
    if let state = tracker?.note(location, at: now) { changed(to: state, isFirst: !isDetermined, at: now, &effects) }
  }

  private mutating func changed(to state: RegionState, isFirst: Bool, at now: Instant, _ effects: inout Effects) {
    let owedState = owesState
    (isDetermined, owesState) = (true, false)
    let isInside = state == .inside
    if let monitor {
      let event = MonitorEvent(
        identifier: region.identifier, state: isInside ? .satisfied : .unsatisfied, date: now.seconds)
      return effects.append(.notify(app: app, .monitor(name: monitor, serial: isFirst ? nil : serial, event)))
    }
    guard !isFirst else {
      // On which side the phone is to begin with is told to those who ask.
      if owedState { post(.state(state), to: nil, &effects) }
      if region.geofence != nil { tellInitially(at: now, &effects) }
      return
    }
    if region.geofence != nil { followDwelling(isInitial: false, at: now, &effects) }
    guard isInside ? region.notifyOnEntry : region.notifyOnExit else { return }
    if region.notifiesUser {
      return effects.append(.notification(EventDelivery(serial: serial, isEntry: isInside)))
    }
    notify(isInside ? .entered : .exited, &effects)
    notify(.state(state), &effects)
  }

  // MARK: Geofences

  // They tell what is already so, they tell of dwelling, and they end by themselves.

  /// Added, or added again: its time begins anew, and what is known to be so is told.
  mutating func geofenceAdded(at now: Instant, _ effects: inout Effects) {
    guard let terms = region.geofence else { return }
    // A stay that began under this registration and is not dwelling yet remains an event.
    let isPending = dwellDue != .never && !dwellsInitially
    dwellDue = .never
    expires = terms.expirationDuration.isFinite ? now + .seconds(terms.expirationDuration) : .never
    effects.append(.setTimer(ServiceTimer(purpose: .geofenceEnd, app: app, number: serial), at: expires))
    guard state != .unknown else { return }
    tellInitially(isInitialStay: !isPending, at: now, &effects)
  }

  /// Tells on which side the phone is, as far as the geofence asks for that.
  private mutating func tellInitially(isInitialStay: Bool = true, at now: Instant, _ effects: inout Effects) {
    guard let trigger = region.geofence?.initialTrigger else { return }
    let isInside = state == .inside
    if isInside, trigger.contains(.dwell) { followDwelling(isInitial: isInitialStay, at: now, &effects) }
    guard isInside ? region.notifyOnEntry : region.notifyOnExit, trigger.contains(isInside ? .enter : .exit) else {
      return
    }
    notify(isInside ? .entered : .exited, isInitial: true, &effects)
  }

  /// The phone has come in, and dwells after the delay; or it has left, and does not.
  private mutating func followDwelling(isInitial: Bool, at now: Instant, _ effects: inout Effects) {
    guard state == .inside, let time = region.geofence?.dwellTime else {
      dwellDue = .never
      return
    }
    (dwellDue, dwellsInitially) = (now + time, isInitial)
    effects.append(.setTimer(ServiceTimer(purpose: .dwelling, app: app, number: serial), at: dwellDue))
  }

  /// The stay has become dwelling.
  mutating func dwells(mayTell: Bool, _ effects: inout Effects) {
    dwellDue = .never
    if mayTell { notify(.dwelt, isInitial: dwellsInitially, &effects) }
  }
}

extension ServiceTimer.Purpose {
  static let dwelling = Self("dwelling")
  static let geofenceEnd = Self("end of a geofence")
}
