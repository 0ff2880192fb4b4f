import Core
import RealModule
import Testing

@testable import World

@Suite struct TrackTruthTests {
  /// A known truth with noise on it, one point per second.
  private struct Recording {
    var truth: [EarthVector]
    var track: RawTrack

    init(
      at origin: GeodeticPosition = GeodeticPosition(latitude: 52.47, longitude: 13.33), seconds: [Double],
      noise: Double, seed: UInt64, correlated: Double = 0, path: (Double) -> (east: Double, north: Double)
    ) {
      var generator = Xoshiro256PlusPlus(seed: seed)
      let centre = origin.earthVector()
      var drift = (0.0, 0.0)
      truth = []
      var points: [RawTrack.Point] = []
      for second in seconds {
        let offset = path(second)
        let exact = centre.moved(east: offset.east, north: offset.north)
        truth.append(exact)
        let normal = ZigguratNormal.standard
        drift.0 = 0.95 * drift.0 + correlated * 0.312 * normal.next(&generator)
        drift.1 = 0.95 * drift.1 + correlated * 0.312 * normal.next(&generator)
        let seen = GeodeticPosition(
          exact.moved(
            east: drift.0 + noise * normal.next(&generator), north: drift.1 + noise * normal.next(&generator)))
        points.append(
          RawTrack.Point(
            instant: .seconds(second - (seconds.first ?? 0)), latitude: seen.latitude, longitude: seen.longitude))
      }
      track = RawTrack(startUnixSeconds: 1_567_271_121.12, points: points)
    }

    func meanSquare(_ journey: Journey) -> Double {
      var sum = 0.0
      for (truth, point) in zip(truth, track.points) {
        sum += journey.position(at: point.instant).squaredDistance(to: truth)
      }
      return sum / Double(truth.count)
    }
  }

  // Round a block of 400 m at 9 m/s, never resting.
  private static func block(_ second: Double) -> (east: Double, north: Double) {
    let way = (second * 9).truncatingRemainder(dividingBy: 1_600)
    return switch way {
    case ..<400: (way, 0)
    case ..<800: (400, way - 400)
    case ..<1_200: (1_200 - way, 400)
    default: (0, 1_600 - way)
    }
  }

  @Test(arguments: [
    GeodeticPosition(latitude: 52.47, longitude: 13.33), GeodeticPosition(latitude: -17.2, longitude: 179.999),
    GeodeticPosition(latitude: 89.97, longitude: 40), GeodeticPosition(latitude: -78.4, longitude: -179.9995),
  ])
  func smoothingComesNearerToTheTruthThanTheRecording(origin: GeodeticPosition) {
    for seed in 0..<5 {
      let recording = Recording(
        at: origin, seconds: (0..<900).map(Double.init), noise: 5, seed: UInt64(seed), path: Self.block)
      let raw = recording.meanSquare(TrackTruth(track: recording.track, noise: .zero).journey)
      let smooth = recording.meanSquare(TrackTruth(track: recording.track, noise: .metres(5)).journey)
      #expect(abs(raw - 50) < 8)
      #expect(smooth < 0.3 * raw)
    }
  }

  @Test func correlatedNoiseIsSmoothedAsFarAsItCanBe() {
    for seed in 0..<5 {
      let recording = Recording(
        seconds: (0..<900).map(Double.init), noise: 3, seed: UInt64(seed), correlated: 4, path: Self.block)
      let raw = recording.meanSquare(TrackTruth(track: recording.track, noise: .zero).journey)
      let smooth = recording.meanSquare(TrackTruth(track: recording.track, noise: .metres(5)).journey)
      #expect(smooth < 0.85 * raw)
    }
  }

  @Test func aStraightLineAtConstantSpeedIsLeftAlone() {
    let line = (0..<60).map { EarthVector(x: 6_378_137, y: 3.7 * Double($0), z: 1.9 * Double($0)) }
    let smoothed = TrackSmoother.smoothed(line, seconds: (0..<60).map(Double.init), noise: 2)
    for index in 10..<60 { #expect(smoothed[index].distance(to: line[index]) < 0.05) }
  }

  @Test func noNoiseReturnsThePoints() {
    let recording = Recording(seconds: [0, 1.5, 2, 90, 91, 400.26], noise: 6, seed: 3, path: Self.block)
    let truth = TrackTruth(track: recording.track, noise: .zero)
    #expect(truth.journey.knots.count == 6)
    for (knot, point) in zip(truth.journey.knots, recording.track.points) {
      #expect(knot.instant == point.instant)
      let given = GeodeticPosition(latitude: point.latitude, longitude: point.longitude).earthVector()
      #expect(knot.position == given)
    }
    #expect(truth.gaps == [Instant.seconds(91)...Instant.seconds(400.26)])
  }

  @Test func restsAreHeldStillAndJoinedWithoutAJump() {
    // Drives 1 km at 10 m/s, rests for 10 min, drives on.
    for seed in 0..<20 {
      let recording = Recording(
        seconds: (0..<800).map(Double.init), noise: 3, seed: UInt64(seed), correlated: 4,
        path: { second in (second < 100 ? second * 10 : second < 700 ? 1_000 : 1_000 + (second - 700) * 10, 0) })
      let truth = TrackTruth(track: recording.track, noise: .metres(5))
      #expect(truth.rests.count == 1)
      guard let rest = truth.rests.first else { return }
      #expect(abs(rest.lowerBound.seconds - 100) < 8)
      #expect(abs(rest.upperBound.seconds - 700) < 8)
      let place = truth.journey.position(at: .seconds(300))
      #expect(truth.journey.position(at: .seconds(650)) == place)
      #expect(place.distance(to: recording.truth[300]) < 4)
      for knot in truth.journey.knots { #expect(truth.journey.speed(at: knot.instant) < 17) }
    }
  }

  @Test func aStrayFixDoesNotEndARest() {
    var recording = Recording(seconds: (0..<600).map(Double.init), noise: 2, seed: 1, path: { _ in (0, 0) })
    for index in [200, 201, 350] { recording.track.points[index].latitude += 0.0006 }
    let truth = TrackTruth(track: recording.track, noise: .metres(5))
    #expect(truth.rests == [Instant.start...Instant.seconds(599)])
    #expect(truth.journey.length == 0)
  }

  @Test func circlesInACarParkAreNoRest() {
    let recording = Recording(
      seconds: (0..<300).map(Double.init), noise: 2, seed: 1,
      path: { second in
        let angle = second * 5 / 12
        return (12 * Double.sin(angle), 12 * Double.cos(angle))
      })
    let truth = TrackTruth(track: recording.track, noise: .metres(3))
    #expect(truth.rests.isEmpty)
    #expect(truth.journey.length > 900)
  }

  @Test func aPhoneThatRecordsNothingAtRestRests() {
    // A distance filter: no points between 100 s and 340 s, then 500 s to 1,100 s in one place.
    let seconds = (0...100).map(Double.init) + (340...500).map(Double.init) + (1_100...1_200).map(Double.init)
    let recording = Recording(
      seconds: seconds, noise: 1, seed: 8,
      path: { second in (second < 100 ? second * 8 : second < 340 ? 800 : min(2_080, 800 + (second - 340) * 8), 0) })
    let truth = TrackTruth(track: recording.track, noise: .metres(5))
    #expect(truth.rests.count == 2)
    #expect(truth.gaps.isEmpty)
    #expect(truth.notes.count == 2)
  }

  @Test func pointsFarApartAreJoinedOverGround() {
    let track = RawTrack(
      startUnixSeconds: 0,
      points: [
        RawTrack.Point(instant: .start, latitude: 47, longitude: 8),
        RawTrack.Point(instant: .seconds(1_800), latitude: 48.5, longitude: 11.7),
      ])
    let truth = TrackTruth(track: track, noise: .metres(5))
    for second in stride(from: 0.0, through: 1_800, by: 13) {
      let position = truth.journey.position(at: .seconds(second))
      #expect(position.distance(to: GeodeticPosition(position).earthVector()) < 0.2)
      #expect(abs(truth.journey.speed(at: .seconds(min(second, 1_799))) - truth.journey.length / 1_800) < 0.5)
    }
  }

  @Test func aSinglePointIsADayInOnePlace() {
    let track = RawTrack(startUnixSeconds: 0, points: [RawTrack.Point(instant: .start, latitude: 1, longitude: 2)])
    let scenario = Scenario(track: track, name: "point")
    #expect(scenario.horizon == .seconds(1))
    #expect(Sample.world(scenario).journey.length == 0)
  }

  /// North at 9 m/s for 200 s; the next point follows after a pause, so many metres on. 140 m are 100 s on foot.
  private func paused(seconds: Double, metres: Double) -> TrackTruth {
    let times = (0...20).map { Double($0) * 10 } + [200 + seconds, 210 + seconds]
    let recording = Recording(seconds: times, noise: 0, seed: 1) { second in
      second <= 200 ? (0, second * 9) : (metres, 1_800 + (second - 200 - seconds) * 9)
    }
    return TrackTruth(track: recording.track, noise: .metres(5))
  }

  @Test func aPauseThatEndsNearbyIsAStay() throws {
    let truth = paused(seconds: 7_300, metres: 140)
    #expect(truth.gaps.isEmpty)
    let rest = try #require(truth.rests.first)
    #expect(
      truth.rests.count == 1 && abs(rest.lowerBound.seconds - 200) < 11 && abs(rest.upperBound.seconds - 7_400) < 1)
    let (start, end) = (truth.journey.position(at: .seconds(1_000)), truth.journey.position(at: .seconds(7_300)))
    #expect(start.distance(to: end) == 0)
    #expect(truth.notes.contains { $0.contains("1 pause of the recording") })
  }

  @Test(arguments: [(7_300.0, 310.0), (590, 140)])
  func aPauseThatEndsFarAwayOrSoonIsAGap(_ row: (seconds: Double, metres: Double)) {
    let truth = paused(seconds: row.seconds, metres: row.metres)
    #expect(truth.gaps == [.seconds(200) ... .seconds(200 + row.seconds)] && truth.rests.isEmpty)
  }
}
