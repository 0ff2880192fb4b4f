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

  /// The legs of several days, those of one name together, in the order in which they come first.
  static func sums(_ days: [[LegShares]]) -> [LegShares] {
    var sums: [LegShares] = []
    for leg in days.joined() where leg.moving > 0 {
      if let place = sums.firstIndex(where: { $0.name == leg.name }) {
        sums[place].moving += leg.moving
        sums[place].track += leg.track
        sums[place].now += leg.now
      } else {
        sums.append(leg)
      }
    }
    return sums
  }
}

/// How long the recorded track is beside the user's way, over the stretches in which the user moves: points of a phone at rest
/// add nothing, and neither do gaps in which there is no track.
struct TrackLength {
  private(set) var recorded = 0.0
  private(set) var truth = 0.0
  /// Whether the user moves, and has moved since the last point of the track.
  private var (isMoving, hasMoved) = (false, false)
  private var counted = Instant.start

  /// - Parameter way: metres, until the next call.
  mutating func follow(isMoving: Bool, way: Double) {
    self.isMoving = isMoving
    truth += way
    hasMoved = hasMoved || isMoving
  }

  /// The truth is not known: what is recorded across it does not count.
  mutating func skip() { (isMoving, hasMoved) = (false, false) }

  mutating func add(_ first: DeliveredFix, _ second: DeliveredFix) {
    guard second.timestamp > counted else { return }
    counted = second.timestamp
    guard hasMoved else { return }
    hasMoved = isMoving
    guard second.timestamp - first.timestamp <= AccuracySampler.longestInterpolation else { return }
    recorded += first.position.squaredDistance(to: second.position).squareRoot()
  }

  /// How much too long or too short the track is, as a share of the way; `nil` without a way.
  var error: Double? { truth > 0 ? abs(recorded / truth - 1) : nil }
}
