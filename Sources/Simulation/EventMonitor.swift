import Core
import DeviceModel
import LocationServices
import World

/// What the phone looks out for on behalf of regions, beacons and visits, and when it will notice what.
struct EventMonitor {
  private let world: WorldRealization
  private let platforms: [Platform]
  private let isAndroid: Bool
  private let hasWiFi: Bool
  private var hints = SlotQueue<PendingObservation>()
  private var areas: [Int: AreaWatch] = [:]
  var visits: [Int: VisitWatch] = [:]
  /// Registrations of beacon regions and whose they are, in order.
  private var beacons: [(serial: Int, app: Int)] = []
  /// For whom the radio listens for beacons: the first app that may be told.
  private var listeningApp: Int?
  /// The event interest last applied.
  private(set) var interest = EventInterest.none
  /// The next change of the access points heard is scheduled.
  private(set) var followsAccessPoints = false
  /// The look after one that heard no access point.
  private var nextLook = Instant.start

  init(in world: WorldRealization, for apps: [AppDefinition], on platform: Platform, hasWiFi: Bool) {
    self.world = world
    platforms = apps.map(\.platform)
    isAndroid = platform.isAndroid
    self.hasWiFi = hasWiFi
  }

  // MARK: Hints

  /// When something will be noticed.
  var next: Instant { hints.next }

  mutating func takeHint(through now: Instant) -> PendingObservation? { hints.pop(through: now)?.1 }

  mutating func schedule(_ hint: PendingObservation, at instant: Instant) { hints.schedule(hint, at: instant) }

  // MARK: Watches

  /// What is watched, for the record.
  func recorded(_ subject: WatchChange.Subject) -> EventWatch.Subject {
    switch subject {
    case .circle(let circle, _): .area([circle])
    case .beacon(let name): .beacons(circles(ofBeacon: name))
    case .visits: .visits
    }
  }

  private func circles(ofBeacon name: String) -> [Circle] {
    world.beacons.filter { $0.name == name }.map { Circle(center: $0.position, radius: $0.range) }
  }

  mutating func begin(_ change: WatchChange, at now: Instant) {
    switch change.subject {
    case .circle(let circle, let buffer):
      let watch = AreaWatch.circle(circle, exitBuffer: buffer, journey: world.journey, app: change.app, from: now)
      schedule(.edge(serial: change.serial), at: watch.nextEdge)
      areas[change.serial] = watch
    case .beacon(let name):
      beacons.append((change.serial, change.app))
      let circles = circles(ofBeacon: name)
      guard let watch = AreaWatch.beacon(circles, journey: world.journey, app: change.app, from: now) else { break }
      schedule(.edge(serial: change.serial), at: watch.nextEdge)
      areas[change.serial] = watch
      checkBeacon(change.serial, at: now)
    case .visits:
      var watch = VisitWatch(app: change.app, stays: world.journey.stays, motion: world.motion, from: now)
      if let visit = watch.visit(at: now) {
        let due = departureDue(of: visit, in: watch)
        watch.current = VisitWatch.Current(
          stay: visit, arrivalDate: Visit.distantPast, place: nil, departureDue: due)
        schedule(.departure(serial: change.serial), at: due)
      }
      scheduleArrival(change.serial, &watch)
      visits[change.serial] = watch
    }
  }

  mutating func end(_ serial: Int) {
    areas[serial] = nil
    visits[serial] = nil
    beacons.removeAll { $0.serial == serial }
  }

  /// Other apps than before may be told: by their authorization, or because they came into use or went out of it.
  mutating func follow(_ new: EventInterest, at now: Instant) {
    let old = interest
    interest = new
    for watcher in beacons where new.listens(for: watcher.app) && !old.listens(for: watcher.app) {
      checkBeacon(watcher.serial, at: now)
    }
  }

  // MARK: Access points

  /// Follows the scans made anyway, as long as a service heeds them.
  mutating func followAccessPoints(at now: Instant) {
    followsAccessPoints = true
    schedule(.accessPoints, at: world.accessPointsChange(after: now))
  }

  mutating func stopFollowingAccessPoints() { followsAccessPoints = false }

  /// Other access points are heard, but the phone does not know them for want of a network: it looks later.
  mutating func lookLater(at now: Instant) {
    let score = world.latency("access-points-offline", ordinal: Int(now.seconds))
    schedule(.look, at: now + EventLatency.fence(score: score, hasNetwork: true) * (EventLatency.withoutNetwork - 1))
  }

  /// Android's provider goes on looking where no access point is heard, once at a time; iOS waits for other hints.
  mutating func looksAgain(at now: Instant) -> Bool {
    guard isAndroid, !areas.isEmpty, let platform = platforms.first else { return false }
    if nextLook <= now {
      nextLook = now + platform.fenceLatencyMedian
      schedule(.look, at: nextLook)
    }
    return true
  }

  // MARK: Edges

  /// - Returns: until when iOS misses a departure; `nil` where it does not.
  mutating func edgeCrossed(_ serial: Int, hasNetwork: Bool, at now: Instant) -> Instant? {
    guard let edge = areas[serial]?.takeEdge(), let watch = areas[serial] else { return nil }
    schedule(.edge(serial: serial), at: watch.nextEdge)
    let score = world.latency(edge.isEntry ? "entry" : "exit", of: watch.place, ordinal: edge.ordinal)
    if watch.isBeacon {
      let isPrompt = isPrompt(serial, app: watch.app)
      let latency =
        edge.isEntry
        ? EventLatency.beaconEntry(score: score, isPrompt: isPrompt)
        : EventLatency.beaconExit(score: score, isPrompt: isPrompt)
      schedule(.beacon(serial: serial), at: now + latency)
    } else if isAndroid {
      // Android's provider looks in its own time; on iOS scans and cells hint at movement, wherever the edges are.
      let platform = platforms[watch.app]
      let usual = (median: platform.fenceLatencyMedian, deviation: EventLatency.fenceDeviation)
      let (median, deviation) =
        platform.limitsBackgroundLocation && longRest(before: now) != nil ? EventLatency.restedFence : usual
      schedule(
        .look,
        at: now + EventLatency.fence(median: median, deviation: deviation, score: score, hasNetwork: hasNetwork))
    } else if !edge.isEntry, let stay = longRest(before: now) {
      return missed(departureFrom: stay).map { now + $0 }
    }
    return nil
  }

  /// The long rest that ended a short while ago. That the day's first one is long was seen on iPhones alone.
  private func longRest(before now: Instant) -> Int? {
    world.journey.stays.firstIndex {
      $0.departure <= now && now - $0.departure <= EventLatency.soonAfterRest
        && (isAndroid ? $0.departure - $0.arrival >= EventLatency.longRest : EventLatency.isLong($0))
    }
  }

  /// For how long iOS misses that the phone has left: one outcome for regions and visits, which hear of movement from the same
  /// sensors and scans.
  private func missed(departureFrom stay: Int) -> TimeSpan? {
    EventLatency.missedExit(score: world.latency("missed departure", ordinal: stay))
  }

  // MARK: Beacons

  /// Regions beyond those that hardware watches are looked for now and then; the software of 2013 knew no others.
  private func isPrompt(_ serial: Int, app: Int) -> Bool {
    let place = beacons.firstIndex { $0.serial == serial } ?? 0
    return place < EventLatency.promptBeacons && platforms[app].watchesBeaconsPromptly
  }

  /// The radio listens while an app monitors a beacon that may be told of it.
  ///
  /// - Returns: for whom it listens from now on, `nil` when that stays as it is.
  mutating func changeListener() -> Int?? {
    let app = beacons.first { interest.listens(for: $0.app) }?.app
    guard app != listeningApp else { return nil }
    listeningApp = app
    return .some(app)
  }

  /// The radio begins to listen, or listens again: what is near now is heard after the usual time.
  private mutating func checkBeacon(_ serial: Int, at now: Instant) {
    guard let watch = areas[serial] else { return }
    let score = world.latency("beacon", of: watch.place, ordinal: 0)
    let latency = EventLatency.beaconEntry(score: score, isPrompt: isPrompt(serial, app: watch.app))
    schedule(.beacon(serial: serial), at: now + latency)
  }

  /// Bluetooth came back after a pause.
  mutating func checkBeacons(at now: Instant) {
    for watcher in beacons { checkBeacon(watcher.serial, at: now) }
  }

  /// Whether the beacons of a watch are near; `nil` for one that has ended.
  func isNear(_ serial: Int, at now: Instant) -> Bool? { areas[serial]?.occupancy.isInside(at: now) }

  // MARK: Visits

  mutating func scheduleArrival(_ serial: Int, _ watch: inout VisitWatch) {
    watch.skipHalts()
    guard watch.next < watch.stays.count else { return }
    let score = world.latency("visit arrival", ordinal: watch.next)
    schedule(.arrival(serial: serial), at: watch.stays[watch.next].arrival + EventLatency.arrival(score: score))
  }

  /// A departure is noticed after its latency, and not before something hints at a movement.
  func departureDue(of stay: Int, in watch: VisitWatch) -> Instant {
    let gone = watch.stays[stay].gone
    let due = gone + EventLatency.departure(score: world.latency("visit departure", ordinal: stay))
    let missed = EventLatency.isLong(watch.stays[stay]) ? missed(departureFrom: stay) : nil
    return max(due, gone + (missed ?? .zero), firstHint(after: gone))
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
    return min(hasWiFi ? accessPoints : .never, association, cell < cells.count ? cells[cell].start : .never)
  }
}

/// A moment at which something true changes or is noticed, for the services that tell events.
enum PendingObservation {
  /// The phone crosses an edge of a watched area.
  case edge(serial: Int)
  /// The system has got round to a look: for Android's geofences, or late for want of a network.
  case look
  /// Scans that the phone makes anyway hear other access points.
  case accessPoints
  /// The radio has something to say about a beacon.
  case beacon(serial: Int)
  case arrival(serial: Int)
  case departure(serial: Int)
}
