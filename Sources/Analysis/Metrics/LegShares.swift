package import Core
import Simulation
import World

/// One leg of a day: how much of its moving time was within the limits. Counts are of instants, one a second.
package struct LegShares: Sendable, Hashable {
  package let name: String
  package let start: Instant
  /// The largest squared distances in m^2 that count.
  let trackLimit, nowLimit: Double
  package internal(set) var moving = 0
  /// With the recorded track within its limit.
  package internal(set) var track = 0
  /// With the position held within its limit.
  package internal(set) var now = 0

  /// - Parameters:
  ///   - track: metres from the truth to the recorded track.
  ///   - now: metres from the truth to the position held.
  package init(_ name: String, from start: Instant, track: Double, now: Double) {
    (self.name, self.start, trackLimit, nowLimit) = (name, start, track * track, now * now)
  }

  /// `30 m`
  package var trackText: String { Metric.metres(trackLimit.squareRoot(), " ") }
  package var nowText: String { Metric.metres(nowLimit.squareRoot(), " ") }

  /// All legs as one without a name.
  static func whole(_ legs: [LegShares]) -> LegShares? {
    legs.first.map { first in
      let whole = LegShares(
        "", from: first.start, track: first.trackLimit.squareRoot(), now: first.nowLimit.squareRoot())
      return legs.reduce(into: whole) { $0.add($1) }
    }
  }

  /// The legs of several days, those of one name together, in the order in which they come first.
  static func sums(_ days: [[LegShares]]) -> [LegShares] {
    days.joined().filter { $0.moving > 0 }.grouped(by: \.name).map { same in
      same.dropFirst().reduce(into: same[0]) { $0.add($1) }
    }
  }

  private mutating func add(_ other: LegShares) {
    moving += other.moving
    track += other.track
    now += other.now
  }
}

/// How long the recorded track is beside the user's way, by the rules of recorders (sources [S104], [S105]).
///
/// A step counts once it is as long as the reported radii of both its ends together: the scatter of a phone that hardly moves adds
/// nothing. Points while the user does not move add nothing either, and neither do gaps in which there is no track.
struct TrackLength {
  private(set) var recorded = 0.0
  private(set) var truth = 0.0
  /// Whether the user moves, and has moved since the last point of the track.
  private var (isMoving, hasMoved) = (false, false)
  /// The point that the next step starts from, and when the last point was.
  private var (origin, last): (DeliveredFix?, Instant) = (nil, .start)

  /// - Parameter way: metres, until the next call.
  mutating func follow(isMoving: Bool, way: Double) {
    self.isMoving = isMoving
    truth += way
    hasMoved = hasMoved || isMoving
  }

  /// The truth is not known: what is recorded across it does not count.
  mutating func skip() { (isMoving, hasMoved) = (false, false) }

  /// - Parameter point: the track's next; one that was added before is passed over.
  mutating func add(_ point: DeliveredFix) {
    guard origin == nil || point.timestamp > last else { return }
    let counts = hasMoved && point.timestamp - last <= AccuracySampler.longestInterpolation
    (last, hasMoved) = (point.timestamp, isMoving)
    guard let origin, counts else {
      origin = point
      return
    }
    let step = origin.position.squaredDistance(to: point.position).squareRoot()
    guard step >= origin.horizontalAccuracy + point.horizontalAccuracy else { return }
    recorded += step
    self.origin = point
  }

  /// How much too long the track is, below 0 too short, as a share of the way; `nil` without a way.
  var excess: Double? { truth > 0 ? recorded / truth - 1 : nil }
}

/// Which positions count as right: near the user now, or near when taken and fresh.
public struct NowShare: Sendable, Hashable {
  /// The largest distance from the user that counts.
  package var metres: Double
  /// In seconds. With it, a position counts that was within `metres` when it was taken and is no older.
  package var longestAge: Double?
  /// Over the whole day, and not the moving time alone.
  package var isAllDay: Bool
  /// The newest position that the app's server has, which is what other people see.
  package var isAtServer: Bool

  /// A share of the moving time, of the position that the app holds.
  package init(metres: Double, longestAge: Double? = nil, isAllDay: Bool = false, isAtServer: Bool = false) {
    (self.metres, self.longestAge, self.isAllDay, self.isAtServer) = (metres, longestAge, isAllDay, isAtServer)
  }
}

/// Counts the instants at which a position was right when taken and is fresh.
struct FreshShare {
  let share: NowShare
  private(set) var count = 0
  private(set) var movingCount = 0
  private var past: JourneyCursor
  private var known: DeliveredFix?
  private var wasRight = false

  init(_ share: NowShare, _ truth: Journey) {
    self.share = share
    past = JourneyCursor(truth)
  }

  mutating func look(at now: Instant, _ held: DeliveredFix?, server: DeliveredFix?, isMoving: Bool) {
    guard let fix = share.isAtServer ? server : held, let age = share.longestAge else { return }
    if fix != known {
      known = fix
      let error = past.position(at: fix.timestamp).squaredDistance(to: fix.position)
      wasRight = error <= share.metres * share.metres
    }
    guard wasRight, (now - fix.timestamp).seconds <= age else { return }
    count += 1
    if isMoving { movingCount += 1 }
  }
}
