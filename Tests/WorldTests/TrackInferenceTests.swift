import Core
import Testing

@testable import World

@Suite struct TrackInferenceTests {
  /// Straight to the east at these speeds, each for so many seconds.
  private func scenario(_ parts: [(speed: Double, seconds: Int)], surroundings: Surroundings? = nil) -> Scenario {
    var points: [RawTrack.Point] = []
    var (now, east) = (0, 0.0)
    for part in parts {
      for _ in 0..<part.seconds {
        let position = GeodeticPosition(Sample.east(east))
        points.append(
          RawTrack.Point(instant: .seconds(Double(now)), latitude: position.latitude, longitude: position.longitude))
        now += 1
        east += part.speed
      }
    }
    return Scenario(
      track: RawTrack(name: "parts", startUnixSeconds: 1_567_271_121, points: points), name: "parts",
      surroundings: surroundings)
  }

  @Test(arguments: [
    (1.4, MotionClass.walking, SkyView.suburban), (2.9, .running, .suburban), (6, .cycling, .suburban),
    (14, .automotive, .suburban), (31, .automotive, .openSky), (230, .airborne, .openSky),
  ])
  func theClassFollowsFromSpeed(speed: Double, motion: MotionClass, sky: SkyView) {
    let world = Sample.world(scenario([(speed, 900)]))
    #expect(world.motion.value(at: .seconds(400)) == motion)
    #expect(world.motion.steps.count == 1)
    #expect(world.surroundings.value(at: .seconds(400)).sky == sky)
    #expect(world.surroundings.value(at: .seconds(400)).cells == .suburban)
  }

  @Test func aRedLightDoesNotEndADrive() {
    let world = Sample.world(scenario([(13, 300), (0, 40), (13, 300)]))
    #expect(world.motion.steps.map(\.value) == [.automotive])
  }

  @Test func aLongRestIsIndoorsAndAShortOneIsNot() {
    let world = Sample.world(scenario([(13, 300), (0, 900), (13, 300), (0, 200), (13, 300)]))
    #expect(world.motion.steps.map(\.value) == [.automotive, .still, .automotive, .still, .automotive])
    #expect(world.surroundings.value(at: .seconds(700)).sky == .indoor)
    #expect(world.surroundings.value(at: .seconds(700)).accessPoints == .many)
    #expect(world.surroundings.value(at: .seconds(1_600)).sky == .suburban)
    #expect(world.surroundings.steps.count == 3)
  }

  /// Two days from 18:00 by the sun: a night at home, a day at work, an evening and a night at home again.
  @Test(arguments: [0.0, 90, -170])
  func homeIsWhereTheNightsAre(longitude: Double) {
    var points: [RawTrack.Point] = []
    func rest(_ hours: ClosedRange<Double>, east: Double) {
      for second in stride(from: hours.lowerBound * 3600, through: hours.upperBound * 3600, by: 60) {
        points.append(
          RawTrack.Point(instant: .seconds(second), latitude: 0, longitude: longitude + east / 111_320))
      }
    }
    rest(0...13.5, east: 0)
    rest(14...22.5, east: 9_000)
    rest(23...38, east: 40)
    let noon = 1_567_339_200.0
    let track = RawTrack(startUnixSeconds: noon + 3600 * (6 - longitude / 15), points: points)
    let scenario = Scenario(track: track, name: "days")
    let world = Sample.world(scenario)
    #expect(
      [4.0, 18, 30].map { world.surroundings.value(at: .seconds($0 * 3600)).indoorHold } == [.home, .unknown, .home])
    #expect(world.surroundings.value(at: .seconds(18 * 3600)).sky == .indoor)
    #expect(scenario.notes.contains("home inferred from a rest at night; 2 rests there"))
    let named = Scenario(track: track, name: "days", surroundings: world.surroundings.value(at: .seconds(18 * 3600)))
    #expect(!named.notes.contains(where: { $0.contains("home") }))
  }

  @Test func namedSurroundingsHoldAllDay() {
    let canyon = Surroundings(sky: .canyon, accessPoints: .many, cells: .urban)
    let world = Sample.world(scenario([(13, 300), (0, 900)], surroundings: canyon))
    #expect(world.surroundings.steps.map(\.value) == [canyon])
    #expect(world.motion.steps.count == 2)
  }

  @Test func aTrackOpensTheAppForAMinute() {
    let scenario = scenario([(1.4, 600)])
    #expect(scenario.script.map(\.kind) == [.screenOn, .foreground, .background, .screenOff])
    #expect(scenario.script.map(\.instant.seconds) == [0, 0, 60, 60])
    #expect(scenario.startOfDay == 61_521)
    #expect(scenario.horizon == .seconds(599))
    #expect(scenario.summary == "parts")
  }

  @Test func aTrackIsTheSameForEverySeed() {
    let scenario = scenario([(13, 300)])
    #expect(Sample.world(scenario, seed: 1).journey == Sample.world(scenario, seed: 2).journey)
  }
}
