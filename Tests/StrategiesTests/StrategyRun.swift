import Core
import World

@testable import LocationServices
@testable import Strategies

/// Runs a strategy's app against the location services, without a phone.
struct StrategyRun: ~Copyable {
  var system: LocationSystem
  var now = Instant.start
  private var standsAt: EarthVector?
  private var motion = MotionClass.walking
  /// Bytes and instants of the uploads asked for.
  var uploads: [(bytes: Int64, time: Double, onWiFiOnly: Bool)] = []
  /// What the app began and ceased to watch.
  var watchChanges: [WatchChange] = []

  init(_ strategy: StrategySpecification, deferral: Bool = true) throws {
    system = LocationSystem(
      apps: [try strategy.appDefinition()],
      availability: AppHost.Availability(
        deferredLocationUpdates: deferral, significantLocationChangeMonitoring: true),
      chipCapacity: 300, motion: .walking)
    system.enterForeground(0, at: now)
    settle()
  }

  mutating func settle() {
    if system.wantsProcessor(0) { system.dispatch(0, at: now) }
    _ = system.updateDemand()
    guard let effects = system.systemRequests() else { return }
    watchChanges += effects.watchChanges
    for upload in effects.uploads {
      guard let priority = upload.message else {
        uploads.append((upload.bytes, now.seconds, upload.onWiFiOnly))
        continue
      }
      // The network passes messages on at once.
      system.messageArrived(app: 0, priority: priority, at: now)
      settle()
    }
  }

  /// A fix each second, 2 m on each time.
  mutating func walk(to end: Int) {
    sense(.walking)
    for second in Int(now.seconds) + 1...end {
      pass(to: Double(second))
      let place = GeodeticPosition(latitude: 52, longitude: 13).earthVector().moved(east: Double(second) * 2, north: 0)
      standsAt = place
      system.ingest(
        Location(position: place, horizontalAccuracy: 5, instant: now, speed: 2), fromGNSS: true, at: now)
      settle()
    }
  }

  /// A fix each second, at the place of the last one.
  mutating func stand(to end: Int) {
    sense(.still)
    let place = standsAt ?? GeodeticPosition(latitude: 52, longitude: 13).earthVector()
    for second in Int(now.seconds) + 1...end {
      pass(to: Double(second))
      system.ingest(
        Location(position: place, horizontalAccuracy: 5, instant: now, speed: 0), fromGNSS: true, at: now)
      settle()
    }
  }

  /// What the motion sensors say.
  private mutating func sense(_ motion: MotionClass) {
    guard motion != self.motion else { return }
    self.motion = motion
    system.motionChanged(to: motion, at: now)
  }

  mutating func open() {
    system.enterForeground(0, at: now)
    settle()
  }

  mutating func pass(to seconds: Double) {
    let end = Instant.seconds(seconds)
    while true {
      let (service, timer) = (system.serviceDeadline(at: now), system.appTimerDeadline)
      guard min(service, timer) <= end else { break }
      now = min(service, timer)
      if service <= now { system.serviceTimerFired(at: now) }
      if timer <= now { system.appTimerFired(at: now) }
      settle()
    }
    now = end
  }

  mutating func leave() {
    system.leaveForeground(0, at: now)
    settle()
  }

  /// A fix of a fast one, on the way north.
  mutating func ride(speed: Double) {
    let place = (standsAt ?? GeodeticPosition(latitude: 52, longitude: 13).earthVector()).moved(east: 0, north: 500)
    system.ingest(
      Location(position: place, horizontalAccuracy: 5, instant: now, speed: speed), fromGNSS: true, at: now)
    settle()
  }

  mutating func change(_ condition: DeviceCondition, to isOn: Bool) {
    system.deviceChanged(condition, isOn: isOn, at: now)
    settle()
  }

  mutating func push() {
    system.messageSent(at: now)
    settle()
  }

  /// The distance filter of the first manager, in metres.
  var filter: Double { system.board.sessions.sessions[0].configuration.distanceFilter }
}
