import Core

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

  /// Whether technologies have to find positions for it.
  var wantsPositions: Bool { (phase == .running && sleepsUntil == nil) || oneShot != nil }

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
