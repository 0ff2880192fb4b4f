import Analysis
import FileFormats

/// A measured run's readings of the gauge, thinned to one a minute, and which stretches between them are trips.
struct MeasuredReadings {
  /// Readings nearer to each other (s) are one, the last.
  private static let together = 60.0
  /// A stretch that lies in legs for this share or more is a trip.
  private static let leastOnTrip = 2.0 / 3
  /// One that lies in legs for this share or less is a rest.
  private static let mostAtRest = 1.0 / 3

  enum Stretch { case trip, rest, mixed }

  /// Seconds since 1970 and percent.
  let readings: [(time: Double, percent: Double)]
  /// Between each reading and the next.
  let stretches: [Stretch]

  init(_ run: MeasuredRun) {
    var readings: [(time: Double, percent: Double)] = []
    for reading in run.readings {
      if let last = readings.last, readings.count > 1, reading.time - last.time < Self.together {
        readings.removeLast()
      }
      readings.append((reading.time, reading.percent))
    }
    self.readings = readings
    stretches = zip(readings, readings.dropFirst()).map { from, to in
      let length = to.time - from.time
      guard length > 0 else { return .mixed }
      let inLegs = run.legs.reduce(0) { $0 + max(0, min($1.end, to.time) - max($1.start, from.time)) }
      if inLegs >= Self.leastOnTrip * length { return .trip }
      return inLegs <= Self.mostAtRest * length ? .rest : .mixed
    }
  }

  /// The fall over stretches of one sort, as measured and as predicted; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - levels: by seed, at each reading.
  ///   - wanted: `nil` for the whole.
  func drain(levels: [[Double]], _ wanted: Stretch?) -> DrainCheck? {
    var (hours, measured) = (0.0, 0.0)
    var predicted = [Double](repeating: 0, count: levels.count)
    for place in stretches.indices where wanted == nil || stretches[place] == wanted {
      hours += (readings[place + 1].time - readings[place].time) / 3600
      measured += readings[place].percent - readings[place + 1].percent
      for seed in levels.indices { predicted[seed] += levels[seed][place] - levels[seed][place + 1] }
    }
    return hours > 0 ? DrainCheck(hours: hours, measured: measured, predicted: predicted) : nil
  }
}
