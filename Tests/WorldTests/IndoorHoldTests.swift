import Core
import Testing

@testable import World

/// How well receivers hold on indoors: a property of the place.
@Suite struct IndoorHoldTests {
  private static func world(_ hold: IndoorHold, seed: UInt64) -> WorldRealization {
    let place = GeodeticPosition(latitude: 37.391, longitude: -122.086)
    let points = [0, 7].map {
      RawTrack.Point(instant: .seconds(3600 * Double($0)), latitude: place.latitude, longitude: place.longitude)
    }
    let scenario = Scenario(
      track: RawTrack(startUnixSeconds: 0, points: points), name: "rest", noise: .metres(0),
      surroundings: Surroundings(sky: .indoor, accessPoints: .many, cells: .suburban, indoorHold: hold))
    return WorldRealization(
      scenario: scenario, seed: seed, environment: RadioEnvironment())
  }

  private static func shares(_ hold: IndoorHold) -> [Double] {
    (1...400).map { seed in
      let odds = world(hold, seed: UInt64(seed)).indoorHoldOdds(at: .seconds(71))
      return odds / (1 + odds)
    }
  }

  @Test func sharesAreAsTheFormatSays() {
    let unknown = Self.shares(.unknown)
    #expect(abs(unknown.reduce(0, +) / 400 - 0.8) < 0.03)
    let home = Self.shares(.home)
    #expect(abs(home.reduce(0, +) / 400 - 0.16) < 0.03)
    // Wide: a tenth of unknown places hold hardly half of the time, a tenth for good.
    #expect(unknown.sorted()[40] < 0.6 && unknown.sorted()[360] > 0.95)
    #expect(Self.shares(.share(0.37)).allSatisfy { abs($0 - 0.37) < 1e-9 })
  }

  @Test func aPlaceKeepsItsShare() {
    let world = Self.world(.unknown, seed: 17)
    let first = world.indoorHoldOdds(at: .seconds(11))
    #expect(world.indoorHoldOdds(at: .seconds(23_017)) == first)
    #expect(Self.world(.unknown, seed: 17).indoorHoldOdds(at: .seconds(0)) == first)
    #expect(Self.world(.unknown, seed: 18).indoorHoldOdds(at: .seconds(0)) != first)
  }
}
