import Core
import Testing

@testable import World

@Suite struct JourneyTests {
  let journey = Journey(knots: [
    Knot(instant: .seconds(3), position: EarthVector(x: 10, y: 0, z: 0)),
    Knot(instant: .seconds(7), position: EarthVector(x: 10, y: 12, z: 0)),
    Knot(instant: .seconds(20), position: EarthVector(x: 10, y: 12, z: 0)),
    Knot(instant: .seconds(21.5), position: EarthVector(x: 10, y: 12, z: 4.5)),
  ])

  @Test(arguments: [
    (0, 0, 0), (3, 0, 0), (4, 3, 0), (7, 12, 0), (13, 12, 0), (20, 12, 0), (20.5, 12, 1.5), (21.5, 12, 4.5),
    (99, 12, 4.5),
  ])
  func isALineBetweenKnotsAndHoldsOutside(seconds: Double, y: Double, z: Double) {
    let position = journey.position(at: .seconds(seconds))
    #expect(position.distance(to: EarthVector(x: 10, y: y, z: z)) < 1e-9)
  }

  @Test func speedIsThatOfTheLineInForce() {
    #expect(journey.speed(at: .seconds(2)) == 0)
    #expect(abs(journey.speed(at: .seconds(3)) - 3) < 1e-12)
    #expect(journey.speed(at: .seconds(7)) == 0)
    #expect(abs(journey.speed(at: .seconds(21)) - 3) < 1e-12)
    #expect(journey.speed(at: .seconds(30)) == 0)
    #expect(journey.duration == .seconds(18.5))
    #expect(abs(journey.length - 16.5) < 1e-12)
  }

  @Test func cursorGivesWhatTheJourneyGivesInAnyOrder() {
    let long = Journey(
      knots: (0..<500).map {
        Knot(instant: .seconds(Double($0) * 1.7), position: EarthVector(x: Double($0 * $0), y: 0, z: 0))
      })
    var cursor = JourneyCursor(long)
    var generator = Xoshiro256PlusPlus(seed: 11)
    var now = 0.0
    for _ in 0..<5_000 {
      now = generator.uniform() < 0.05 ? generator.uniform() * 900 - 20 : now + generator.uniform() * 3
      let instant = Instant.seconds(now)
      #expect(cursor.position(at: instant) == long.position(at: instant))
      #expect(cursor.speed(at: instant) == long.speed(at: instant))
    }
  }

  @Test func cursorFindsTheEndOfARest() {
    var cursor = JourneyCursor(journey)
    #expect(cursor.endOfRest(at: .seconds(5)) == nil)
    #expect(cursor.endOfRest(at: .seconds(8)) == .seconds(20))
    #expect(cursor.endOfRest(at: .seconds(30)) == .never)
  }

  @Test(arguments: [
    (GeodeticPosition(latitude: 47, longitude: 8), GeodeticPosition(latitude: 40, longitude: -3)),
    (GeodeticPosition(latitude: -17, longitude: 179), GeodeticPosition(latitude: -17.5, longitude: -178)),
    (GeodeticPosition(latitude: 88, longitude: 10), GeodeticPosition(latitude: 88, longitude: -170)),
  ])
  func routesFollowTheGround(from: GeodeticPosition, to: GeodeticPosition) {
    let route = RoutePath([from.earthVector(), to.earthVector()])
    let chord = from.earthVector().distance(to: to.earthVector())
    #expect(route.length >= chord)
    #expect(route.length < chord * 1.01)
    var place = 0
    for fraction in stride(from: 0.0, through: 1, by: 0.0317) {
      let point = route.point(at: fraction * route.length, index: &place)
      let ground = GeodeticPosition(point).earthVector()
      #expect(point.distance(to: ground) < 0.2)
    }
  }
}
