package import Core

/// What geofences do beyond regions: they tell what is already so, they tell of dwelling, and they end by themselves.
///
/// What is already so when a geofence is added is no event of the day: it goes without the registration's number, and is
/// neither late nor false.
extension LocationSystem {
  /// Added, or added again: its time begins anew, and what is known to be so is told.
  mutating func geofenceAdded(at index: Int, app: Int, now: Instant) {
    guard let terms = apps[app].regions[index].region.geofence else { return }
    // A stay that began under this registration and is not dwelling yet remains an event.
    let isPending = apps[app].regions[index].dwellDue != .never && !apps[app].regions[index].dwellsInitially
    apps[app].regions[index].dwellDue = .never
    apps[app].regions[index].expires =
      terms.expirationDuration.isFinite ? now + .seconds(terms.expirationDuration) : .never
    if terms.expirationDuration.isFinite { scheduleGeofences(app, at: apps[app].regions[index].expires) }
    guard apps[app].regions[index].state != .unknown else { return }
    tellInitially(at: index, isInitialStay: !isPending, app: app, now: now)
  }

  /// Tells on which side the phone is, as far as the geofence asks for that.
  mutating func tellInitially(at index: Int, isInitialStay: Bool = true, app: Int, now: Instant) {
    let entry = apps[app].regions[index]
    guard let trigger = entry.region.geofence?.initialTrigger else { return }
    let isInside = entry.state == .inside
    if isInside, trigger.contains(.dwell) { followDwelling(at: index, app: app, isInitial: isInitialStay, now: now) }
    guard isInside ? entry.region.notifyOnEntry : entry.region.notifyOnExit,
      trigger.contains(isInside ? .enter : .exit)
    else { return }
    tell(isInside ? .entered : .exited, of: entry, isInitial: true, app: app, now: now)
  }

  /// The phone has come in, and dwells after the delay; or it has left, and does not.
  mutating func followDwelling(at index: Int, app: Int, isInitial: Bool, now: Instant) {
    let entry = apps[app].regions[index]
    guard entry.state == .inside, let time = entry.region.geofence?.dwellTime else {
      apps[app].regions[index].dwellDue = .never
      return
    }
    apps[app].regions[index].dwellDue = now + time
    apps[app].regions[index].dwellsInitially = isInitial
    scheduleGeofences(app, at: now + time)
  }

  private mutating func scheduleGeofences(_ app: Int, at instant: Instant) {
    timers.lookAtGeofences(of: app, at: instant)
  }

  /// A stay may have become dwelling, or a geofence's time be over.
  mutating func geofencesDue(_ app: Int, at now: Instant) {
    for index in apps[app].regions.indices where apps[app].regions[index].dwellDue <= now {
      apps[app].regions[index].dwellDue = .never
      let entry = apps[app].regions[index]
      guard watches(.regionMonitoring, for: app) else { continue }
      tell(.dwelt, of: entry, isInitial: entry.dwellsInitially, app: app, now: now)
    }
    for index in apps[app].regions.indices.reversed() where apps[app].regions[index].expires <= now {
      endWatch(at: index, app: app)
    }
  }

  private mutating func tell(
    _ kind: RegionCallback.Kind, of entry: RegionEntry, isInitial: Bool, app: Int, now: Instant
  ) {
    let callback = RegionCallback(
      serial: isInitial ? nil : entry.serial, region: entry.region, manager: isInitial ? entry.manager : nil,
      kind: kind)
    notify(app, .region(callback), at: now)
  }
}

/// Visit monitoring: which apps receive arrivals and departures. The driver decides when they are noticed.
extension LocationSystem {
  mutating func startVisits(app: Int, manager: Int) {
    if apps[app].visits != nil {
      apps[app].visits?.manager = manager
      return
    }
    let isDenied = !apps[app].mayBeAsked
    let isOffered = has(.visits, app: app)
    let isServed = !isDenied && availability.visitMonitoring && isOffered
    let service = VisitService(serial: events.makeSerial(), isServed: isServed, manager: manager)
    apps[app].visits = service
    needsDemand = true
    outbox.ofSystem.watchChanges.append(
      WatchChange(app: app, serial: service.serial, subject: .visits, isBegun: true, isServed: isServed))
    if isDenied { apps[app].post(.failed(manager: manager, .denied)) }
  }

  mutating func stopVisits(app: Int) {
    guard let service = apps[app].visits else { return }
    apps[app].visits = nil
    needsDemand = true
    outbox.ofSystem.watchChanges.append(
      WatchChange(app: app, serial: service.serial, subject: .visits, isBegun: false, isServed: service.isServed))
  }

  /// An arrival or a departure was noticed.
  ///
  /// - Parameter area: the approximate area that the place lies in, for an app with reduced accuracy; the current one when
  ///   left out.
  package mutating func visitNoticed(_ visit: Visit, area: Location? = nil, serial: Int, at now: Instant) {
    for app in apps.indices where apps[app].visits?.serial == serial && watches(.visits, for: app) {
      let exact = Location(
        position: visit.position, horizontalAccuracy: visit.horizontalAccuracy, instant: now, speed: -1)
      guard let place = place(exact, asSeenBy: app, area: area) else { continue }
      let seen = Visit(
        position: place.position, horizontalAccuracy: place.horizontalAccuracy, arrivalDate: visit.arrivalDate,
        departureDate: visit.departureDate)
      notify(app, .visit(serial: serial, seen), at: now)
    }
  }

  /// Whether an app gets approximate areas in place of visited places: with reduced accuracy a visit is exact in time only
  /// (2020 session).
  package func showsAreaOfVisits(_ app: Int) -> Bool { apps[app].seesAreaOfEvents }

  /// The approximate area as it is known now, and whether it is time to compute another.
  package var knownArea: Location? { reduced.current }
  package func mayComputeArea(at now: Instant) -> Bool { reduced.nextComputation <= now }

  mutating func deliver(_ visit: Visit, serial: Int, app: Int, host: AppHost) {
    let index = apps[app].visits?.manager ?? host.managers.firstIndex { $0.delegate != nil } ?? host.managers.count
    guard index < host.managers.count else {
      apps[app].mailbox.unreceived.append(.visit(serial: serial, visit))
      return
    }
    let manager = host.managers[index]
    guard let delegate = manager.delegate else { return }
    outbox.ofApps.events.append(EventDelivery(serial: serial, isEntry: visit.departureDate == Visit.distantFuture))
    delegate.locationManager(manager, didVisit: visit)
  }
}
