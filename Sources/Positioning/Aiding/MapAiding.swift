import RealModule
public import World

/// Brings the fixes of a car closer to the road it drives on.
///
/// Source: WWDC 2012 session 303: only for someone who drives, whose course is reliable then, only where there is road
/// data, and only where it cannot do harm: circles in a car park stay as they are.
///
/// A stretch of road fits a fix when it is near for the fix's uncertainty and runs along the course. The best one must be
/// clearly better than any that does not join it, and must have fitted for some seconds on end along connected roads.
/// Then the fix moves towards the road by the share that the two deviations give: w = s² / (s² + r²), with s that of the
/// fix and r that of a car around the centre line. In the open, where s is small, little moves. The limits are
/// estimates, chosen so that a car that circles does not meet them.
public struct MapAiding: Sendable {
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
  /// Roads must fit for so many fixes on end. A circle at walking or driving pace turns by more than 60° in that time.
  static let fixesToTrust = 8
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
  private var fitted = 0
  private var missed = 0

  public init(roads: RoadNetwork) { self.roads = roads }

  /// The car was left, or fixes failed to come.
  public mutating func reset() {
    road = nil
    fitted = 0
    missed = 0
  }

  /// The fix, closer to the road when that surely helps.
  ///
  /// - Parameter velocity: over ground in m/s, as satellite receivers measure it.
  public mutating func aided(_ fix: Fix, velocity: EarthVector) -> Fix {
    let speed = velocity.length
    let deviation = fix.horizontalAccuracy / Self.radiusOverDeviation
    let match =
      speed < Self.leastSpeed
      ? standing(fix, deviation) : best(fix, course: velocity * (1 / max(speed, 1e-9)), deviation)
    guard let match else {
      missed += 1
      if missed >= Self.fixesToForget { reset() }
      return fix
    }
    missed = 0
    if speed >= Self.leastSpeed {
      let follows = road.map { $0 == match.stretch || roads.areConnected($0, match.stretch) } ?? false
      fitted = follows ? fitted + 1 : 1
      road = match.stretch
    }
    guard fitted >= Self.fixesToTrust else { return fix }
    let weight = deviation * deviation / (deviation * deviation + Self.roadDeviation * Self.roadDeviation)
    return Fix(
      technology: fix.technology, timestamp: fix.timestamp,
      position: fix.position.interpolated(to: match.point, fraction: weight),
      horizontalAccuracy: fix.horizontalAccuracy, speed: fix.speed)
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
