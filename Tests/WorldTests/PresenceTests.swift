import Core
import Testing
import World

/// Journeys along the x axis, so that crossings can be read off.
@Suite struct PresenceTests {
  private func journey(_ points: [(second: Double, x: Double)]) -> Journey {
    Journey(knots: points.map { Knot(instant: .seconds($0.second), position: EarthVector(x: $0.x, y: 0, z: 0)) })
  }
  private func circle(_ x: Double, _ radius: Double) -> Circle {
    Circle(center: EarthVector(x: x, y: 0, z: 0), radius: radius)
  }

  @Test func aStraightWayThroughACircleCrossesItTwice() {
    // 3 m/s; the circle reaches from 83 to 117 m.
    let occupancy = journey([(0, 0), (100, 300)]).occupancy(in: circle(100, 17))
    #expect(!occupancy.startsInside)
    #expect(occupancy.crossings.map(\.isEntry) == [true, false])
    #expect(occupancy.crossings.map { ($0.instant.seconds * 3).rounded() } == [83, 117])
    #expect(occupancy.isInside(at: .seconds(30)))
    #expect(!occupancy.isInside(at: .seconds(41)))
  }

  @Test func crossingsAgreeWithTheTruthAroundThem() {
    let way = journey([(0, 0), (7, 31), (19, 3), (23, 3), (41, 97), (60, 20), (61, 200)])
    let occupancy = way.occupancy(in: circle(40, 23))
    #expect(occupancy.crossings.count == 6)
    for (index, crossing) in occupancy.crossings.enumerated() {
      #expect(crossing.isEntry == (index % 2 == 0))
      let before = way.position(at: crossing.instant - .seconds(0.001))
      let after = way.position(at: crossing.instant + .seconds(0.001))
      #expect(circle(40, 23).contains(before) == !crossing.isEntry)
      #expect(circle(40, 23).contains(after) == crossing.isEntry)
    }
  }

  @Test func aWayThatEndsOnTheEdgeOrPassesByDoesNotCross() {
    #expect(journey([(0, 0), (10, 50)]).occupancy(in: circle(80, 29)).crossings.isEmpty)
    #expect(journey([(0, 0), (10, 0)]).occupancy(in: circle(0, 5)).startsInside)
  }

  @Test func overlappingCirclesAreOneArea() {
    let occupancy = RegionOccupancy(in: [circle(50, 20), circle(80, 20)], of: journey([(0, 0), (100, 200)]))
    // From 30 to 100 m at 2 m/s.
    #expect(occupancy.crossings.map(\.instant.seconds) == [15, 50])
    #expect(occupancy.crossings.map(\.isEntry) == [true, false])
  }

  @Test func aCrossingMustBeHeldForTwentySecondsToTheNanosecond() {
    func events(_ stay: Int64, horizon: Double = 1000) -> [Bool] {
      let entry = RegionOccupancy.Crossing(instant: .seconds(100), isEntry: true)
      let exit = RegionOccupancy.Crossing(instant: .seconds(100) + TimeSpan(nanoseconds: stay), isEntry: false)
      return RegionOccupancy(startsInside: false, crossings: [entry, exit]).held(
        for: .seconds(20), through: .seconds(horizon)
      ).map(\.isEntry)
    }
    #expect(events(20_000_000_000) == [true, false])
    #expect(events(19_999_999_999) == [])
    // The horizon cuts a hold.
    #expect(events(60_000_000_000, horizon: 119.9) == [])
    #expect(events(60_000_000_000, horizon: 120) == [true])
  }

  @Test func aShortWayOutAndBackIsNotTwoEntries() {
    let times: [(Double, Bool)] = [(100, true), (200, false), (207, true), (300, false)]
    let occupancy = RegionOccupancy(
      startsInside: false, crossings: times.map { RegionOccupancy.Crossing(instant: .seconds($0.0), isEntry: $0.1) })
    #expect(occupancy.held(for: .seconds(20), through: .seconds(999)).map(\.instant.seconds) == [100, 300])
  }

  @Test func aStayLastsUntilOneIsAHundredMetresAway() {
    // At rest at 0 until 60 s, a turn to 70 m and back, away from 200 s at 2 m/s; a stop at 400 m; then on to 700 m.
    let day = journey([
      (0, 0), (60, 0), (80, 70), (100, 0), (200, 0), (400, 400), (431, 400), (500, 700), (999, 700),
    ])
    let stays = day.stays
    #expect(stays.map(\.arrival.seconds) == [0, 400, 500])
    #expect(stays.map(\.departure) == [.seconds(200), .seconds(431), .never])
    #expect(stays[0].gone.seconds == 250)
    #expect(abs(stays[1].gone.seconds - 454) < 1e-6)
    #expect(stays[2].gone == .never)
    #expect(stays.map(\.place.x) == [0, 400, 700])
  }
}
