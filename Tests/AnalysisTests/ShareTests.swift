import DeviceModel
import LocationServices
import Core
import Testing
import World

@testable import Analysis
@testable import Simulation

/// Journeys along the x axis, so that distances can be read off: still until 100 s, at 3 m/s until 300 s, still at 600 m until 1000 s.
@Suite struct ShareTests {
  let journey = Journey(knots: [
    .init(instant: .start, position: .zero), .init(instant: .seconds(100), position: .zero),
    .init(instant: .seconds(300), position: EarthVector(x: 600, y: 0, z: 0)),
    .init(instant: .seconds(1000), position: EarthVector(x: 600, y: 0, z: 0)),
  ])

  private func fix(
    _ x: Double, at timestamp: Double, delivered: Double? = nil, y: Double = 0, radius: Double = 10
  ) -> DeliveredFix {
    DeliveredFix(
      timestamp: .seconds(timestamp), delivered: .seconds(delivered ?? timestamp),
      position: EarthVector(x: x, y: y, z: 0), horizontalAccuracy: radius)
  }

  private func measure(
    _ fixes: [DeliveredFix], _ metrics: [Metric] = [], server: [DeliveredFix] = [], legs: [LegShares] = []
  ) -> RunMetrics {
    let battery = BatteryParameters(energy: .joules(1000), voltage: .volts(3.7), health: 0.8, chargingPower: .watts(5))
    var record = RunRecord(seed: 7, horizon: .seconds(1000), prices: PowerTable(), battery: battery)
    record.fixes = fixes
    record.serverFixes = server
    return RunMeter(Metric.allCases + metrics).measure(record, truth: journey, legs: legs)
  }

  /// The track follows the way 7 m beside it from 100 s to 200 s, 23 m beside it to 260 s; then it ends.
  @Test func aTrackCountsWhereItIsNearAndWhatItDoesNotCoverCountsAsNot() {
    let found = measure([
      fix(0, at: 100, y: 7), fix(300, at: 200, y: 7), fix(300.003, at: 200.001, y: 23), fix(480, at: 260, y: 23),
    ])
    #expect(found[.track(within: 10)] == 0.5)
    #expect(found[.track(within: 30)] == 0.8)
  }

  /// Held from 50 s: the origin, 100 m away at 133.3 s; from 200 s on the position of 200 s, 300 m; from 400 s on the right one.
  @Test func theHeldPositionCountsWhileItIsNear() {
    let fixes = [fix(0, at: 50), fix(300, at: 200), fix(600, at: 400)]
    let found = measure(fixes, [.now(NowShare(metres: 60))])
    // 33.3 s each of the 200 s in which the user moves; of the day also 50 s to 100 s and from 400 s on.
    #expect(abs((found[.now(NowShare(metres: 100))] ?? 0) - 66.667 / 200) < 0.006)
    #expect(abs((found[.now(NowShare(metres: 100, isAllDay: true))] ?? 0) - 0.716_667) < 0.002)
    #expect(abs((found[.now(NowShare(metres: 60))] ?? 0) - 0.2) < 0.006)
    #expect(found[.now(NowShare(metres: 100, isAtServer: true))] == nil)
  }

  /// The server has the position of 50 s from 70 s on, and that of 200 s from 310 s on: then the user is 300 m away.
  @Test func theServerCountsWhatHasArrived() {
    let found = measure(
      [fix(0, at: 50), fix(300, at: 200), fix(600, at: 400)],
      server: [fix(0, at: 50, delivered: 70), fix(300, at: 200, delivered: 310)])
    #expect(abs((found[.now(NowShare(metres: 100, isAtServer: true))] ?? 0) - 33.333 / 200) < 0.006)
    #expect(abs((found[.now(NowShare(metres: 100, isAllDay: true, isAtServer: true))] ?? 0) - 0.063_333) < 0.002)
  }

  /// Right when taken at 150 s (4 m off) and fresh for a minute; the one of 220 s is 90 m off, however fresh.
  @Test func aPositionIsRightWhenItWasTakenAndFresh() {
    let need = NowShare(metres: 20, longestAge: 60)
    let found = measure([fix(154, at: 150, delivered: 153), fix(270, at: 220)], [.now(need)])
    #expect(abs((found[.now(need)] ?? 0) - 57.0 / 200) < 0.006)
  }

  /// 600 m of way; a track of 5-12-13 triangles is 650 m long, and points at rest add nothing.
  @Test func theTracksLengthIsComparedWithTheWays() {
    var fixes = (0...10).map { fix(Double($0) * 60, at: 100 + Double($0) * 20, y: $0.isMultiple(of: 2) ? 0 : 25) }
    fixes += (0...50).map { fix(600, at: 310 + Double($0), y: $0.isMultiple(of: 2) ? 0 : 900) }
    // The first point at rest ends the last moving stretch.
    #expect(abs((measure(fixes)[.distanceError] ?? 0) - 50.0 / 600) < 0.001)
    // 8.3 % too long.
    let shares = measure(fixes, [.distance(within: 0.08), .distance(within: 0.09)])
    #expect(shares[.distance(within: 0.08)] == 0 && shares[.distance(within: 0.09)] == 1)
  }

  /// The way 37 m beside the truth, in part 24 m: a length that is right where the track is not is none.
  @Test(arguments: zip([0.0, 3, 7], [0.0, 0, 1]))
  func aLengthBesideTheWayIsNone(near: Double, share: Double) {
    let fixes = (0...10).map { fix(Double($0) * 60, at: 100 + Double($0) * 20, y: Double($0) < near ? 24 : 37) }
    let found = measure(fixes, [.distance(within: 0.07)])
    #expect((found[.distanceError] ?? 1) < 0.02)
    #expect(found[.distance(within: 0.07)] == share)
  }

  /// A first position 3 km away with a radius of 3 km, and one of 101 m among good ones: neither is recorded. One of 100 m is.
  @Test func positionsOfALargeRadiusDoNotEnterTheTrack() {
    let found = measure(
      [
        fix(-3000, at: 100, radius: 3000), fix(0, at: 101), fix(200, at: 170, y: 500, radius: 101), fix(297, at: 200),
        fix(597, at: 300, radius: 100),
      ], [.track(within: 4)])
    #expect(abs((found[.distanceError] ?? 1) - 3.0 / 600) < 0.001)
    #expect(abs((found[.track(within: 4)] ?? 0) - 199.0 / 200) < 0.006)
  }

  /// Points 3 m apart along the way, 7 m to either side of it in turn. With radii of 7 m each step of 14.3 m counts, with 8 m
  /// each third (9 and 14 m), with 20 m each thirteenth (39 and 14 m), of which 15 fit into the way.
  @Test(arguments: zip([7.0, 8, 20], [3.773, 0.849, 0.036]))
  func aStepCountsFromBothRadiiOn(radius: Double, error: Double) {
    let fixes = (0...200).map {
      fix(Double($0) * 3, at: 100 + Double($0), y: $0.isMultiple(of: 2) ? 7 : -7, radius: radius)
    }
    #expect(abs((measure(fixes)[.distanceError] ?? 0) - error) < 0.03)
  }

  @Test func legsAreToldApart() {
    let legs = [
      LegShares("walk", from: .start, track: 10, now: 50), LegShares("ride", from: .seconds(150), track: 10, now: 50),
    ]
    let found = measure([fix(0, at: 100, y: 7), fix(150, at: 150, y: 7), fix(600, at: 300, y: 99)], legs: legs).legs
    #expect(found.map(\.name) == ["walk", "ride"] && found.map(\.moving) == [50, 150])
    // The track leaves the way by 92 m in 150 s: 3 m more after 4.9 s.
    #expect(found[0].track == 50 && found[1].track == 5)
    // Held are the points of 100 s and of 150 s, each for the 16.5 s in which the user is within 49.5 m along the way.
    #expect(abs(found[0].now - 16) <= 1 && abs(found[1].now - 16) <= 1)
  }

  @Test(arguments: [
    ("track_in_12m", Metric.track(within: 12)), ("track within 0.5 km", .track(within: 500)),
    ("track in 30 m", .track(within: 30)), ("now in 100 m, all day", .now(NowShare(metres: 100, isAllDay: true))),
    ("now_in_70m_2min_moving", .now(NowShare(metres: 70, longestAge: 120))),
    ("server in 100 m", .now(NowShare(metres: 100, isAtServer: true))), ("events in 90 s", .events(within: 90)),
    ("exits_in_3min", .events(within: 180, entries: false)), ("distance error", .distanceError),
    ("missed", .missedEvents), ("energy_J", .energy), ("distance in 7 %", .distance(within: 0.07)),
  ])
  func namesAreReadAsTheyAreWritten(_ row: (text: String, metric: Metric)) {
    #expect(Metric(named: row.text) == row.metric)
    #expect(Metric(named: row.metric.column) == row.metric)
  }

  @Test(arguments: [
    "track", "track_in_m", "track_in_-3m", "now_in_5min", "now_in_100m_day", "events_in_3m", "distance_in_7m",
  ])
  func otherTextNamesNoFigure(_ text: String) { #expect(Metric(named: text) == nil) }
}
