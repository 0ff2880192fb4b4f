import Core
import Testing

@testable import World

@Suite struct ScriptedDayTests {
  private func way(
    _ kind: LegKind = .walk, metres: Double = 130, speed: Double = 1.3, variation: Double = 0,
    stops: StopPattern? = nil,
    traffic: TrafficPattern? = nil, changes: [SurroundingsChange] = [], start: [ScriptEvent.Kind] = [],
    end: [ScriptEvent.Kind] = []
  ) -> Leg {
    Leg(
      kind, name: "way", route: RoutePath([Sample.berlin, Sample.east(metres)]), speed: .metresPerSecond(speed),
      speedVariation: variation, stops: stops, traffic: traffic, surroundings: Sample.suburb, changes: changes,
      startEvents: start, endEvents: end)
  }

  @Test func aWayWithoutRandomnessTakesItsDistanceOverItsSpeed() throws {
    // 130 m at 1.3 m/s: 100 s, plus half a second or so for starting at 1 m/s² and stopping.
    let world = Sample.world(Sample.day([way()]))
    let arrival = try #require(world.journey.knots.last).instant.seconds
    #expect(arrival > 100)
    #expect(arrival < 102.5)
    #expect(world.journey.position(at: .seconds(3600)).distance(to: Sample.east(130)) < 1e-6)
    // Half-way at half time.
    #expect(abs(world.journey.position(at: .seconds(51)).distance(to: Sample.berlin) - 65) < 2)
  }

  @Test func aCarBrakesForItsEndAtItsAcceleration() {
    let world = Sample.world(Sample.day([way(.drive, metres: 2_000, speed: 30)]))
    var fastest = 0.0
    for (from, to) in zip(world.journey.knots, world.journey.knots.dropFirst()) {
      let speed = world.journey.speed(at: from.instant)
      let next = world.journey.speed(at: to.instant)
      fastest = max(fastest, speed)
      if to.instant < world.journey.knots[world.journey.knots.count - 2].instant { #expect(abs(next - speed) < 3.1) }
    }
    #expect(abs(fastest - 30) < 0.01)
  }

  @Test func staysEndWhenTheyShouldAndAtOnceWhenLate() {
    let there = Sample.east(130)
    let late = Sample.day([
      Leg(dwell: "a", at: Sample.berlin, stay: .lasting(.seconds(77)), surroundings: Sample.flat),
      way(),
      Leg(dwell: "b", at: there, stay: .until(.seconds(90)), surroundings: Sample.flat, endEvents: [.chargerOff]),
      Leg(
        .walk, name: "on", route: RoutePath([there, Sample.east(260)]), speed: .metresPerSecond(1.3), speedVariation: 0,
        surroundings: Sample.suburb),
    ])
    let world = Sample.world(late)
    #expect(world.motion.value(at: .seconds(76)) == .still)
    #expect(world.motion.value(at: .seconds(78)) == .walking)
    // Arrives at about 178 s, after 90 s: goes on at once.
    #expect(world.motion.steps.map(\.value) == [.still, .walking])
    #expect(world.script.map(\.kind) == [.chargerOff])
    #expect(world.script.allSatisfy { $0.instant > .seconds(177) })
    #expect(world.journey.position(at: .seconds(3600)).distance(to: Sample.east(260)) < 1e-6)
  }

  @Test func spreadVariesTheEndOfAStayWithinTwoDeviations() {
    let scenario = Sample.day([
      Leg(
        dwell: "a", at: Sample.berlin, stay: .until(.seconds(1_700)), spread: .seconds(130), surroundings: Sample.flat),
      way(),
    ])
    let ends = (0..<400).map { Sample.world(scenario, seed: UInt64($0)).motion.steps[1].start.seconds }
    let mean = ends.reduce(0, +) / 400
    #expect(abs(mean - 1_700) < 4 * 130 / 20)
    let variance = ends.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 399
    // Cutting at two deviations leaves 0.88 of the deviation of a normal... with the tails piled up there, 0.96.
    #expect(variance.squareRoot() > 110)
    #expect(variance.squareRoot() < 140)
    #expect(ends.allSatisfy { abs($0 - 1_700) <= 260.001 })
  }

  @Test func stopsAreAtFixedPlacesAndHeldAsLongAsSaid() {
    let scenario = Sample.day([
      way(.drive, metres: 5_000, speed: 11, stops: StopPattern(every: .metres(400), chance: 1, hold: .seconds(24)))
    ])
    var places: [Set<Int>] = []
    var held: [Double] = []
    for seed in 0..<50 {
      let knots = Sample.world(scenario, seed: UInt64(seed)).journey.knots
      var found = Set<Int>()
      for (a, b) in zip(knots, knots.dropFirst()) where a.position == b.position {
        held.append((b.instant - a.instant).seconds)
        found.insert(Int(a.position.distance(to: Sample.berlin).rounded()))
      }
      places.append(found)
    }
    #expect(places[0].count == 12)
    #expect(places.allSatisfy { $0 == places[0] })
    #expect(held.allSatisfy { $0 >= 12 && $0 <= 36 })
    #expect(abs(held.reduce(0, +) / Double(held.count) - 24) < 1.5)
  }

  @Test func trafficSlowsItsShareOfTheTime() {
    // A quarter of the time at 0.4 of the speed: mean speed 0.85 of the free one.
    let scenario = Sample.day(
      [
        way(.drive, metres: 40_000, speed: 20, traffic: TrafficPattern(share: 0.25, factor: 0.4, spell: .seconds(60)))
      ], hours: 2)
    let times = (0..<200).map { (Sample.world(scenario, seed: UInt64($0)).journey.knots.last?.instant.seconds ?? 0) }
    let mean = times.reduce(0, +) / 200
    #expect(abs(mean - 40_000 / 17) < 60)
  }

  @Test func surroundingsChangeAtTheFractionOfTheWay() {
    let world = Sample.world(
      Sample.day([way(changes: [SurroundingsChange(fraction: 0.3, surroundings: Sample.flat)])]))
    #expect(world.surroundings.steps.count == 2)
    let change = world.surroundings.steps[1].start
    #expect(abs(world.journey.position(at: change).distance(to: Sample.berlin) - 39) < 1.4)
  }

  @Test func eventsOfLegsComeWhenTheLegsDo() throws {
    let scenario = Sample.day(
      [
        Leg(dwell: "a", at: Sample.berlin, stay: .lasting(.seconds(31)), surroundings: Sample.flat),
        way(.drive, start: [.chargerOn], end: [.chargerOff, .screenOn]),
      ], script: [ScriptEvent(instant: .seconds(7), kind: .foreground)])
    let world = Sample.world(scenario)
    #expect(world.script.map(\.kind) == [.foreground, .chargerOn, .chargerOff, .screenOn])
    #expect(world.script[1].instant == .seconds(31))
    #expect(world.script[2].instant == (try #require(world.journey.knots.last).instant))
  }

  @Test func aDayIsCutAtItsHorizon() {
    let scenario = Sample.drive(90_000, speed: 20)
    let world = Sample.world(scenario)
    #expect(world.journey.knots.last?.instant == .seconds(3600))
    #expect(world.journey.length < 75_000)
    #expect(world.surroundings.steps.count == 1)
  }

  @Test func aLegThatStartsAStoneThrowAwayIsReachedWithoutAJump() {
    let off = Sample.east(60, north: 40)
    let world = Sample.world(
      Sample.day([
        Leg(dwell: "a", at: Sample.berlin, stay: .lasting(.seconds(31)), surroundings: Sample.flat),
        Leg(
          .walk, name: "b", route: RoutePath([off, Sample.east(300)]), speed: .metresPerSecond(1.3),
          surroundings: Sample.suburb),
      ]))
    for knot in world.journey.knots { #expect(world.journey.speed(at: knot.instant) < 2.5) }
  }
}
