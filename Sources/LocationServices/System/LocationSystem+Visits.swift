package import Core

/// Visit monitoring: who is told of arrivals and departures. When they are noticed is up to the driver.
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
    events.watchChanges.append(
      WatchChange(app: app, serial: service.serial, subject: .visits, isBegun: true, isServed: isServed))
    if isDenied { apps[app].post(.failed(manager: manager, .denied)) }
  }

  mutating func stopVisits(app: Int) {
    guard let service = apps[app].visits else { return }
    apps[app].visits = nil
    needsDemand = true
    events.watchChanges.append(
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
    events.delivered.append(EventDelivery(serial: serial, isEntry: visit.departureDate == Visit.distantFuture))
    delegate.locationManager(manager, didVisit: visit)
  }
}
