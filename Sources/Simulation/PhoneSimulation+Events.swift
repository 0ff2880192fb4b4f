import DeviceModel
import EventKernel
import LocationServices
import Positioning
import Quantities
import World

/// What the phone does for regions, beacons and visits.
extension PhoneSimulation {
  /// After apps ran: what they began and ceased to watch.
  mutating func followWatches(at now: Instant) {
    for change in system.takeWatchChanges() {
      if change.isBegun { begin(change, at: now) } else { end(change, at: now) }
    }
    updateBeaconScan(at: now)
    timers.arm(Slot.eventHints, at: eventHints.next)
  }

  /// Other apps than before may be told: by their authorization, or because they came into use or went out of it.
  mutating func followInterest(at now: Instant) {
    let old = interest
    interest = system.interest
    for watcher in beaconWatchers where interest.listens(for: watcher.app) && !old.listens(for: watcher.app) {
      checkBeacon(watcher.serial, at: now)
    }
    updateBeaconScan(at: now)
    timers.arm(Slot.eventHints, at: eventHints.next)
  }

  private mutating func begin(_ change: WatchChange, at now: Instant) {
    var circles: [Circle] = []
    var subject = EventWatch.Subject.visits
    switch change.subject {
    case .circle(let circle, _): subject = .area([circle])
    case .beacon(let name):
      circles = world.beacons.filter { $0.name == name }.map { Circle(center: $0.position, radius: $0.range) }
      subject = .area(circles)
    case .visits: break
    }
    record.watches.append(
      EventWatch(
        serial: change.serial, subject: subject, wantsEntries: change.wantsEntries, wantsExits: change.wantsExits,
        dwellTime: change.dwellTime, begin: now))
    guard change.isServed else { return }
    switch change.subject {
    // On iOS scans and cells hint at movement, wherever the edges are; Android's provider looks in its own time.
    case .circle where !platform.isAndroid: break
    case .circle(let circle, let buffer):
      let watch = AreaWatch.circle(circle, exitBuffer: buffer, journey: world.journey, app: change.app, from: now)
      eventHints.schedule(.edge(serial: change.serial), at: watch.nextEdge)
      areaWatches[change.serial] = watch
    case .beacon:
      beaconWatchers.append((change.serial, change.app))
      guard let watch = AreaWatch.beacon(circles, journey: world.journey, app: change.app, from: now) else { break }
      eventHints.schedule(.edge(serial: change.serial), at: watch.nextEdge)
      areaWatches[change.serial] = watch
      checkBeacon(change.serial, at: now)
    case .visits:
      var watch = VisitWatch(app: change.app, stays: world.journey.stays, motion: world.motion, from: now)
      if let visit = watch.visit(at: now) {
        let due = departureDue(of: visit, in: watch)
        watch.current = VisitWatch.Current(
          stay: visit, arrivalDate: Visit.distantPast, place: nil, departureDue: due)
        eventHints.schedule(.departure(serial: change.serial), at: due)
      }
      scheduleArrival(change.serial, &watch)
      visitWatches[change.serial] = watch
    }
  }

  private mutating func end(_ change: WatchChange, at now: Instant) {
    if let index = record.watches.firstIndex(where: { $0.serial == change.serial }) { record.watches[index].end = now }
    areaWatches[change.serial] = nil
    visitWatches[change.serial] = nil
    beaconWatchers.removeAll { $0.serial == change.serial }
  }

  mutating func eventHintDue(at now: Instant) {
    while let (_, hint) = eventHints.pop(through: now) {
      switch hint {
      case .edge(let serial): edgeCrossed(serial, at: now)
      case .look: hintOfAccessPoints()
      case .accessPoints: accessPointsChanged(at: now)
      case .beacon(let serial): observeBeacon(serial, at: now)
      case .arrival(let serial): arrived(serial, at: now)
      case .departure(let serial): departed(serial, at: now)
      }
    }
    timers.arm(Slot.eventHints, at: eventHints.next)
  }

  /// Follows the scans made anyway, as long as a service heeds them.
  mutating func followAccessPoints(at now: Instant) {
    followsAccessPoints = true
    eventHints.schedule(.accessPoints, at: world.accessPointsChange(after: now))
    timers.arm(Slot.eventHints, at: eventHints.next)
  }

  /// The one hint that significant change and regions share, besides cells, association and screen.
  private mutating func accessPointsChanged(at now: Instant) {
    guard system.heedsAccessPoints else {
      followsAccessPoints = false
      return
    }
    eventHints.schedule(.accessPoints, at: world.accessPointsChange(after: now))
    guard !canReachNetwork else { return hintOfAccessPoints() }
    let score = world.latency("access-points-offline", ordinal: Int(now.seconds))
    eventHints.schedule(
      .look, at: now + EventLatency.fence(score: score, hasNetwork: true) * (EventLatency.withoutNetwork - 1))
  }

  private mutating func hintOfAccessPoints() {
    // The scans have to hear something to show a change.
    guard wifi?.isEnabled == true, surroundings.accessPoints != .none else { return }
    system.hintOfMovement(.accessPoints)
    system.hintForRegions(.accessPoints)
  }

  private mutating func edgeCrossed(_ serial: Int, at now: Instant) {
    guard let edge = areaWatches[serial]?.takeEdge(), let watch = areaWatches[serial] else { return }
    eventHints.schedule(.edge(serial: serial), at: watch.nextEdge)
    let score = world.latency(edge.isEntry ? "entry" : "exit", of: watch.place, ordinal: edge.ordinal)
    if watch.isBeacon {
      let isPrompt = isPrompt(serial, app: watch.app)
      let latency =
        edge.isEntry
        ? EventLatency.beaconEntry(score: score, isPrompt: isPrompt)
        : EventLatency.beaconExit(score: score, isPrompt: isPrompt)
      eventHints.schedule(.beacon(serial: serial), at: now + latency)
    } else {
      eventHints.schedule(
        .look,
        at: now
          + EventLatency.fence(
            median: configuration.apps[watch.app].platform.fenceLatencyMedian, score: score, hasNetwork: canReachNetwork
          ))
    }
  }

  // MARK: Regions

  /// Determines where the phone is, as well as the regions need it: a cell's position costs nothing and often says enough.
  mutating func measureForRegions(at now: Instant) {
    system.regionMeasurementBegins(at: now)
    let rough = cellFix(at: now)
    if let rough { system.noteForRegions(location(rough), isCell: true, at: now) }
    guard system.regionsNeedMore(than: rough.map { location($0) }) else { return }
    if let last = lastFix, last.technology != .cell, now - last.timestamp <= .seconds(10) {
      // Somebody else's position will do.
      system.regionMeasured(location(last), isCell: false, at: now)
    } else if surroundings.accessPoints != .none, wifi?.isEnabled == true {
      let app = (system.regionApp ?? -1) + 1
      scanUse.regions = app
      startScan(cause: EnergyAttribution(.service, app: app), at: now)
    }
  }

  // MARK: Beacons

  /// Regions beyond those that hardware watches are looked for now and then; the software of 2013 knew no others.
  private func isPrompt(_ serial: Int, app: Int) -> Bool {
    let place = beaconWatchers.firstIndex { $0.serial == serial } ?? 0
    return place < EventLatency.promptBeacons && configuration.apps[app].platform.watchesBeaconsPromptly
  }

  /// The radio listens while an app monitors a beacon that may be told of it.
  private mutating func updateBeaconScan(at now: Instant) {
    let app = beaconWatchers.first { interest.listens(for: $0.app) }?.app
    guard app != listeningApp else { return }
    listeningApp = app
    let cause = app.map { EnergyAttribution(.service, app: $0 + 1) } ?? .system
    bluetooth?.setScan(app == nil ? .none : .background, cause: cause, at: now)
    settleBluetooth(at: now)
  }

  /// The radio begins to listen, or listens again: what is near now is heard after the usual time.
  private mutating func checkBeacon(_ serial: Int, at now: Instant) {
    guard let watch = areaWatches[serial] else { return }
    let score = world.latency("beacon", of: watch.place, ordinal: 0)
    let latency = EventLatency.beaconEntry(score: score, isPrompt: isPrompt(serial, app: watch.app))
    eventHints.schedule(.beacon(serial: serial), at: now + latency)
  }

  /// Bluetooth came back after a pause.
  mutating func bluetoothReturned(at now: Instant) {
    for watcher in beaconWatchers { checkBeacon(watcher.serial, at: now) }
    timers.arm(Slot.eventHints, at: eventHints.next)
  }

  private mutating func observeBeacon(_ serial: Int, at now: Instant) {
    guard let watch = areaWatches[serial], bluetooth?.isEnabled == true else { return }
    system.beaconObserved(serial: serial, isNear: watch.presence.isInside(at: now), at: now)
  }

  // MARK: Visits

  private mutating func scheduleArrival(_ serial: Int, _ watch: inout VisitWatch) {
    watch.skipHalts()
    guard watch.next < watch.stays.count else { return }
    let score = world.latency("visit arrival", ordinal: watch.next)
    eventHints.schedule(
      .arrival(serial: serial), at: watch.stays[watch.next].arrival + EventLatency.arrival(score: score))
  }

  /// A departure is noticed after its latency, and not before something hints at a movement.
  private func departureDue(of stay: Int, in watch: VisitWatch) -> Instant {
    let gone = watch.stays[stay].gone
    let due = gone + EventLatency.departure(score: world.latency("visit departure", ordinal: stay))
    return max(due, firstHint(after: gone))
  }

  /// When another cell, other access points or a network left first say that the phone has moved; `never` when nothing does.
  private func firstHint(after instant: Instant) -> Instant {
    let onWiFi = world.surroundings.value(at: instant).onWiFi
    let later = world.surroundings.steps.suffix(from: world.surroundings.index(at: instant) + 1)
    let association = later.first { $0.value.onWiFi != onWiFi && world.isWiFiOn(at: $0.start) }?.start ?? .never
    var accessPoints = world.accessPointsChange(after: instant)
    while accessPoints != .never, !world.hearsAccessPoints(at: accessPoints) {
      accessPoints = world.accessPointsChange(after: accessPoints)
    }
    let cell = world.servingCells.index(at: instant) + 1
    let cells = world.servingCells.steps
    return min(
      wifi == nil ? .never : accessPoints, association, cell < cells.count ? cells[cell].start : .never)
  }

  private mutating func arrived(_ serial: Int, at now: Instant) {
    guard var watch = visitWatches[serial] else { return }
    let stay = watch.stays[watch.next]
    guard now < stay.departure else {
      // A stop that was over before it was noticed.
      watch.next += 1
      scheduleArrival(serial, &watch)
      visitWatches[serial] = watch
      return
    }
    guard interest.noticesVisits(of: watch.app) else {
      // Nobody may be told, so nobody looks. Since when the user has been here is then not known.
      let due = departureDue(of: watch.next, in: watch)
      watch.current = VisitWatch.Current(
        stay: watch.next, arrivalDate: Visit.distantPast, place: nil, departureDue: due)
      watch.next += 1
      eventHints.schedule(.departure(serial: serial), at: due)
      scheduleArrival(serial, &watch)
      visitWatches[serial] = watch
      return
    }
    let untold = watch.current.flatMap { $0.place == nil ? watch.stays[$0.stay] : nil }
    for stay in [untold, stay].compactMap(\.self)
    where asksForTile(of: stay, app: watch.app, then: .arrival(serial: serial), at: now) { return }
    guard let place = placeOfVisit(stay, app: watch.app, at: now) else {
      eventHints.schedule(.arrival(serial: serial), at: now + EventLatency.visitRetry)
      return
    }
    if watch.current != nil {
      // The departure from the last place comes before the arrival here.
      tellDeparture(serial, &watch, at: now)
    }
    let due = departureDue(of: watch.next, in: watch)
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
    eventHints.schedule(.departure(serial: serial), at: due)
    scheduleArrival(serial, &watch)
    visitWatches[serial] = watch
  }

  private mutating func departed(_ serial: Int, at now: Instant) {
    // A departure that was told early leaves its hint behind.
    guard var watch = visitWatches[serial], let current = watch.current, current.departureDue <= now else { return }
    tellDeparture(serial, &watch, at: now)
    visitWatches[serial] = watch
  }

  private mutating func tellDeparture(_ serial: Int, _ watch: inout VisitWatch, at now: Instant) {
    guard let current = watch.current else { return }
    guard interest.noticesVisits(of: watch.app) else {
      watch.current = nil
      return
    }
    let stay = watch.stays[current.stay]
    if current.place == nil, asksForTile(of: stay, app: watch.app, then: .departure(serial: serial), at: now) { return }
    guard let place = current.place ?? placeOfVisit(stay, app: watch.app, at: now) else {
      let later = now + EventLatency.visitRetry
      watch.current = VisitWatch.Current(
        stay: current.stay, arrivalDate: current.arrivalDate, place: nil, departureDue: later)
      eventHints.schedule(.departure(serial: serial), at: later)
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
    return Location(position: area.centre, horizontalAccuracy: area.radius, timestamp: now.seconds, speed: -1)
  }

  /// Asks for the access points around a visited place where the phone does not know them: a look-up as after any scan, with
  /// the radio's work. What has to wait for it comes again with the answer, or when that fails.
  ///
  /// - Returns: whether to wait.
  private mutating func asksForTile(of stay: Stay, app: Int, then hint: PendingObservation, at now: Instant) -> Bool {
    let there = world.surroundings.value(at: max(stay.arrival, .start))
    guard wifi?.isEnabled == true, wifiModel != nil, there.accessPoints != .none, !accessPoints.knows(stay.place),
      canReachNetwork
    else { return false }
    hintsAwaitingTile.append(hint)
    guard !awaitsTile else { return true }
    awaitsTile = send(
      .placeTile(stay.place), uplink: AccessPointCache.requestBytes, downlink: AccessPointCache.answerBytes,
      cause: EnergyAttribution(.lookup, app: app + 1), at: now)
    return true
  }

  mutating func placeTileArrived(_ place: EarthVector, at now: Instant) {
    accessPoints.learn(place)
    tileSettled(at: now)
  }

  /// A tile has arrived, or never will: what waited for it goes on.
  mutating func tileSettled(at now: Instant) {
    awaitsTile = false
    guard !hintsAwaitingTile.isEmpty else { return }
    for hint in hintsAwaitingTile { eventHints.schedule(hint, at: now) }
    hintsAwaitingTile.removeAll()
    timers.arm(Slot.eventHints, at: eventHints.next)
  }

  /// Where a visit is: from the scans made there anyway, from a better position somebody asked for, else from the cell.
  private mutating func placeOfVisit(_ stay: Stay, app: Int, at now: Instant) -> Location? {
    let there = world.surroundings.value(at: max(stay.arrival, .start))
    var best: Fix?
    if wifi?.isEnabled == true, accessPoints.knows(stay.place) {
      // By a scan of the stay: the phone may be on its way again.
      let scan = max(stay.arrival, min(now, stay.departure + .seconds(-1)))
      best = wifiModel?.fix(at: scan, truth: stay.place, accessPoints: there.accessPoints, world: world)
      if best != nil { pay(.wifiFix, cause: EnergyAttribution(.service, app: app + 1), at: now) }
    }
    if let last = lastFix, last.timestamp >= stay.arrival, last.timestamp < stay.departure,
      best.map({ last.horizontalAccuracy < $0.horizontalAccuracy }) ?? true
    {
      best = last
    }
    if best == nil { best = cellFix(at: now) }
    return best.map { location($0) }
  }
}
