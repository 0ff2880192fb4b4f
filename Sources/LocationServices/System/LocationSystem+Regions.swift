package import Core
import World

/// Region monitoring: which regions there are, when positions are needed for them, and what the apps are told.
extension LocationSystem {
  /// Regions and conditions an app may have, beacons counted in (sources C1).
  package static let regionLimit = Platform.ios18.regionLimit

  // MARK: Registering

  mutating func startMonitoring(_ region: Region, app: Int, manager: Int, at now: Instant) {
    let known = apps[app].regions.firstIndex { $0.monitor == nil && $0.region.identifier == region.identifier }
    var believed = RegionState.unknown
    if let known, apps[app].regions[known].isServed, apps[app].regions[known].region.watchesSameArea(as: region) {
      // The app asks again, as after a relaunch: what is believed about the region stays.
      if apps[app].regions[known].region == region {
        apps[app].regions[known].manager = manager
        post(.started, apps[app].regions[known], to: manager, app: app)
        if region.geofence != nil { geofenceAdded(at: known, app: app, now: now) }
        // One that may only be told while it is in use has had no look since it was last.
        if apps[app].process == .foreground { events.sight.hint() }
        return
      }
      believed = apps[app].regions[known].state
    }
    if let known { endWatch(at: known, app: app) }
    let refusal = refusal(of: region, app: app)
    let entry = begin(region, app: app, monitor: nil, manager: manager, isServed: refusal == nil, assuming: believed)
    post(refusal.map { .failed($0) } ?? .started, entry, to: manager, app: app)
    if refusal == nil, region.geofence != nil {
      geofenceAdded(at: apps[app].regions.count - 1, app: app, now: now)
    }
  }

  mutating func stopMonitoring(_ identifier: String, app: Int) {
    guard let index = apps[app].regions.firstIndex(where: { $0.monitor == nil && $0.region.identifier == identifier })
    else { return }
    endWatch(at: index, app: app)
  }

  mutating func requestState(_ identifier: String, app: Int, manager: Int) {
    guard let index = apps[app].regions.firstIndex(where: { $0.monitor == nil && $0.region.identifier == identifier })
    else { return }
    let entry = apps[app].regions[index]
    apps[app].regions[index].manager = manager
    if entry.state == .unknown, entry.isServed {
      apps[app].regions[index].owesState = true
      events.sight.hint()
    } else {
      post(.state(entry.state), entry, to: manager, app: app)
    }
  }

  private func refusal(of region: Region, app: Int) -> LocationError? {
    if !apps[app].mayBeAsked { return .regionMonitoringDenied }
    let isAvailable: Bool
    switch region {
    case .circular(let circle): isAvailable = availabilityFor(app).regionMonitoring && circle.radius > 0
    case .beacon: isAvailable = availabilityFor(app).beaconMonitoring
    }
    return isAvailable && regionCount(app) < apps[app].definition.platform.regionLimit ? nil : .regionMonitoringFailure
  }

  /// Regions and conditions of an app that are watched.
  func regionCount(_ app: Int) -> Int { apps[app].regions.count(where: \.isServed) }

  @discardableResult
  mutating func begin(
    _ region: Region, app: Int, monitor: String?, manager: Int?, isServed: Bool, assuming state: RegionState = .unknown
  ) -> RegionEntry {
    let platform = apps[app].definition.platform
    var entry = RegionEntry(
      serial: events.makeSerial(), region: region, monitor: monitor, manager: manager, isServed: isServed,
      beaconState: state, isDetermined: state != .unknown)
    let subject: WatchChange.Subject
    switch region {
    case .circular(let region):
      subject = .circle(region.circle, exitBuffer: platform.regionExitBuffer)
      guard isServed else { break }
      entry.tracker = RegionTracker(
        circle: region.circle, exitBuffer: platform.regionExitBuffer, fromCells: platform.regionsByCellsOnly,
        hold: platform.regionHold, assuming: state)
      events.monitorsRegions = true
      events.sight.hint()
    case .beacon(let region): subject = .beacon(region.beacon)
    }
    apps[app].regions.append(entry)
    needsDemand = true
    outbox.ofSystem.watchChanges.append(
      WatchChange(
        app: app, serial: entry.serial, subject: subject, wantsEntries: region.notifyOnEntry,
        wantsExits: region.notifyOnExit, dwellTime: region.geofence?.dwellTime, isBegun: true, isServed: isServed))
    return entry
  }

  mutating func endWatch(at index: Int, app: Int) {
    let entry = apps[app].regions.remove(at: index)
    needsDemand = true
    let subject: WatchChange.Subject
    switch entry.region {
    case .circular(let region):
      subject = .circle(region.circle, exitBuffer: apps[app].definition.platform.regionExitBuffer)
    case .beacon(let region): subject = .beacon(region.beacon)
    }
    outbox.ofSystem.watchChanges.append(
      WatchChange(app: app, serial: entry.serial, subject: subject, isBegun: false, isServed: entry.isServed))
    events.monitorsRegions = apps.contains { $0.regions.contains { $0.tracker != nil } }
  }

  // MARK: Positions

  /// Whether circles are watched for this app: it may be told, or the user may be notified without it.
  private func watchesRegions(_ app: Int) -> Bool {
    watches(.regionMonitoring, for: app) || apps[app].notifiesUserAtRegions
  }

  /// Whether any app watches a circle.
  package var monitorsRegions: Bool { events.monitorsRegions }

  /// Something hints that the phone has moved: where it is should be looked at, for the sake of regions.
  package mutating func hintForRegions(_ hint: MovementTrigger) {
    guard events.monitorsRegions else { return }
    let counts = apps.contains { app in
      // Since Android 8 the provider looks when it means to, not when a cell or the screen hints: a crossing shows after the
      // documented two minutes.
      if app.definition.platform.limitsBackgroundLocation, hint != .accessPoints { return false }
      return app.regions.contains { $0.tracker.map { hint == .servingCell || !$0.fromCells } ?? false }
    }
    if counts { events.sight.hint(isOfNetworks: hint == .accessPoints || hint == .association) }
  }

  /// When a position should be determined for regions, or `never`.
  package func regionMeasurementDue(at now: Instant) -> Instant {
    guard events.monitorsRegions else { return .never }
    var due = Instant.never
    for app in apps.indices where watchesRegions(app) {
      for index in apps[app].regions.indices {
        guard let deadline = apps[app].regions[index].tracker?.deadline else { continue }
        due = min(due, deadline, events.sight.due(at: now))
      }
    }
    return due == .never ? due : max(due, now)
  }

  /// A position is about to be determined for regions.
  package mutating func regionMeasurementBegins(at now: Instant) {
    events.sight.looks(at: now)
    for app in apps.indices { apps[app].lookedForRegions(at: now) }
  }

  /// Whether a rough position leaves something to be found out by a better one.
  package func regionsNeedMore(than location: Location?) -> Bool {
    apps.indices.contains { app in
      watchesRegions(app)
        && apps[app].regions.contains { entry in
          guard let tracker = entry.tracker, !tracker.fromCells else { return false }
          return location.map { !tracker.isSettled(by: $0) } ?? true
        }
    }
  }

  /// The app that a measurement serves first, for the ledger: one that may be told.
  package var regionApp: Int? {
    apps.indices.first { app in
      apps[app].regions.contains { $0.tracker != nil } && watchesRegions(app)
    }
  }

  /// A position was determined on this phone, for whomever: every region uses it (2011 session).
  ///
  /// - Parameter isCell: the position is that of a cell; iOS 4 used no others.
  package mutating func noteForRegions(_ location: Location, isCell: Bool, at now: Instant) {
    for app in apps.indices where watchesRegions(app) {
      let tellsApp = watches(.regionMonitoring, for: app)
      for (index, state) in apps[app].regionsChanged(by: location, isCell: isCell, tellsApp: tellsApp, at: now) {
        changed(to: state, at: index, app: app, now: now)
      }
    }
  }

  /// A position was determined for regions.
  package mutating func regionMeasured(_ location: Location, isCell: Bool, at now: Instant) {
    movement.learn(location)
    noteForRegions(location, isCell: isCell, at: now)
    let isOpen = apps.contains { $0.regions.contains { $0.tracker?.isOpen(after: location) ?? false } }
    events.sight.looked(isOpen: isOpen, at: now)
  }

  /// A beacon region's sender is heard, or has not been heard for a while.
  package mutating func beaconObserved(serial: Int, isNear: Bool, at now: Instant) {
    for app in apps.indices where watches(.beaconRegions, for: app) {
      guard let index = apps[app].regions.firstIndex(where: { $0.serial == serial }) else { continue }
      let state = isNear ? RegionState.inside : .outside
      guard apps[app].regions[index].beaconState != state else { continue }
      let wasUnknown = apps[app].regions[index].beaconState == .unknown
      apps[app].regions[index].beaconState = state
      changed(to: state, at: index, app: app, now: now, isFirst: wasUnknown)
    }
  }

  // MARK: Telling

  private mutating func changed(to state: RegionState, at index: Int, app: Int, now: Instant, isFirst: Bool? = nil) {
    let entry = apps[app].regions[index]
    let isFirst = isFirst ?? !entry.isDetermined
    apps[app].regions[index].isDetermined = true
    apps[app].regions[index].owesState = false
    if let monitor = entry.monitor {
      let event = MonitorEvent(
        identifier: entry.region.identifier, state: state == .inside ? .satisfied : .unsatisfied, date: now.seconds)
      notify(app, .monitor(name: monitor, serial: isFirst ? nil : entry.serial, event), at: now)
      return
    }
    guard !isFirst else {
      // On which side the phone is to begin with is told to those who ask.
      if entry.owesState { post(.state(state), entry, to: nil, app: app) }
      if entry.region.geofence != nil { tellInitially(at: index, app: app, now: now) }
      return
    }
    if entry.region.geofence != nil { followDwelling(at: index, app: app, isInitial: false, now: now) }
    let isWanted = state == .inside ? entry.region.notifyOnEntry : entry.region.notifyOnExit
    guard isWanted else { return }
    if entry.region.notifiesUser {
      outbox.ofSystem.notifications.append(EventDelivery(serial: entry.serial, isEntry: state == .inside))
      return
    }
    for kind in [state == .inside ? RegionCallback.Kind.entered : .exited, .state(state)] {
      notify(
        app, .region(RegionCallback(serial: entry.serial, region: entry.region, manager: nil, kind: kind)), at: now)
    }
  }

  private mutating func post(_ kind: RegionCallback.Kind, _ entry: RegionEntry, to manager: Int?, app: Int) {
    apps[app].post(
      .region(RegionCallback(serial: entry.serial, region: entry.region, manager: manager, kind: kind)))
  }

  /// Hands a region's message to its manager. With no manager yet, as in a process that sets up late, an event waits.
  mutating func deliver(_ callback: RegionCallback, app: Int, host: AppHost) {
    let entry = apps[app].regions.first { $0.serial == callback.serial }
    let index =
      callback.manager ?? entry?.manager ?? host.managers.firstIndex { $0.delegate != nil } ?? host.managers.count
    guard index < host.managers.count else {
      apps[app].mailbox.unreceived.append(.region(callback))
      return
    }
    let (manager, region) = (host.managers[index], callback.region)
    guard let delegate = manager.delegate else { return }
    func record(isEntry: Bool) {
      if let serial = callback.serial { outbox.ofApps.events.append(EventDelivery(serial: serial, isEntry: isEntry)) }
    }
    switch callback.kind {
    case .dwelt:
      if let serial = callback.serial {
        outbox.ofApps.events.append(EventDelivery(serial: serial, isEntry: true, isDwell: true))
      }
      (delegate as? GeofencingClient)?.dwelt(in: region)
    case .started: delegate.locationManager(manager, didStartMonitoringFor: region)
    case .entered:
      record(isEntry: true)
      delegate.locationManager(manager, didEnterRegion: region)
    case .exited:
      record(isEntry: false)
      delegate.locationManager(manager, didExitRegion: region)
    case .state(let state): delegate.locationManager(manager, didDetermineState: state, for: region)
    case .failed(let error): delegate.locationManager(manager, monitoringDidFailFor: region, withError: error)
    }
  }

  /// Events that waited for a receiver are tried again: there is a new one.
  mutating func retryUnreceivedEvents(_ app: Int) {
    guard !apps[app].mailbox.unreceived.isEmpty else { return }
    for event in apps[app].mailbox.unreceived { apps[app].post(event) }
    apps[app].mailbox.unreceived.removeAll()
  }
}

/// Condition monitors: the same engine as region monitoring, told in another way.
extension LocationSystem {
  mutating func addCondition(
    _ condition: MonitorCondition, identifier: String, monitor: String, assuming state: MonitorEvent.State, app: Int,
    at now: Instant
  ) {
    let region: Region
    switch condition {
    case .circular(let center, let radius):
      region = .circular(CircularRegion(center: center, radius: radius, identifier: identifier))
    case .beacon(let beacon): region = .beacon(BeaconRegion(beacon: beacon, identifier: identifier))
    }
    let known = apps[app].regions.firstIndex { $0.monitor == monitor && $0.region.identifier == identifier }
    if let known, apps[app].regions[known].isServed, apps[app].regions[known].region.watchesSameArea(as: region) {
      return
    }
    if let known { endWatch(at: known, app: app) }
    let isDenied = !apps[app].mayBeAsked
    let isAvailable: Bool
    switch region {
    case .circular(let region): isAvailable = availabilityFor(app).regionMonitoring && region.radius > 0
    case .beacon: isAvailable = availabilityFor(app).beaconMonitoring
    }
    let isFull = regionCount(app) >= Self.regionLimit
    let isOffered = has(.conditionMonitor, app: app)
    let isServed = !isDenied && isAvailable && !isFull && isOffered
    let assumed: RegionState
    switch state {
    case .satisfied: assumed = .inside
    case .unsatisfied: assumed = .outside
    case .unknown, .unmonitored: assumed = .unknown
    }
    begin(region, app: app, monitor: monitor, manager: nil, isServed: isServed, assuming: assumed)
    guard !isServed else { return }
    let event = MonitorEvent(
      identifier: identifier, state: .unmonitored, date: now.seconds, conditionLimitExceeded: isFull,
      authorizationDenied: isDenied)
    apps[app].post(.monitor(name: monitor, serial: nil, event))
  }

  mutating func removeCondition(_ identifier: String, monitor: String, app: Int) {
    guard
      let index = apps[app].regions.firstIndex(where: { $0.monitor == monitor && $0.region.identifier == identifier })
    else { return }
    endWatch(at: index, app: app)
  }

  /// Hands an event to the monitor's one consumer; without one it waits.
  mutating func deliver(_ event: MonitorEvent, serial: Int?, monitor name: String, app: Int, host: AppHost) {
    guard let consumer = host.monitors.first(where: { $0.name == name })?.consumer else {
      apps[app].mailbox.unreceived.append(.monitor(name: name, serial: serial, event))
      return
    }
    if let serial { outbox.ofApps.events.append(EventDelivery(serial: serial, isEntry: event.state == .satisfied)) }
    consumer(event)
  }
}
