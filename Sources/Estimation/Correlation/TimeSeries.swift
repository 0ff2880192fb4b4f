/// Values at instants, perhaps in several legs that have nothing to do with each other. Sampling may be irregular.
package struct TimeSeries: Sendable, Hashable {
  /// A value at an instant.
  package struct Point: Sendable, Hashable {
    /// Seconds, from any start.
    package let time: Double
    package let value: Double
    package let leg: Int

    package init(time: Double, value: Double, leg: Int = 0) {
      self.time = time
      self.value = value
      self.leg = leg
    }
  }

  /// By leg, then by time.
  package let points: [Point]

  /// - Parameter points: in any order; sorted here.
  /// - Throws: `badInput` for a value or time that is not a finite number.
  package init(_ points: [Point]) throws(EstimationError) {
    guard points.allSatisfy({ $0.time.isFinite && $0.value.isFinite }) else {
      throw .badInput("a time or value is not a finite number")
    }
    self.points = points.sorted { ($0.leg, $0.time) < ($1.leg, $1.time) }
  }

  /// Ranges of `points` that belong to one leg.
  var legs: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for i in points.indices where i + 1 == points.count || points[i + 1].leg != points[i].leg {
      ranges.append(start..<i + 1)
      start = i + 1
    }
    return ranges
  }

  /// The median time between neighbours in seconds; `nil` when there are no two at different times in one leg.
  package var medianInterval: Double? {
    var intervals: [Double] = []
    for leg in legs {
      for i in leg.dropFirst() where points[i].time > points[i - 1].time {
        intervals.append(points[i].time - points[i - 1].time)
      }
    }
    intervals.sort()
    return intervals.isEmpty ? nil : intervals[intervals.count / 2]
  }

  /// The same points with other values.
  func replacing(_ values: [Double]) -> TimeSeries {
    TimeSeries(ordered: zip(points, values).map { Point(time: $0.time, value: $1, leg: $0.leg) })
  }

  private init(ordered points: [Point]) { self.points = points }
}
