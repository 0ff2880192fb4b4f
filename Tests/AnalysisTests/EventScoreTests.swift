import Analysis
import DeviceModel
import Core
import Simulation
import Testing
import World

/// A way along the x axis at 10 m/s, out and back, and circles on it.
@Suite struct EventScoreTests {
  private static func at(_ x: Double) -> EarthVector { EarthVector(x: x, y: 0, z: 0) }
  /// Away from 100 s, at 9000 m from 1000 s to 2000 s, back at 2900 s.
  private let journey = Journey(knots: [
    Knot(instant: .start, position: at(0)), Knot(instant: .seconds(100), position: at(0)),
    Knot(instant: .seconds(1000), position: at(9000)), Knot(instant: .seconds(2000), position: at(9000)),
    Knot(instant: .seconds(2900), position: at(0)), Knot(instant: .seconds(5000), position: at(0)),
  ])

  private func record(_ watches: [EventWatch], _ events: [(Int, Bool, Double)]) -> RunRecord {
    let battery = BatteryParameters(energy: .joules(1000), voltage: .volts(3.7), health: 0.8, chargingPower: .watts(5))
    var record = RunRecord(seed: 7, horizon: .seconds(5000), prices: PowerTable(), battery: battery)
    record.watches = watches
    record.events = events.map { DeliveredEvent(serial: $0.0, isEntry: $0.1, delivered: .seconds($0.2)) }
    return record
  }

  /// A circle around 9000 m of 500 m: entered at 950 s, left at 2050 s.
  private func area(_ serial: Int = 1, begin: Double = 0, end: Double? = nil) -> EventWatch {
    EventWatch(
      serial: serial, subject: .area([Circle(center: Self.at(9000), radius: 500)]), begin: .seconds(begin),
      end: end.map { .seconds($0) })
  }

  private func figures(_ record: RunRecord) -> [Double?] {
    let meter = RunMeter()
    let metrics = meter.measure(record, truth: journey)
    return [.eventLatencyP50, .eventLatencyP95, .missedEvents, .falseEvents].map { metrics[$0] }
  }

  @Test func latencyRunsFromTheTrueCrossingToTheDelivery() {
    #expect(figures(record([area()], [(1, true, 1011), (1, false, 2147)])) == [61, 97, 0, 0])
  }

  @Test func aDeliveryAfterTheOppositeCrossingIsMissedAndFalse() {
    #expect(figures(record([area()], [(1, true, 2050)])) == [nil, nil, 2, 1])
    #expect(figures(record([area()], [(1, true, 2049.9)]))[2...] == [1, 0])
  }

  /// What was missed has its denominator: the events of the watch, whether reported or not.
  @Test func allEventsOfTheWatchAreCounted() {
    func counts(_ watch: EventWatch, _ events: [(Int, Bool, Double)]) -> [Double?] {
      let metrics = RunMeter().measure(record([watch], events), truth: journey)
      return [metrics[.missedEvents], metrics[.trueEvents]]
    }
    #expect(counts(area(), [(1, true, 1011)]) == [1, 2])
    #expect(counts(area(), [(1, true, 1011), (1, true, 1200), (1, false, 2147)]) == [0, 2])
    #expect(counts(area(begin: 951), []) == [1, 1])
    #expect(counts(area(begin: 3000), []) == [0, 0])
  }

  @Test func oneDeliveryPerEvent() {
    #expect(figures(record([area()], [(1, true, 1011), (1, true, 1200), (1, false, 2147)])) == [61, 97, 0, 1])
  }

  @Test func aDeliveryBeforeItsEventIsFalse() {
    #expect(figures(record([area()], [(1, true, 949), (1, false, 2147)])) == [97, 97, 1, 1])
  }

  @Test func onlyWhatHappensDuringTheWatchCounts() {
    #expect(figures(record([area(begin: 951)], [(1, false, 2147)])) == [97, 97, 0, 0])
    // It ended before the exit, or before the exit's hold was over.
    #expect(figures(record([area(end: 2060)], [(1, true, 1011)])) == [61, 61, 0, 0])
    #expect(figures(record([area(end: 2070)], [(1, true, 1011)]))[2] == 1)
  }

  @Test func crossingsThatNobodyWantsAreNotMissed() {
    let watch = EventWatch(
      serial: 1, subject: .area([Circle(center: Self.at(9000), radius: 500)]), wantsExits: false, begin: .start)
    #expect(figures(record([watch], [(1, true, 1011)])) == [61, 61, 0, 0])
  }

  /// Entered at 950 s, left at 2050 s.
  @Test func dwellingIsAnEntryAndAStayOfTheDelay() {
    func figures(_ delay: Double, begin: Double = 0, end: Double? = nil, told: Double...) -> [Double?] {
      let watch = EventWatch(
        serial: 1, subject: .area([Circle(center: Self.at(9000), radius: 500)]), wantsEntries: false, wantsExits: false,
        dwellTime: .seconds(delay), begin: .seconds(begin), end: end.map { .seconds($0) })
      var record = record([watch], [])
      record.events = told.map {
        DeliveredEvent(serial: 1, isEntry: true, isDwell: true, delivered: .seconds($0))
      }
      return self.figures(record)
    }
    #expect(figures(400, told: 1411) == [61, 61, 0, 0])
    #expect(figures(400, told: 1349) == [nil, nil, 1, 1])
    #expect(figures(400, told: 2050) == [nil, nil, 1, 1])
    #expect(figures(1100)[2...] == [1, 0])
    // Too short a stay; the entry before the watch; the end of the watch before the dwelling.
    #expect(figures(1101, told: 2049)[2...] == [0, 1])
    #expect(figures(400, begin: 951)[2...] == [0, 0])
    #expect(figures(400, end: 1349)[2...] == [0, 0])
  }

  @Test func watchesAreJudgedApart() {
    let events = [(1, true, 1011.0), (2, true, 1050), (2, false, 2060)]
    #expect(figures(record([area(1), area(2)], events)) == [61, 100, 1, 0])
  }

  /// A beacon in the fence is passed with it; one on the way, within 150 m for 30 s, out and back, is a place of its own.
  @Test func aBeaconInAWatchedFenceIsNotCountedASecondTime() {
    func counts(_ watches: [EventWatch], _ events: [(Int, Bool, Double)] = []) -> [Double?] {
      let metrics = RunMeter().measure(record(watches, events), truth: journey)
      return [metrics[.missedEvents], metrics[.trueEvents], metrics[.falseEvents]]
    }
    func beacon(_ x: Double, _ radius: Double) -> EventWatch {
      EventWatch(serial: 2, subject: .beacons([Circle(center: Self.at(x), radius: radius)]), begin: .start)
    }
    #expect(counts([beacon(9000, 30)]) == [2, 2, 0])
    #expect(counts([area(), beacon(9000, 30)], [(2, true, 998), (2, false, 2004)]) == [2, 2, 0])
    #expect(counts([area(), beacon(5000, 150)]) == [6, 6, 0])
    // What the beacon reports for nothing is false all the same.
    #expect(counts([area(), beacon(9000, 30)], [(2, true, 998), (2, true, 1500)]) == [2, 2, 1])
    // The fence wants entries alone, or is watched after the entry: the beacon's exit, or entry, is its own event.
    let entries = EventWatch(
      serial: 1, subject: .area([Circle(center: Self.at(9000), radius: 500)]), wantsExits: false, begin: .start)
    #expect(counts([entries, beacon(9000, 30)], [(2, false, 2004)]) == [1, 2, 0])
    #expect(counts([area(begin: 1500), beacon(9000, 30)], [(2, true, 998)]) == [1, 2, 0])
  }

  @Test func visitsAreStaysOfThreeMinutesAndTheirEndsMayBeToldAtTheNextPlace() {
    let watch = EventWatch(serial: 1, subject: .visits, begin: .start)
    // The first 100 s are too short a stay. Arrival at 1000 s; departure at 2000 s, told at the next place; there since
    // 2900 s.
    let events = [(1, true, 1093.0), (1, false, 2991), (1, true, 2994)]
    #expect(figures(record([watch], events)) == [94, 991, 0, 0])
    #expect(figures(record([watch], []))[2] == 3)
    #expect(figures(record([watch], [(1, false, 131)] + events))[2...] == [0, 1])
  }

  @Test func withoutAWatchThereAreNoFigures() {
    #expect(figures(record([], [])) == [nil, nil, nil, nil])
  }

  @Test func aWatchOverNothingMissesNothing() {
    #expect(figures(record([EventWatch(serial: 1, subject: .area([]), begin: .start)], [])) == [nil, nil, 0, 0])
  }
}
