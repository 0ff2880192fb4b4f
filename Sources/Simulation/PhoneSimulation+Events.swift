import DeviceModel
import Core
import LocationServices
import World

/// What the phone does for regions, beacons and visits.
extension PhoneSimulation {
  mutating func armEventHints() { device.timers.arm(Slot.eventHints, at: eventMonitor.next) }

  /// After apps ran: what they began and ceased to watch.
  mutating func follow(_ changes: [WatchChange], at now: Instant) {
    for change in changes {
      if change.isBegun { begin(change, at: now) } else { end(change, at: now) }
    }
    updateBeaconScan(at: now)
    armEventHints()
  }

  /// Other apps than before may be told.
  mutating func followInterest(at now: Instant) {
    eventMonitor.follow(system.interest, at: now)
    updateBeaconScan(at: now)
    armEventHints()
  }

  private mutating func begin(_ change: WatchChange, at now: Instant) {
    device.account.record.watches.append(
      EventWatch(
        serial: change.serial, subject: eventMonitor.recorded(change.subject),
        wantsEntries: change.wantsEntries, wantsExits: change.wantsExits, dwellTime: change.dwellTime, begin: now))
    if change.isServed { eventMonitor.begin(change, at: now) }
  }

  private mutating func end(_ change: WatchChange, at now: Instant) {
    device.account.record.endWatch(change.serial, at: now)
    eventMonitor.end(change.serial)
  }

  /// The radio listens while an app monitors a beacon that may be told of it.
  private mutating func updateBeaconScan(at now: Instant) {
    guard let app = eventMonitor.changeListener() else { return }
    let cause = app.map { EnergyAttribution(.service, app: $0 + 1) } ?? .system
    device.bluetooth.machine?.setScan(app == nil ? .none : .background, cause: cause, at: now)
    device.settleBluetooth(at: now)
  }

  mutating func eventHintDue(at now: Instant) {
    while let hint = eventMonitor.takeHint(through: now) {
      switch hint {
      case .edge(let serial):
        if let end = eventMonitor.edgeCrossed(serial, hasNetwork: canReachNetwork, at: now) {
          system.missDepartures(until: end)
        }
      case .look: hintOfAccessPoints(at: now)
      case .accessPoints: accessPointsChanged(at: now)
      case .beacon(let serial): observeBeacon(serial, at: now)
      case .arrival(let serial): arrived(serial, at: now)
      case .departure(let serial): departed(serial, at: now)
      }
    }
    armEventHints()
  }

  /// The one hint that significant change and regions share, besides cells, association and screen.
  private mutating func accessPointsChanged(at now: Instant) {
    guard system.usesAccessPoints else { return eventMonitor.stopFollowingAccessPoints() }
    eventMonitor.followAccessPoints(at: now)
    if canReachNetwork { hintOfAccessPoints(at: now) } else { eventMonitor.lookLater(at: now) }
  }

  private mutating func hintOfAccessPoints(at now: Instant) {
    // The scans have to hear something to show a change. A cell's position may do for a large geofence.
    guard device.isWiFiEnabled, day.surroundings.accessPoints != .none else {
      if eventMonitor.looksAgain(at: now) { system.hintForRegions(.accessPoints) }
      return
    }
    system.hintOfMovement(.accessPoints)
    system.hintForRegions(.accessPoints)
    offerHeardPosition(at: now)
  }

  private mutating func observeBeacon(_ serial: Int, at now: Instant) {
    guard device.isBluetoothEnabled, let isNear = eventMonitor.isNear(serial, at: now) else { return }
    system.beaconObserved(serial: serial, isNear: isNear, at: now)
  }

  // MARK: Regions

  /// Determines where the phone is, as well as the regions need it: a cell's position costs nothing and often says enough.
  mutating func measureForRegions(at now: Instant) {
    system.regionMeasurementBegins(at: now)
    let rough = cellFix(at: now)
    if let rough { system.noteForRegions(Location(rough), isCell: true, at: now) }
    guard system.regionsNeedMore(than: rough.map { Location($0) }) else { return }
    if let last = positioning.lastFix, last.technology != .cell, now - last.timestamp <= .seconds(10) {
      // Somebody else's position will do.
      system.regionMeasured(Location(last), isCell: false, at: now)
    } else if day.surroundings.accessPoints != .none, device.isWiFiEnabled {
      let app = (system.regionApp ?? -1) + 1
      scans.use.regions = app
      startScan(cause: EnergyAttribution(.service, app: app), at: now)
    }
  }

  // MARK: Visits

  private mutating func arrived(_ serial: Int, at now: Instant) {
    guard var watch = eventMonitor.visits[serial] else { return }
    let stay = watch.stays[watch.next]
    guard now < stay.departure else {
      // A stop that was over before it was noticed.
      watch.next += 1
      eventMonitor.scheduleArrival(serial, &watch)
      eventMonitor.visits[serial] = watch
      return
    }
    guard eventMonitor.interest.noticesVisits(of: watch.app) else {
      // Nobody may be told, so nobody looks. Since when the user has been here is then not known.
      let due = eventMonitor.departureDue(of: watch.next, in: watch)
      watch.current = VisitWatch.Current(
        stay: watch.next, arrivalDate: Visit.distantPast, place: nil, departureDue: due)
      watch.next += 1
      eventMonitor.schedule(.departure(serial: serial), at: due)
      eventMonitor.scheduleArrival(serial, &watch)
      eventMonitor.visits[serial] = watch
      return
    }
    let pending = watch.current.flatMap { $0.place == nil ? watch.stays[$0.stay] : nil }
    for stay in [pending, stay].compactMap(\.self)
    where asksForTile(of: stay, app: watch.app, then: .arrival(serial: serial), at: now) { return }
    guard let place = placeOfVisit(stay, app: watch.app, at: now) else {
      eventMonitor.schedule(.arrival(serial: serial), at: now + EventLatency.visitRetry)
      return
    }
    if watch.current != nil {
      // The departure from the last place comes before the arrival here.
      tellDeparture(serial, &watch, at: now)
    }
    let due = eventMonitor.departureDue(of: watch.next, in: watch)
    var area: Location?
    if system.showsAreaOfVisits(watch.app) {
      // The user is here: the phone's area is the visit's, as far as it may be computed anew.
      if system.mayComputeArea(at: now) { computeArea(at: now) }
      area = system.knownArea
    }
    watch.current = VisitWatch.Current(
      stay: watch.next, arrivalDate: stay.arrival.seconds, place: place, area: area, departureDue: due)
    watch.next += 1
    system.visitNoticed(
      Visit(
        position: place.position, horizontalAccuracy: place.horizontalAccuracy, arrivalDate: stay.arrival.seconds,
        departureDate: Visit.distantFuture), area: area, serial: serial, at: now)
    eventMonitor.schedule(.departure(serial: serial), at: due)
    eventMonitor.scheduleArrival(serial, &watch)
    eventMonitor.visits[serial] = watch
  }

  private mutating func departed(_ serial: Int, at now: Instant) {
    // A departure that was told early leaves its hint behind.
    guard var watch = eventMonitor.visits[serial], let current = watch.current, current.departureDue <= now else {
      return
    }
    tellDeparture(serial, &watch, at: now)
    eventMonitor.visits[serial] = watch
  }

  private mutating func tellDeparture(_ serial: Int, _ watch: inout VisitWatch, at now: Instant) {
    guard let current = watch.current else { return }
    guard eventMonitor.interest.noticesVisits(of: watch.app) else {
      watch.current = nil
      return
    }
    let stay = watch.stays[current.stay]
    if current.place == nil, asksForTile(of: stay, app: watch.app, then: .departure(serial: serial), at: now) { return }
    guard let place = current.place ?? placeOfVisit(stay, app: watch.app, at: now) else {
      let later = now + EventLatency.visitRetry
      watch.current = VisitWatch.Current(
        stay: current.stay, arrivalDate: current.arrivalDate, place: nil, departureDue: later)
      eventMonitor.schedule(.departure(serial: serial), at: later)
      return
    }
    watch.current = nil
    system.visitNoticed(
      Visit(
        position: place.position, horizontalAccuracy: place.horizontalAccuracy, arrivalDate: current.arrivalDate,
        departureDate: stay.departure.seconds), area: current.area ?? area(of: stay, for: watch.app, at: now),
      serial: serial, at: now)
  }

  /// The area that a visited place lies in, where the app is shown no more; the user may be in another by now.
  private func area(of stay: Stay, for app: Int, at now: Instant) -> Location? {
    guard system.showsAreaOfVisits(app) else { return nil }
    let there = world.surroundings.value(at: max(stay.arrival, .start))
    let area = world.map.area(around: stay.place, cells: there.cells)
    return Location(position: area.centre, horizontalAccuracy: area.radius, instant: now, speed: -1)
  }

  /// Asks for the access points around a visited place where the phone does not know them: a look-up as after any scan, with
  /// the radio's work. What has to wait for it comes again with the answer, or when that fails.
  ///
  /// - Returns: whether to wait.
  private mutating func asksForTile(of stay: Stay, app: Int, then hint: PendingObservation, at now: Instant) -> Bool {
    let there = world.surroundings.value(at: max(stay.arrival, .start))
    guard device.isWiFiEnabled, positioning.wifi != nil, there.accessPoints != .none,
      !lookUps.accessPoints.knows(stay.place), canReachNetwork
    else { return false }
    lookUps.wait(hint)
    guard !lookUps.awaitsTile else { return true }
    let isSent = send(
      .placeTile(stay.place), uplink: AccessPointCache.requestBytes, downlink: AccessPointCache.answerBytes,
      cause: EnergyAttribution(.lookup, app: app + 1), at: now)
    if isSent { lookUps.tileAsked() }
    return true
  }

  /// A tile has arrived, or never will: what waited for it goes on.
  mutating func tileSettled(at now: Instant) {
    let hints = lookUps.tileSettled()
    guard !hints.isEmpty else { return }
    for hint in hints { eventMonitor.schedule(hint, at: now) }
    armEventHints()
  }

  /// Where a visit is: from the scans made there anyway, from a better position somebody asked for, else from the cell.
  private mutating func placeOfVisit(_ stay: Stay, app: Int, at now: Instant) -> Location? {
    let there = world.surroundings.value(at: max(stay.arrival, .start))
    var best: Fix?
    if device.isWiFiEnabled, lookUps.accessPoints.knows(stay.place) {
      // By a scan of the stay: the phone may be on its way again.
      let scan = max(stay.arrival, min(now, stay.departure + .seconds(-1)))
      best = positioning.wifi?.fix(at: scan, truth: stay.place, accessPoints: there.accessPoints, world: world)
      if best != nil { device.account.pay(.wifiFix, cause: EnergyAttribution(.service, app: app + 1), at: now) }
    }
    if let last = positioning.lastFix, last.timestamp >= stay.arrival, last.timestamp < stay.departure,
      best.map({ last.horizontalAccuracy < $0.horizontalAccuracy }) ?? true
    {
      best = last
    }
    if best == nil { best = cellFix(at: now) }
    return best.map { Location($0) }
  }
}
