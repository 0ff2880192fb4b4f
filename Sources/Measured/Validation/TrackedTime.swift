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

  /// The sum of the stretches in hours.
  static func hours(_ times: [Double]) -> Double {
    spans(times).reduce(0) { $0 + $1.upperBound - $1.lowerBound } / 3600
  }
}

extension MeasuredRun {
  /// What its recorded fixes say, in hours; `nil` where none were kept.
  var trackedHours: Double? {
    fixes.map { TrackedTime.hours($0.map(\.unixSeconds).filter { span.contains($0) }.sorted()) }
  }
}
