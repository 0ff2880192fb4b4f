import Analysis
package import Documents
import FileFormats

/// A measured run's readings of the gauge, thinned to one a minute, and which stretches between them are trips.
package struct MeasuredReadings: Sendable {
  /// Readings nearer to each other (s) are one, the last.
  private static let together = 60.0
  /// A stretch that lies in legs for this share or more is a trip, and one of a mode if it lies so in its legs.
  private static let leastOnTrip = 2.0 / 3
  /// One that lies in legs for this share or less is a rest.
  private static let mostAtRest = 1.0 / 3
  /// Nothing counts after the last reading where the measured and the predicted gauge are above this (percent): an empty
  /// phone draws nothing.
  package static let lowestLevel = 5.0

  enum Stretch: Hashable { case trip, rest, mixed }

  /// Seconds since 1970 and percent.
  package let readings: [(time: Double, percent: Double)]
  /// The gauge's step, in percent.
  let step: Double
  /// Between each reading and the next.
  let stretches: [Stretch]
  /// The way to travel of a trip's stretch; `nil` for others, and where several share it.
  let modes: [String?]

  package init(_ run: MeasuredRun) {
    var readings: [(time: Double, percent: Double)] = []
    for reading in run.readings {
      if let last = readings.last, readings.count > 1, reading.time - last.time < Self.together {
        readings.removeLast()
      }
      readings.append((reading.time, reading.percent))
    }
    self.readings = readings
    step = run.gaugeStep
    func inside(_ legs: [MeasuredLeg], _ from: Double, _ to: Double) -> Double {
      legs.reduce(0) { $0 + max(0, min($1.end, to) - max($1.start, from)) }
    }
    let pairs = Array(zip(readings, readings.dropFirst()))
    stretches = pairs.map { from, to in
      let length = to.time - from.time
      guard length > 0 else { return .mixed }
      let share = inside(run.legs, from.time, to.time) / length
      if share >= Self.leastOnTrip { return .trip }
      return share <= Self.mostAtRest ? .rest : .mixed
    }
    let ways = Set(run.legs.map(\.mode)).filter { !$0.isEmpty }.sorted()
    modes = pairs.map { from, to in
      let length = to.time - from.time
      guard length > 0 else { return nil }
      return ways.first { way in
        inside(run.legs.filter { $0.mode == way }, from.time, to.time) >= Self.leastOnTrip * length
      }
    }
  }

  /// How many of the readings count, by where both gauges are above `lowestLevel`.
  ///
  /// - Parameter predicted: in the mean over seeds, at each reading.
  func counted(predicted: [Double]) -> Int {
    let last = readings.indices.last {
      readings[$0].percent > Self.lowestLevel && $0 < predicted.count && predicted[$0] > Self.lowestLevel
    }
    return last.map { $0 + 1 } ?? 0
  }

  /// The fall of the gauge over the first `count` readings, as measured and as predicted; `nil` where they span no time.
  ///
  /// - Parameter levels: by seed, at each reading.
  func drain(levels: [[Double]], count: Int) -> DrainCheck? {
    guard count >= 2, let first = readings.first else { return nil }
    let last = readings[count - 1]
    let hours = (last.time - first.time) / 3600
    guard hours > 0 else { return nil }
    return DrainCheck(
      hours: hours, measured: first.percent - last.percent, predicted: levels.map { $0[0] - $0[count - 1] })
  }

  /// The fall over some stretches from the first reading below 100 % on, where a full gauge hides nothing, beside what was
  /// drained in them; `nil` where there is none.
  ///
  /// - Parameter drained: by seed, in percent of the usable energy from the run's start until each reading.
  func rate(drained: [[Double]], count: Int, where wanted: (Int) -> Bool) -> DrainCheck? {
    let begin = readings.firstIndex { $0.percent < 100 } ?? readings.count
    var (hours, measured) = (0.0, 0.0)
    var predicted = [Double](repeating: 0, count: drained.count)
    for place in stretches.indices where place >= begin && place + 1 < count && wanted(place) {
      hours += (readings[place + 1].time - readings[place].time) / 3600
      measured += readings[place].percent - readings[place + 1].percent
      for seed in drained.indices { predicted[seed] += drained[seed][place + 1] - drained[seed][place] }
    }
    return hours > 0 ? DrainCheck(hours: hours, measured: measured, predicted: predicted) : nil
  }
}
