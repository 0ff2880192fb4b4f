import Core
import Testing

@testable import World

@Suite struct LegTrackTests {
  /// 3 km to the east, then 400 m to the north of where that ends, some way off.
  private var legs: [TimedLeg] {
    let drive = [Sample.east(0), Sample.east(1000), Sample.east(3000)]
    let walk = [Sample.east(3200), Sample.east(3200).moved(east: 0, north: 400)]
    return [
      TimedLeg(start: 10_600, end: 10_900, way: drive.map { GeodeticPosition($0) }),
      TimedLeg(start: 13_000, end: 13_286, way: walk.map { GeodeticPosition($0) }),
    ]
  }

  private func metres(_ track: RawTrack, _ seconds: Double) -> Double {
    let scenario = Scenario(track: track, name: "trip", noise: .metres(0))
    var cursor = JourneyCursor(Sample.world(scenario).journey)
    return cursor.position(at: .seconds(seconds)).distance(to: Sample.east(0))
  }

  @Test func goesAlongEachLegAndWaitsBetween() throws {
    let track = try #require(RawTrack(legs: legs, span: 10_000...14_000))
    #expect(track.startUnixSeconds == 10_000)
    // Before the first leg at its beginning; then 10 m/s; then at rest; on its way two minutes before the next.
    for (second, expected) in [(0.0, 0.0), (599, 0), (650, 500), (800, 2000), (900, 3000), (2800, 3000), (2940, 3100)] {
      #expect(abs(metres(track, second) - expected) < 1.5, "\(second): \(metres(track, second))")
    }
    #expect(abs(metres(track, 3000) - 3200) < 1.5)
    let end = GeodeticPosition(Sample.east(3200).moved(east: 0, north: 400)).earthVector()
    let last = try #require(track.points.last)
    #expect(last.instant == .seconds(4000))
    #expect(GeodeticPosition(latitude: last.latitude, longitude: last.longitude).earthVector().distance(to: end) < 1)
    // No gap anywhere: it is known where the phone was.
    #expect(Sample.world(Scenario(track: track, name: "trip", noise: .metres(0))).gaps.isEmpty)
  }

  @Test func partsOutsideTheSpanAreCutOff() throws {
    let track = try #require(RawTrack(legs: legs, span: 10_750...11_000))
    #expect(abs(metres(track, 0) - 1500) < 1.5 && abs(metres(track, 100) - 2500) < 1.5)
    #expect(RawTrack(legs: legs, span: 20_000...21_000) == nil)
  }

  @Test func overlappingLegsAreRefused() {
    let twice = legs + [TimedLeg(start: 13_100, end: 13_400, way: legs[0].way)]
    #expect(RawTrack(legs: twice, span: 10_000...14_000) == nil)
  }

  @Test func surroundingsFollow() throws {
    let track = try #require(RawTrack(legs: legs, span: 9_000...14_000))
    let world = Sample.world(Scenario(track: track, name: "trip", noise: .metres(0)))
    #expect(world.surroundings.value(at: .seconds(300)).sky == .indoor)
    #expect(world.motion.value(at: .seconds(1750)) == .automotive)
    #expect(world.surroundings.value(at: .seconds(1750)).sky == .suburban)
    #expect(world.surroundings.value(at: .seconds(3000)).sky == .indoor)
  }

  @Test func sightingsSayHowFastOneWent() throws {
    func seen(_ time: Double, _ east: Double, north: Double = 0) -> TimedLeg.Sighting {
      TimedLeg.Sighting(time: time, place: GeodeticPosition(Sample.east(east, north: north)))
    }
    // 1 km in 50 s, then a stop of 100 s, then 1.9 km in 100 s; 70 m off the way, 40 s after a sighting 3 km ahead, and
    // within ten seconds of another one do not count.
    let drive = TimedLeg(
      start: 10_600, end: 10_900,
      way: [Sample.east(0), Sample.east(1000), Sample.east(3000)].map { GeodeticPosition($0) },
      sightings: [
        seen(10_620, 900, north: 70), seen(10_650, 1000, north: 30), seen(10_655, 1090), seen(10_660, 2900),
        seen(10_750, 1000, north: -8), seen(10_850, 2900),
      ])
    let track = try #require(RawTrack(legs: [drive], span: 10_000...11_000))
    for (second, expected) in [
      (600.0, 0.0), (625, 500), (650, 1000), (700, 1000), (749, 1000), (800, 1950), (850, 2900), (875, 2950),
      (900, 3000),
    ] {
      #expect(abs(metres(track, second) - expected) < 2, "\(second): \(metres(track, second))")
    }
  }
}
