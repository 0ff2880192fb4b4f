package import Core
package import World

/// Decides when `pausesLocationUpdatesAutomatically` stops a background session.
///
/// Evidence, as the 2012 session names it: the user stays where they are, no fix can be had, or the motion contradicts
/// the activity type. Patience by activity type is from sources F (automotive 10 min, other 15, fitness 20, each ±25 %;
/// the range of 10 to 20 min is read, the split an estimate). A car that circles within 100 yards counts as staying;
/// for fitness only the motion sensors' stillness counts.
///
/// What the system itself holds back is no evidence. Someone who moves in another way than by car does not stay; nor does
/// a car of which only positions coarser than 100 yards are known. That no fix comes says something only where satellites
/// are looked for: not while a filter of kilometres lets them sleep, and not for accuracies that do without them. Then a
/// pause of someone who moves takes fixes of others that bear it out for the whole patience.
package struct AutoPauseMonitor: Sendable {
  /// A drive that stays within this radius for the whole patience has ended, in metres (100 yards).
  static let stayRadius = 91.44

  let patience: TimeSpan
  let activityType: ActivityType
  private var reference: EarthVector?
  private var stayingSince: Instant
  private var lastFineFix: Instant?
  private var motion: MotionClass
  private var contradictionSince: Instant?
  /// Fixes would come each second if they could be had.
  private var seeksFixes: Bool

  /// - Parameters:
  ///   - variation: a standard normal number that spreads the patience by at most ±25 %.
  ///   - seeksFixes: the session has satellites looked for, now.
  package init(
    activityType: ActivityType, motion: MotionClass, variation: Double, seeksFixes: Bool = true, at now: Instant
  ) {
    self.activityType = activityType
    let share = min(max(1 + 0.125 * variation, 0.75), 1.25)
    patience = Self.patience(of: activityType) * share
    stayingSince = now
    self.motion = motion
    self.seeksFixes = seeksFixes
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
    case .fitness: motion.isInVehicle
    case .automotiveNavigation: motion == .walking || motion == .running
    case .other, .otherNavigation, .airborne: false
    }
  }

  /// Takes a fix into account, delivered or not.
  package mutating func note(_ location: Location, at now: Instant) {
    let isFine = location.horizontalAccuracy <= Self.stayRadius
    if isFine { lastFineFix = now }
    guard let old = reference else {
      reference = location.position
      stayingSince = now
      return
    }
    let radius = max(Self.stayRadius, location.horizontalAccuracy)
    let left = location.position.squaredDistance(to: old) > radius * radius
    if left || (!motion.isStill && !(maySit && isFine)) {
      reference = location.position
      stayingSince = now
    }
  }

  /// Whether moving in this way can be circling on the spot.
  private var maySit: Bool { motion == .automotive && activityType != .fitness }

  package mutating func motionChanged(to motion: MotionClass, at now: Instant) {
    // Without fixes of its own, stillness is all that the session knows of staying.
    if motion.isStill, !self.motion.isStill, !seeksFixes { stayingSince = now }
    self.motion = motion
    if Self.contradicts(activityType, motion) {
      contradictionSince = contradictionSince ?? now
    } else {
      contradictionSince = nil
    }
  }

  /// Satellites are looked for from now on, or no longer.
  mutating func seekingChanged(to seeks: Bool, at now: Instant) {
    guard seeks != seeksFixes else { return }
    seeksFixes = seeks
    // Nobody knows how far someone has come in the meantime who was not at rest.
    if seeks, !motion.isStill { stayingSince = now }
  }

  /// Since when the user has been staying by all that is known, or `never`.
  private var stays: Instant {
    if motion.isStill || seeksFixes { return stayingSince }
    guard maySit, let last = lastFineFix, last >= stayingSince + patience else { return .never }
    return stayingSince
  }

  /// When the session will be paused if nothing changes.
  package var deadline: Instant { min(stays, contradictionSince ?? .never) + patience }
}

/// Decides when live updates rest because the user stays.
///
/// Documented is only that updates rest when the device is stationary and go on by themselves (WWDC 2023, session 10180).
/// Estimates: the motion sensors must report stillness for two minutes, each stretch of the day a quarter more or less; and
/// the system notices rest and movement when the sensors report them to apps (`RecognitionErrors`).
struct StationaryMonitor {
  static let standardPatience = TimeSpan.minutes(2)

  let patience: TimeSpan
  private var stillSince: Instant?

  /// - Parameters:
  ///   - seemsStill: the sensors report that the user is still.
  ///   - variation: a standard normal number that spreads the patience by at most a quarter either way.
  init(seemsStill: Bool, variation: Double, at now: Instant) {
    patience = Self.standardPatience * min(max(1 + 0.125 * variation, 0.75), 1.25)
    stillSince = seemsStill ? now : nil
  }

  mutating func activityChanged(seemsStill: Bool, at now: Instant) { stillSince = seemsStill ? stillSince ?? now : nil }

  /// When the updates rest if nothing changes, or `never`.
  var deadline: Instant { stillSince.map { $0 + patience } ?? .never }
}
