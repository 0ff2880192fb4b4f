import Analysis
import Testing

@testable import Documents

@testable import FileFormats
@testable import Measured

@Suite struct MeasuredReadingsTests {
  private static func run(_ levels: [(Double, Double)], legs: [(String, Double, Double)] = []) -> MeasuredRun {
    MeasuredRun(
      name: "r", timeline: "t", phone: "p", configuration: "c", span: 0...(levels.last?.0 ?? 1),
      readings: levels.enumerated().map { BatteryLevels.Reading(time: $1.0, percent: $1.1, line: $0 + 2) },
      legs: legs.map { MeasuredLeg(name: $0.0, mode: $0.0, start: $0.1, end: $0.2, routes: []) })
  }

  @Test func ratesBeginBelowThePlateau() {
    // Hours 0 to 1 show 100 %: what they drained is hidden, so only hours 1 to 3 count.
    let readings = MeasuredReadings(
      Self.run([(0, 100), (3600, 97), (7200, 91), (10_800, 84)], legs: [("bus", 3600, 7200)]))
    let drained = [[0.0, 5.5, 12, 20]]
    let trip = readings.rate(drained: drained, count: 4) { readings.stretches[$0] == .trip }
    #expect(trip?.hours == 1)
    #expect(trip?.measured == 6)
    #expect(trip?.predicted == [6.5])
    #expect(readings.modes == [nil, "bus", nil])
    let hidden = readings.rate(drained: drained, count: 4) { $0 == 0 }
    #expect(hidden == nil)
  }

  @Test func nothingCountsAfterAnEmptyPhone() {
    let readings = MeasuredReadings(Self.run([(0, 100), (3600, 60), (7200, 20), (10_800, 4)]))
    #expect(readings.counted(predicted: [100, 70, 40, 11]) == 3)
    #expect(readings.counted(predicted: [100, 50, 3, 0]) == 2)
    let drain = readings.drain(levels: [[100, 70, 40, 11]], count: 3)
    #expect(drain?.measured == 80)
    #expect(drain?.predicted == [60])
    #expect(drain?.hours == 2)
  }
}
