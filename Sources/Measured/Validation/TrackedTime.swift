import Documents
import FileFormats

/// Stretches of time in which an app gets positions, as positions alone tell.
enum TrackedTime {
  /// Positions further apart (s) end a stretch.
  static let gap = 300.0
  /// Fewer positions are no stretch.
  private static let leastPositions = 4

  /// - Parameter times: of positions, in order (s).
  static func spans(_ times: [Double]) -> [ClosedRange<Double>] {
    var found: [(span: ClosedRange<Double>, count: Int)] = []
    for time in times {
      if let last = found.last, time - last.span.upperBound < gap {
        found[found.count - 1] = (last.span.lowerBound...max(time, last.span.lowerBound), last.count + 1)
      } else {
        found.append((time...time, 1))
      }
    }
    return found.filter { $0.count >= leastPositions }.map(\.span)
  }

  /// How long after each departure positions begin to come, in the mean in minutes; `nil` without legs.
  ///
  /// Legs with less than a quarter of an hour between them are one trip. One without any stretch counts whole.
  static func startDelay(_ times: [Double], legs: [ClosedRange<Double>]) -> Double? {
    let stretches = spans(times)
    let delays = joined(legs, within: 900).map { trip in
      let first = stretches.first { $0.overlaps(trip) }?.lowerBound ?? trip.upperBound
      return max(0, first - trip.lowerBound) / 60
    }
    return delays.isEmpty ? nil : delays.reduce(0, +) / Double(delays.count)
  }

  /// Spans in order, those no further apart than so many seconds as one.
  static func joined(_ spans: [ClosedRange<Double>], within gap: Double = 0) -> [ClosedRange<Double>] {
    spans.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, span in
      if let last = joined.last, span.lowerBound - last.upperBound <= gap {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
      } else {
        joined.append(span)
      }
    }
  }

  /// The sum of the stretches in hours.
  static func hours(_ times: [Double]) -> Double {
    spans(times).reduce(0) { $0 + $1.upperBound - $1.lowerBound } / 3600
  }
}

extension MeasuredRun {
  /// What its recorded fixes say, in hours; `nil` where none were kept.
  var trackedHours: Double? { times.map(TrackedTime.hours) }
  /// What they say of departures, in minutes.
  var startDelay: Double? { times.flatMap { TrackedTime.startDelay($0, legs: trips) } }
  private var times: [Double]? { fixes.map { $0.map(\.unixSeconds).filter { span.contains($0) }.sorted() } }
  /// When it travels.
  var trips: [ClosedRange<Double>] { legs.map { $0.start...$0.end } }
}
