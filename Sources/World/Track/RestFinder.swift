import Core

/// Finds where a track rests: at least a minute within a small circle, and slow.
///
/// A recorded rest is not a point: indoor errors wander by 7 to 20 m within minutes (sources B1, stationary indoors), a
/// phone with a distance filter records nothing at all, and both must come out as a phone that lies still.
package struct RestFinder {
  /// Shorter stops, such as at lights, stay as they are.
  static let shortest = 60.0
  /// In m: holds the 68 % scatter of a phone at rest indoors (9 m, sources B1) with room, and is a fifth of what a
  /// walker covers in the shortest rest.
  static let smallestRadius = 15.0
  /// In m/s over at least `speedSpan` seconds: above a walker who potters about, below anyone driving in circles.
  static let topSpeed = 2.0
  static let speedSpan = 5.0
  /// Points outside for no longer than this (s) are stray fixes, not a trip, when the track comes back and slows down.
  static let longestExcursion = 60.0
  /// Rests so close in time (s) and place (radii) are one: what lies between is error.
  static let mergeSeconds = 20.0
  static let mergeRadii = 2.0

  let positions: [EarthVector]
  let seconds: [Double]
  let radius: Double

  package init(positions: [EarthVector], seconds: [Double], noise: Double) {
    self.positions = positions
    self.seconds = seconds
    radius = max(Self.smallestRadius, 3 * noise)
  }

  package func rests() -> [TrackRest] {
    let speeds = speeds()
    var rests: [TrackRest] = []
    var first = 0
    while first < positions.count {
      var (sum, count) = (positions[first], 1.0)
      var last = first
      while let next = nextInside(after: last, middle: sum * (1 / count), speeds) {
        last = next
        sum = sum + positions[last]
        count += 1
      }
      if seconds[last] - seconds[first] >= Self.shortest {
        append(TrackRest(points: first...last, place: sum * (1 / count)), to: &rests)
        first = last + 1
      } else {
        first += 1
      }
    }
    return rests
  }

  // The next point, or a later one after a short excursion.
  private func nextInside(after last: Int, middle: EarthVector, _ speeds: [Double]) -> Int? {
    var index = last + 1
    while index < positions.count, index == last + 1 || seconds[index] - seconds[last] <= Self.longestExcursion {
      if speeds[index] < Self.topSpeed, positions[index].distance(to: middle) <= radius { return index }
      index += 1
    }
    return nil
  }

  private func append(_ rest: TrackRest, to rests: inout [TrackRest]) {
    guard let before = rests.last,
      seconds[rest.points.lowerBound] - seconds[before.points.upperBound] <= Self.mergeSeconds,
      before.place.distance(to: rest.place) <= Self.mergeRadii * radius
    else {
      rests.append(rest)
      return
    }
    let (a, b) = (Double(before.points.count), Double(rest.points.count))
    rests[rests.count - 1] = TrackRest(
      points: before.points.lowerBound...rest.points.upperBound,
      place: before.place.interpolated(to: rest.place, fraction: b / (a + b)))
  }

  // Over the last few seconds, or since the last point.
  private func speeds() -> [Double] {
    var speeds = [Double](repeating: 0, count: positions.count)
    var from = 0
    for index in positions.indices.dropFirst() {
      while from + 1 < index, seconds[index] - seconds[from + 1] >= Self.speedSpan { from += 1 }
      speeds[index] = positions[index].distance(to: positions[from]) / (seconds[index] - seconds[from])
    }
    return speeds
  }
}

/// A stretch of a track in which the phone did not move.
package struct TrackRest: Equatable {
  /// Indices of the points.
  package var points: ClosedRange<Int>
  /// Where it rested: the mean of the points.
  var place: EarthVector
}
