import Analysis
import DeviceModel
import GeoJoule
import Testing
import World

@testable import Documents
@testable import FileFormats
@testable import Measured

/// Gauges, stretches of fixes and readings, by hand.
@Suite struct GaugeAndTimeTests {
  private static func prediction(plateau: (Double, Double), drop: (Double, Double)) throws -> GaugePrediction {
    var device = try Catalog().device("modern-phone")
    for (key, value) in [("battery.gauge_plateau", plateau), ("battery.gauge_first_drop", drop)] {
      device.values[key] = ProfileValue(
        mean: value.0, deviation: value.1, range: 0...0.2, distribution: .normal, trust: .fitted, source: "made up")
    }
    return GaugePrediction(device, parameters: .fixed)
  }

  /// 100 + 4.1 less what was drained, and less two points within the first hour, in whole percents from 100 down.
  @Test func aFullGaugeHidesAndDrops() throws {
    let gauge = try Self.prediction(plateau: (0.041, 0.003), drop: (0.02, 0.004))
    let levels = gauge.levels(
      run: "r", seed: 3, first: 100, hours: [0, 0.5, 1, 3], drained: [0, 3.7, 6.4, 11.3])
    #expect(levels == [100, 99, 96, 91])
    #expect(abs(gauge.meanPlateau - 4.1) < 1e-12 && abs(gauge.meanFirstDrop - 2) < 1e-12)
    // 0.3 and 0.4 points add up as squares.
    #expect(abs(gauge.hidden.deviation - 0.5) < 1e-12)
  }

  /// One that begins lower follows the drain from its first reading, and never below 0.
  @Test func aGaugeBelowFullFollows() throws {
    let gauge = try Self.prediction(plateau: (0.041, 0.003), drop: (0.02, 0.004))
    let levels = gauge.levels(run: "r", seed: 3, first: 83, hours: [1, 2, 9], drained: [1.2, 4.9, 90])
    #expect(levels == [83, 79, 0])
  }

  /// Steps of 5 %: 97.6 + 4.1 is 100, 97.4 is 95; 92.6 is 95 and 92.4 is 90.
  @Test func aGaugeShowsMultiplesOfItsStep() throws {
    let gauge = try Self.prediction(plateau: (0.041, 0.003), drop: (0, 0))
    func levels(_ first: Double, _ drained: [Double]) -> [Double] {
      gauge.levels(run: "r", seed: 3, first: first, hours: [0, 1, 2], drained: drained, step: 5)
    }
    #expect(levels(100, [0, 6.5, 6.7]) == [100, 100, 95])
    #expect(levels(95, [1, 3.4, 3.6]) == [95, 95, 90])
  }

  /// Four positions at most five minutes apart are a stretch; three are none.
  @Test func stretchesOfPositions() {
    #expect(TrackedTime.spans([0, 299, 598, 897, 1197, 1300, 1400]) == [0...897])
    #expect(TrackedTime.spans([0, 299, 598, 897, 1196]) == [0...1196])
    #expect(TrackedTime.spans([7, 8, 9]).isEmpty)
    #expect(TrackedTime.hours([0, 100, 200, 360, 5000, 5100, 5200, 5360]) == 0.2)
  }

  /// Two trips: legs 700 s apart are one. The first has positions after 7 min, the second, of 11 min, none.
  @Test func departuresAreNoticedLate() {
    let legs: [ClosedRange<Double>] = [1700...2300, 0...1000, 9000...9660]
    #expect(TrackedTime.startDelay([13, 420, 500, 600, 700, 9001], legs: legs) == 9.0)
    // Positions that come already are no delay.
    #expect(TrackedTime.startDelay([-90, 7, 8, 9], legs: [0...60]) == 0.0)
    #expect(TrackedTime.startDelay([1, 2, 3, 4], legs: []) == nil)
    // 900 s apart they are one trip; 901 s apart they are two, of which the second counts whole, 9 min.
    let times = [420.0, 500, 600, 700]
    #expect(TrackedTime.startDelay(times, legs: [0...1000, 1900...2440]) == 7.0)
    #expect(TrackedTime.startDelay(times, legs: [0...1000, 1901...2441]) == 8.0)
  }

  /// Positions outside the run's span do not count: of 4,000 s before it and 720 s in it, the latter.
  @Test func positionsOutsideARunAreNotTracked() {
    let place = GeodeticPosition(latitude: 47, longitude: 8)
    let times = [0.0, 200, 400, 600, 5000, 5240, 5480, 5720, 9100]
    let run = MeasuredRun(
      name: "r", timeline: "t", phone: "p", configuration: "c", span: 5000...9000, readings: [],
      fixes: times.map { MeasuredFix(unixSeconds: $0, position: place, line: 2) })
    #expect(run.trackedHours == 0.2)
  }

  private static func run(_ levels: [(Double, Double)], legs: [(String, Double, Double)] = []) -> MeasuredRun {
    MeasuredRun(
      name: "r", timeline: "t", phone: "p", configuration: "c", span: 0...(levels.last?.0 ?? 1),
      readings: levels.enumerated().map { BatteryLevels.Reading(time: $1.0, percent: $1.1, line: $0 + 2) },
      legs: legs.map { MeasuredLeg(name: $0.0, mode: $0.0, start: $0.1, end: $0.2, routes: []) })
  }

  /// Readings nearer than a minute are one, the last; the first of a run stays.
  @Test func readingsAreOneAMinute() {
    let readings = MeasuredReadings(Self.run([(0, 100), (41, 99), (100, 98), (159, 97), (219, 96)])).readings
    #expect(readings.map(\.time) == [0, 159, 219])
    #expect(readings.map(\.percent) == [100, 97, 96])
  }

  /// Of 900 s, 600 in legs are a trip, 599 neither; 300 are a rest, 301 neither.
  @Test func twoThirdsInLegsAreATrip() {
    let levels = [(0.0, 99.0), (900, 97), (1800, 95), (2700, 93), (3600, 91)]
    let legs = [("walk", 0.0, 600.0), ("bus", 900, 1499), ("bus", 1800, 2100), ("bus", 2700, 3001)]
    let readings = MeasuredReadings(Self.run(levels, legs: legs))
    #expect(readings.stretches == [.trip, .mixed, .rest, .mixed])
    #expect(readings.modes == ["walk", nil, nil, nil])
  }

  /// A trip that two ways share has no way of its own; 5 % counts no more.
  @Test func sharedTripsAndEmptyPhones() {
    let shared = MeasuredReadings(Self.run([(0, 90), (900, 80)], legs: [("walk", 0, 400), ("bus", 400, 900)]))
    #expect(shared.stretches == [.trip] && shared.modes == [nil])
    let low = MeasuredReadings(Self.run([(0, 90), (900, 6), (1800, 5)]))
    #expect(low.counted(predicted: [90, 6, 6]) == 2)
    #expect(low.counted(predicted: [90, 5, 6]) == 1)
    #expect(low.drain(levels: [[90, 6, 5]], count: 1) == nil)
  }

  /// A night of a gauge that shows 5 % at a time has two levels: its step is known by the other days, unless it has others between.
  @Test(arguments: [([95.0, 90, 90], [5.0, 5]), ([95, 93, 90], [1, 5]), ([97, 92, 92], [1, 5])])
  func aNightsStepIsThatOfAllDays(night: [Double], steps: [Double]) {
    let rest = stride(from: 90.0, through: 5, by: -5).map { $0 }
    let datasets = [("night", night), ("rest", rest)].map { name, levels in
      let readings = levels.enumerated().map {
        BatteryLevels.Reading(time: 3_600 * Double($0.offset), percent: $0.element, line: $0.offset)
      }
      let run = MeasuredRun(
        name: "a", timeline: "t", phone: "p", configuration: "c", span: 0...108_000, readings: readings)
      return MeasuredDataset(
        folder: name, runs: [run], timelines: ["t"], leftOut: [], sources: [], warnings: [], hasLevels: true)
    }
    let runs = PhoneFitReport.runs(of: datasets)
    #expect(runs.map(\.name) == ["night a", "rest a"] && runs.map(\.gaugeStep) == steps)
  }
}
