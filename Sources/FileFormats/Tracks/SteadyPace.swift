import World

/// Gives times to a line of which only the beginning and the end are known.
enum SteadyPace {
  /// - Parameters:
  ///   - line: at least one point.
  ///   - start: nanoseconds since 1970.
  ///   - end: at `start` or after.
  static func timed(_ line: [RecordedPoints.Point], from start: Int64, to end: Int64) -> [RecordedPoints.Point] {
    var lengths = [0.0]
    for (a, b) in zip(line, line.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + vector(a).distance(to: vector(b)))
    }
    let total = lengths[lengths.count - 1]
    let (span, overflow) = end.subtractingReportingOverflow(start)
    guard !overflow else { return [] }
    return line.indices.map { index in
      var point = line[index]
      let share = total > 0 ? lengths[index] / total : Double(index) / Double(max(1, line.count - 1))
      // To the microsecond, so that the last point has the end's own time.
      let passed = index == line.count - 1 ? span : Int64((Double(span) * share / 1_000).rounded(.down)) * 1_000
      point.nanoseconds = start + (line.count == 1 ? 0 : passed)
      return point
    }
  }

  private static func vector(_ point: RecordedPoints.Point) -> EarthVector {
    GeodeticPosition(latitude: point.latitude, longitude: point.longitude).earthVector()
  }
}
