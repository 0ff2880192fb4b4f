import Core
import RealModule

/// Brings the fixes of a car closer to the road it drives on.
///
/// Source: WWDC 2012 session 303: only for someone who drives, whose course is reliable then, only where there is road
/// data, and only where it cannot do harm: circles in a car park stay as they are.
///
/// A stretch of road fits a fix when it is near for the fix's uncertainty and runs along the course. The best one must be
/// clearly better than any that does not join it. Position alone cannot tell a road from the aisle of a car park beside it,
/// so roads have to be earned: the course must have followed connected roads for longer than an aisle is, at more than the
/// speed of a car park. They are lost by turning off, unless into a road that joins; by turning back; and, until it is
/// faster again, by a car that goes on at the speed of a car park. Then the fix moves towards the road by the share that
/// the two deviations give: w = s² / (s² + r²), with s that of the fix and r that of a car around the centre line. In the
/// open, where s is small, little moves. The limits are estimates.
package struct MapAiding: Sendable {
  /// Deviation of a car from the drawn centre line, in metres: half a carriageway and the map's own error.
  static let roadDeviation = 4.0
  /// A road fits within this many deviations of the fix,
  static let agreement = 3.0
  /// but at least and at most within these distances, in metres.
  static let distances = 10.0...60.0
  /// The cosine of how far the course may differ from the road's: 30°.
  static let leastCosine = 0.866
  /// How much better than another road the best one must fit, as a difference of squared deviations (odds of e² to 1).
  static let margin = 4.0
  /// Roads must have been followed over this distance, in metres: the aisles of large car parks are 100 to 200 m long.
  static let distanceToTrust = 250.0
  /// In m/s; where cars park, 10 to 20 km/h are allowed.
  static let parkingSpeed = 6.0
  /// A car that has not been faster than that over this distance in metres may be looking for a space,
  static let slowDistance = 100.0
  /// one that has just turned off over this distance: into a side street it goes on at more.
  static let slowDistanceAfterTurn = 30.0
  /// So many fixes in a row without a road end it.
  static let fixesToForget = 3
  /// Below this speed a course says nothing, in m/s.
  static let leastSpeed = 2.0
  /// A reported radius over the deviation per axis that the phone believes in.
  static let radiusOverDeviation = 2.0

  private struct Match {
    let stretch: Int
    let point: EarthVector
    let score: Double
  }

  private let roads: RoadNetwork
  private var field: SurfaceGrid.Field?
  private var nearby: [Int] = []
  private var road: Int?
  /// Which way the road was driven, of length 1.
  private var heading = EarthVector.zero
  /// Metres along connected roads, faster than a car park allows.
  private var followed = 0.0
  /// Metres since the car was last faster than that.
  private var slow = 0.0
  /// The course has left the road.
  private var strayed = false
  private var missed = 0
  private var last: Instant?

  package init(roads: RoadNetwork) { self.roads = roads }

  /// The car was left, or fixes failed to come.
  package mutating func reset() {
    road = nil
    followed = 0
    strayed = false
    missed = 0
  }

  /// The fix, closer to the road when that surely helps.
  ///
  /// - Parameter velocity: over ground in m/s, as satellite receivers measure it.
  package mutating func aided(_ fix: Fix, velocity: EarthVector) -> Fix {
    let speed = velocity.length
    let step = last.map { speed * max(0, (fix.timestamp - $0).seconds) } ?? 0
    last = fix.timestamp
    slow = speed > Self.parkingSpeed ? 0 : slow + step
    let deviation = fix.horizontalAccuracy / Self.radiusOverDeviation
    let isDriven = speed >= Self.leastSpeed
    let course = velocity * (1 / max(speed, 1e-9))
    guard let match = isDriven ? best(fix, course: course, deviation) : standing(fix, deviation) else {
      if isDriven, leaves(course: course) { strayed = true }
      missed += 1
      if missed >= Self.fixesToForget { reset() }
      return fix
    }
    missed = 0
    if isDriven { follow(match.stretch, course: course, for: speed > Self.parkingSpeed ? step : 0) }
    guard followed >= Self.distanceToTrust, slow < Self.slowDistance else { return fix }
    let weight = deviation * deviation / (deviation * deviation + Self.roadDeviation * Self.roadDeviation)
    return Fix(
      technology: fix.technology, timestamp: fix.timestamp,
      position: fix.position.interpolated(to: match.point, fraction: weight),
      horizontalAccuracy: fix.horizontalAccuracy, speed: fix.speed)
  }

  /// Whether the road that led here, with all that join it, runs another way than the car goes.
  private func leaves(course: EarthVector) -> Bool {
    guard let road else { return false }
    return !nearby.contains { index in
      (index == road || roads.areConnected(road, index))
        && abs(roads.stretches[index].direction.dot(course)) >= Self.leastCosine
    }
  }

  private mutating func follow(_ stretch: Int, course: EarthVector, for step: Double) {
    let direction = roads.stretches[stretch].direction
    let now = direction.dot(course) < 0 ? direction * -1 : direction
    let turn = now.dot(heading)
    let joins = road.map { $0 == stretch || roads.areConnected($0, stretch) } ?? false
    // Turning back, and leaving a road to go on beside it, is what cars do in car parks.
    if joins, turn > -Self.leastCosine, !(strayed && turn > Self.leastCosine) {
      followed += step
      if turn < Self.leastCosine, followed >= Self.distanceToTrust {
        slow = max(slow, Self.slowDistance - Self.slowDistanceAfterTurn)
      }
    } else {
      followed = 0
    }
    (road, heading, strayed) = (stretch, now, false)
  }

  // At a light the road is the one that led there.
  private func standing(_ fix: Fix, _ deviation: Double) -> Match? {
    guard let road else { return nil }
    let (point, distance, _) = foot(of: fix.position, on: road)
    return distance <= reach(deviation) ? Match(stretch: road, point: point, score: 0) : nil
  }

  private mutating func best(_ fix: Fix, course: EarthVector, _ deviation: Double) -> Match? {
    let here = roads.searchField(at: fix.position)
    if here != field {
      field = here
      nearby = roads.stretches(near: fix.position)
    }
    var best: Match?
    var second: Match?
    for index in nearby {
      let cosine = abs(roads.stretches[index].direction.dot(course))
      guard cosine >= Self.leastCosine else { continue }
      let (point, distance, isBeside) = foot(of: fix.position, on: index)
      guard distance <= reach(deviation) else { continue }
      let turn = Double.acos(min(1, cosine)) / (15 * .pi / 180)
      let match = Match(
        stretch: index, point: point, score: (distance / deviation) * (distance / deviation) + turn * turn)
      if match.score < best?.score ?? .infinity {
        if let old = best, isRival(old.stretch, of: index, fix.position) { second = better(old, second) }
        best = match
      } else if isBeside, let best, !roads.areConnected(index, best.stretch) {
        second = better(match, second)
      }
    }
    guard let best else { return nil }
    // The road that led here is believed; another one must be beyond doubt.
    if let road, road == best.stretch || roads.areConnected(road, best.stretch) { return best }
    if let second, second.score - best.score < Self.margin { return nil }
    return best
  }

  private func isRival(_ a: Int, of b: Int, _ position: EarthVector) -> Bool {
    foot(of: position, on: a).isBeside && !roads.areConnected(a, b)
  }

  private func better(_ a: Match, _ b: Match?) -> Match {
    guard let b else { return a }
    return a.score < b.score ? a : b
  }

  private func reach(_ deviation: Double) -> Double {
    min(max(Self.agreement * deviation, Self.distances.lowerBound), Self.distances.upperBound)
  }

  /// The nearest point of a stretch, how far it is, and whether the position lies beside the stretch, not past an end.
  private func foot(
    of position: EarthVector, on index: Int
  ) -> (point: EarthVector, distance: Double, isBeside: Bool) {
    let stretch = roads.stretches[index]
    let along = stretch.direction.dot(position - stretch.start)
    let point = stretch.start + stretch.direction * min(max(along, 0), stretch.length)
    return (point, point.distance(to: position), along >= 0 && along <= stretch.length)
  }
}
