package import Core
package import World

/// What `distanceFilter` does.
///
/// From: 2011 session (a filter of kilometres lets technologies sleep until the user can have moved that far; a better
/// position still passes); sources 0.1 and B1 (iPhone 6: below 1 km the filter withholds deliveries and saves no radio
/// power; at rest with a filter of 1 m it delivers 0.8 to 1 positions an hour at best accuracy and 10 m, and 27 at 100 m).
package struct DistanceFilter: Sendable, Hashable {
  /// Metres; not positive lets everything through.
  package var metres: Double
  /// The reported radius from which on the request counts as met, in metres.
  package var satisfiedRadius: Double
  /// The session asks for satellite fixes, for which a phone at rest holds its position.
  package var holdsAtRest = true

  /// From this filter on technologies sleep (2011 session: "kilometers or more").
  package static let sleepThreshold = 1000.0
  /// A fix counts as better when its radius is at most this share of the last one's.
  static let improvement = 0.5
  /// Metres between satellite fixes of a phone at rest: half of the steps of iPhones 6 (MobilityNet,
  /// `reports/validation/position-errors.md`).
  static let restStep = 5.0
  /// Metres; nothing better than this passes for being better unless it was asked for.
  static let sharpEnough = 100.0

  package var letsTechnologiesSleep: Bool { metres >= Self.sleepThreshold }

  /// Whether a new location is delivered after `last`.
  ///
  /// Positions good enough for a filter of kilometres hop by their cells' error, so that a move must exceed the reported radius as
  /// well. Satellite fixes at rest must move by 5 m (docs/sources.md, F2, S2), and other positions of a session that asks for
  /// satellites by twice their radius: one holds two errors in three. Those of a session that asks for no better are not held.
  package func passes(_ location: Location, after last: Location?, isStill: Bool, fromGNSS: Bool = true) -> Bool {
    guard metres > 0, let last else { return true }
    let radii = isStill && holdsAtRest ? 2.0 : letsTechnologiesSleep ? 1 : 0
    let threshold = max(metres, isStill && fromGNSS ? Self.restStep : radii * location.horizontalAccuracy)
    if location.position.squaredDistance(to: last.position) >= threshold * threshold { return true }
    return isImprovement(location, over: last)
  }

  /// A better position passes until the asked accuracy has been reached, or 100 m where less was asked for: the session's
  /// example goes from 1000 m to 100 m.
  func isImprovement(_ location: Location, over last: Location) -> Bool {
    last.horizontalAccuracy > min(satisfiedRadius, Self.sharpEnough)
      && location.horizontalAccuracy <= last.horizontalAccuracy * Self.improvement
  }

  /// How long technologies may sleep after a fix: until the user can have moved the rest of the filter.
  ///
  /// (filter - moved - accuracy) / top speed, at least a minute so that a poor fix does not keep the radios on.
  package func sleep(moved: Double, accuracy: Double, motion: MotionClass) -> TimeSpan {
    .seconds(max((metres - moved - accuracy) / motion.topSpeed, 60))
  }
}

extension MotionClass {
  /// The fastest the user can plausibly be while moving in this way, in m/s; a phone at rest can start to walk.
  ///
  /// Rounded up from everyday records: brisk walk, sprinting amateur, downhill bicycle, motorway, high-speed rail, jet.
  package var topSpeed: Double {
    switch self {
    case .still, .walking: 3
    case .running: 8
    case .cycling: 20
    case .automotive: 60
    case .rail: 100
    case .airborne: 320
    }
  }
}
