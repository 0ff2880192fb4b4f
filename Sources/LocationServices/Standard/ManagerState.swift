import Core
import World

/// The system's side of one location manager.
struct ManagerState: ~Copyable {
  enum Phase {
    case stopped, running, paused
    /// Live updates of a user who stays.
    case resting
  }

  var configuration = ManagerConfiguration()
  var phase = Phase.stopped
  /// The session was begun, or went on, while the app was in use.
  var begunInUse = false
  var monitorsSignificantChange = false
  var lastDelivered: Location?
  /// Set while a filter of kilometres lets the technologies sleep.
  var sleepsUntil: Instant?
  var deferral: Deferral?
  /// A `requestLocation` under way.
  var oneShot: OneShotRequest? { didSet { if oneShot == nil { oneShotIsWithPhone = false } } }
  /// The phone looks for it on behalf of the watch.
  var oneShotIsWithPhone = false
  var autoPause: AutoPauseMonitor?
  var stationary: StationaryMonitor?
  /// Live updates that begin once the app holds a service session.
  var awaitsServiceSession = false

  var filter: DistanceFilter {
    DistanceFilter(
      metres: configuration.distanceFilter, satisfiedRadius: configuration.desiredAccuracy.satisfiedRadius,
      holdsAtRest: configuration.desiredAccuracy.wantsGNSS)
  }
  var isDeferring: Bool { deferral != nil }

  /// Neither a session nor a request is under way.
  var isIdle: Bool { phase == .stopped && oneShot == nil }
  /// Whether technologies have to find positions for it.
  var wantsPositions: Bool { (phase == .running && sleepsUntil == nil) || oneShot != nil }

  /// Takes a position into account for an automatic pause, delivered or not.
  ///
  /// - Returns: whether a deadline may have moved.
  @inline(__always)
  mutating func noteForPause(_ location: Location, at now: Instant) -> Bool {
    guard autoPause != nil else { return false }
    autoPause?.note(location, at: now)
    return true
  }

  /// Whether the filter lets a position through; then it counts as delivered.
  @inline(__always)
  mutating func admits(_ location: Location, fromGNSS: Bool, isStill: Bool) -> Bool {
    guard filter.passes(location, after: lastDelivered, isStill: isStill, fromGNSS: fromGNSS) else { return false }
    lastDelivered = location
    return true
  }

  /// Lets technologies sleep after a position that meets the request, as the filter allows.
  ///
  /// - Parameter last: the one delivered before it.
  /// - Returns: whether they do.
  mutating func sleep(
    after location: Location, last: Location?, passes: Bool, motion: MotionClass, at now: Instant
  ) -> Bool {
    let filter = filter
    guard filter.letsTechnologiesSleep, location.horizontalAccuracy <= filter.satisfiedRadius else { return false }
    let moved = passes ? 0 : last?.distance(from: location) ?? 0
    sleepsUntil = now + filter.sleep(moved: moved, accuracy: location.horizontalAccuracy, motion: motion)
    autoPause?.seekingChanged(to: false, at: now)
    return true
  }

  /// The user moves in another way, and may reach the filter's distance sooner than the sleep was planned for.
  mutating func motionChanged(to motion: MotionClass, at now: Instant) {
    autoPause?.motionChanged(to: motion, at: now)
    guard let end = sleepsUntil, let last = lastDelivered else { return }
    sleepsUntil = min(end, now + filter.sleep(moved: 0, accuracy: last.horizontalAccuracy, motion: motion))
  }

  /// Technologies look for positions no more.
  mutating func stop() {
    phase = .stopped
    awaitsServiceSession = false
    (stationary, oneShot, autoPause, sleepsUntil) = (nil, nil, nil, nil)
  }

  /// When the system must look at this manager again.
  var serviceDeadline: Instant {
    var deadline = sleepsUntil ?? .never
    if let oneShot { deadline = min(deadline, oneShot.deadline) }
    if let deferral { deadline = min(deadline, deferral.expiry) }
    if phase == .running, let autoPause { deadline = min(deadline, autoPause.deadline) }
    if phase == .running, let stationary { deadline = min(deadline, stationary.deadline) }
    return deadline
  }
}
