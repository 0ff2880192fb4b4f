package import Core

/// One `requestLocation`: positions converge inside the system, and the app gets the one that is good enough.
///
/// From: 2015 session (the first positions come quickly and are coarse, the trend is towards better ones with regressions
/// in between; accepted by the desired accuracy, or when they do not get better any more; an error where there is none,
/// as in a mine); Guide (an error by time-out while the user has not authorized the app). The times are estimates anchored
/// on docs/sources.md C1 and F: best takes about 10 s, coarser ones 2 to 4 s.
package struct OneShotRequest: Sendable, Hashable {
  /// What the best accuracies have to reach to be accepted at once: the least radius that phones report, in metres.
  static let bestRadius = 5.0
  /// How long the system goes on looking for something better than what it has; a request of 100 m that has less than
  /// a Wi-Fi position as long as a fine one after its scan, since satellites are tried then.
  static let settlesFine = TimeSpan.seconds(10)
  static let settlesCoarse = TimeSpan.seconds(4)
  /// A first position that comes later than that may still get better for so long (estimate).
  static let settlesLate = TimeSpan.seconds(3)
  /// Without any position: about the time of a cold start of GNSS (estimate).
  static let givesUp = TimeSpan.seconds(30)
  /// So many positions in a row without an improvement are a plateau (estimate: three seconds of GNSS).
  static let plateau = 3

  /// The reported radius that is good enough, in metres.
  let radius: Double
  private let settles: TimeSpan
  private let begun: Instant
  private var first: Instant?
  /// The position that says most about where the user is now; of equally good ones the last.
  package private(set) var best: Location?
  /// How far from `best` the user may have been when the last position came, in metres.
  private var bestBound = 0.0
  private var lastNote: Instant
  /// The least such bound with which a position came.
  private var leastBound = Double.infinity
  private var withoutImprovement = 0

  package init(_ accuracy: DesiredAccuracy, at now: Instant) {
    radius = accuracy.rawValue > 0 ? accuracy.rawValue : Self.bestRadius
    settles = accuracy.wantsGNSS ? Self.settlesFine : Self.settlesCoarse
    begun = now
    lastNote = now
  }

  /// Takes a position into account.
  ///
  /// A position is as good as its reported radius and the way the user may have gone since: what was good a while ago
  /// gives way to what is known now.
  ///
  /// - Parameters:
  ///   - drift: metres the user may have moved since the position was determined.
  ///   - speed: the fastest the user can have been since the last position was noted, in m/s.
  /// - Returns: whether the request is done: `best` is good enough, or does not get better any more.
  package mutating func note(_ location: Location, drift: Double = 0, speed: Double = 0, at now: Instant) -> Bool {
    first = first ?? now
    bestBound += speed * (now - lastNote).seconds
    lastNote = now
    let bound = location.horizontalAccuracy + drift
    // What is good enough now is the answer, whatever looked better before.
    if best == nil || bound <= bestBound || bound <= radius { (best, bestBound) = (location, bound) }
    if bound <= radius { return true }
    withoutImprovement = bound < leastBound ? 0 : withoutImprovement + 1
    leastBound = min(leastBound, bound)
    return withoutImprovement >= Self.plateau
  }

  /// When the request ends with what it has, or with an error when it has nothing.
  package var deadline: Instant {
    guard let first else { return begun + Self.givesUp }
    let isOfWiFi = (DesiredAccuracy.hundredMeters.rawValue..<DesiredAccuracy.kilometer.rawValue).contains(radius)
    let wantsWiFi = isOfWiFi && best.map { $0.horizontalAccuracy > 200 } ?? true
    return max(begun + (wantsWiFi ? Self.settlesFine + Self.settlesLate : settles), first + Self.settlesLate)
  }
}
