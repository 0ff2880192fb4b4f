public import Quantities
public import World

/// Decides when `pausesLocationUpdatesAutomatically` stops a background session.
///
/// Evidence, as the 2012 session names it: the user stays where they are, no fix can be had, or the motion contradicts
/// the activity type. Patience by activity type is from sources F (automotive 10 min, other 15, fitness 20, each ±25 %;
/// the range of 10 to 20 min is read, the split an estimate). A car that circles within 100 yards counts as staying;
/// for fitness only the motion sensors' stillness counts.
public struct AutoPauseMonitor: Sendable {
  /// A drive that stays within this radius for the whole patience has ended, in metres (100 yards).
  static let stayRadius = 91.44

  let patience: TimeSpan
  let activityType: ActivityType
  private var reference: EarthVector?
  private var stayingSince: Instant
  private var motion: MotionClass
  private var contradictionSince: Instant?

  /// - Parameter variation: a standard normal number that spreads the patience by at most ±25 %.
  public init(activityType: ActivityType, motion: MotionClass, variation: Double, at now: Instant) {
    self.activityType = activityType
    let share = min(max(1 + 0.125 * variation, 0.75), 1.25)
    patience = Self.patience(of: activityType) * share
    stayingSince = now
    self.motion = motion
    contradictionSince = Self.contradicts(activityType, motion) ? now : nil
  }

  static func patience(of type: ActivityType) -> TimeSpan {
    switch type {
    case .automotiveNavigation: .minutes(10)
    case .other, .otherNavigation: .minutes(15)
    case .fitness, .airborne: .minutes(20)
    }
  }

  static func contradicts(_ type: ActivityType, _ motion: MotionClass) -> Bool {
    switch type {
    case .fitness: motion == .automotive || motion == .rail || motion == .airborne
    case .automotiveNavigation: motion == .walking || motion == .running
    case .other, .otherNavigation, .airborne: false
    }
  }

  /// Takes a fix into account, delivered or not.
  public mutating func note(_ location: Location, at now: Instant) {
    guard let old = reference else {
      reference = location.position
      stayingSince = now
      return
    }
    let radius = max(Self.stayRadius, location.horizontalAccuracy)
    let left = location.position.squaredDistance(to: old) > radius * radius
    let exercises = activityType == .fitness && motion != .still
    if left || exercises {
      reference = location.position
      stayingSince = now
    }
  }

  public mutating func motionChanged(to motion: MotionClass, at now: Instant) {
    self.motion = motion
    if Self.contradicts(activityType, motion) {
      contradictionSince = contradictionSince ?? now
    } else {
      contradictionSince = nil
    }
  }

  /// When the session will be paused if nothing changes.
  public var deadline: Instant { min(stayingSince, contradictionSince ?? .never) + patience }
}
