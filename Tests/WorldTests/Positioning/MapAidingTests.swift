import Core
import Testing

@testable import World

/// Snapping to roads by hand: a road eastward, another across it at 300 m, a third beside the first.
@Suite struct MapAidingTests {
  private static func at(_ east: Double, _ north: Double) -> EarthVector {
    Places.berlin.moved(east: east, north: north)
  }
  private static let corner = at(300, 0)
  private static let cross = [[at(-500, 0), corner, at(900, 0)], [corner, at(300, 600)]]

  private func fix(_ east: Double, _ north: Double, second: Int, accuracy: Double) -> Fix {
    Fix(
      technology: .gnss, timestamp: .seconds(Double(second)), position: Self.at(east, north),
      horizontalAccuracy: accuracy, speed: 7)
  }

  private static func velocity(_ east: Double, _ north: Double) -> EarthVector { at(east, north) - Places.berlin }

  /// How far north of the road the last of these fixes comes out; each lies `offset` north of it, 7 m apart.
  private func north(
    _ aiding: inout MapAiding, fixes: Int, offset: Double, accuracy: Double,
    velocity: EarthVector = MapAidingTests.velocity(7, 0)
  ) -> Double {
    var last = 0.0
    for second in 0..<fixes {
      let aided = aiding.aided(
        fix(Double(second) * 7, offset, second: second, accuracy: accuracy), velocity: velocity)
      last = Places.error(of: aided.position, from: Places.berlin).north
    }
    return last
  }

  @Test func theShareOfTheWayToTheRoadIsThatOfTheDeviations() {
    // s = 30/2 = 15 m, r = 4 m: 15² / (15² + 4²) = 0.934 of 11 m.
    var aiding = MapAiding(roads: RoadNetwork(lines: Self.cross))
    #expect(abs(north(&aiding, fixes: 40, offset: 11, accuracy: 30) - 11 * 16 / 241) < 0.01)
    // In the open s = 2.5 m: 0.281 of 5 m.
    aiding.reset()
    #expect(abs(north(&aiding, fixes: 40, offset: 5, accuracy: 5) - 5 * 16 / 22.25) < 0.01)
  }

  @Test func theFirst250MetresOnARoadAreLeftAlone() {
    // 36 steps of 7 m are 252 m.
    var aiding = MapAiding(roads: RoadNetwork(lines: Self.cross))
    #expect(abs(north(&aiding, fixes: 36, offset: 11, accuracy: 30) - 11) < 1e-3)
    var longer = MapAiding(roads: RoadNetwork(lines: Self.cross))
    #expect(north(&longer, fixes: 37, offset: 11, accuracy: 30) < 2)
  }

  @Test func atTheSpeedOfACarParkNothingIsEarnedAndWhatWasIsSuspended() {
    // 5.9 m/s along the road for as long as one likes: it may be an aisle.
    var aiding = MapAiding(roads: RoadNetwork(lines: Self.cross))
    for second in 0..<200 {
      let place = fix(Double(second) * 5.9 - 400, 11, second: second, accuracy: 30)
      #expect(aiding.aided(place, velocity: Self.velocity(5.9, 0)).position == place.position)
    }
    // Earned at 7 m/s up to 273 m, then slow: 100 m later in doubt, and back at once with speed.
    var earned = MapAiding(roads: RoadNetwork(lines: Self.cross))
    _ = north(&earned, fixes: 40, offset: 11, accuracy: 30)
    for (second, isAided) in [(1, true), (19, true), (21, false)] {
      var slow = earned
      var last: Fix?
      for step in 1...second {
        last = slow.aided(
          fix(273 + Double(step) * 5, 11, second: 39 + step, accuracy: 30), velocity: Self.velocity(5, 0))
      }
      #expect((last?.position != Self.at(273 + Double(second) * 5, 11)) == isAided)
      let faster = slow.aided(fix(500, 11, second: 40 + second, accuracy: 30), velocity: Self.velocity(7, 0))
      #expect(faster.position != Self.at(500, 11))
    }
  }

  @Test func turningOffIntoALotBesideTheRoadLosesItAndIntoAStreetThatJoinsDoesNot() {
    var earned = MapAiding(roads: RoadNetwork(lines: Self.cross))
    _ = north(&earned, fixes: 40, offset: 11, accuracy: 30)
    // Off the road for a second or two, far from the corner, and on beside it in the same direction, or back.
    for (seconds, speed) in [(1, 7.0), (2, 7.0), (1, -7.0), (2, -7.0)] {
      var aiding = MapAiding(roads: RoadNetwork(lines: [[Self.at(-500, 0), Self.at(900, 0)]]))
      _ = north(&aiding, fixes: 40, offset: 11, accuracy: 30)
      for second in 0..<seconds {
        let place = fix(280, 18 + 7 * Double(second), second: 40 + second, accuracy: 30)
        #expect(aiding.aided(place, velocity: Self.velocity(0, 7)).position == place.position)
      }
      for second in 0..<20 {
        let east = 280 + speed * Double(second)
        let place = fix(east, 11 + 7 * Double(seconds), second: 42 + second, accuracy: 30)
        #expect(aiding.aided(place, velocity: Self.velocity(speed, 0)).position == place.position)
      }
    }
    // At the corner there is a road that goes that way; 30 m of it may be slow.
    for (metres, isAided) in [(25.0, true), (45, false)] {
      var aiding = earned
      var last: Fix?
      for step in 1...Int(metres / 5) {
        last = aiding.aided(
          fix(308, 5 * Double(step), second: 39 + step, accuracy: 30), velocity: Self.velocity(0, 5))
      }
      #expect((last?.position != Self.at(308, metres)) == isAided)
    }
  }

  @Test func aRoadTooFarAwayOrAcrossTheCourseDoesNotCount() {
    var aiding = MapAiding(roads: RoadNetwork(lines: Self.cross))
    // 3 x 15 m = 45 m, and 10 m in the open.
    #expect(abs(north(&aiding, fixes: 40, offset: 46, accuracy: 30) - 46) < 1e-3)
    #expect(abs(north(&aiding, fixes: 40, offset: 11, accuracy: 5) - 11) < 1e-3)
    // 45° off the road's direction.
    #expect(abs(north(&aiding, fixes: 40, offset: 8, accuracy: 30, velocity: Self.velocity(5, 5)) - 8) < 1e-3)
  }

  @Test func betweenTwoRoadsThatFitAlikeNothingMoves() {
    var aiding = MapAiding(roads: RoadNetwork(lines: Self.cross + [[Self.at(-500, 40), Self.at(900, 40)]]))
    #expect(abs(north(&aiding, fixes: 40, offset: 18, accuracy: 30) - 18) < 1e-3)
    aiding.reset()
    // 2 m off one and 38 m off the other is clear: (38² - 2²) / 15² = 6.4 > 4.
    #expect(north(&aiding, fixes: 40, offset: 2, accuracy: 30) < 0.5)
  }

  @Test func roundACornerTheRoadThatJoinsIsFollowedAtOnce() {
    var aiding = MapAiding(roads: RoadNetwork(lines: Self.cross))
    for second in 0..<40 {
      _ = aiding.aided(
        fix(20 + Double(second) * 7, 9, second: second, accuracy: 30), velocity: Self.velocity(7, 0))
    }
    let turned = aiding.aided(fix(311, 12, second: 40, accuracy: 30), velocity: Self.velocity(0, 7))
    #expect(abs(Places.error(of: turned.position, from: Self.corner).east - 11 * 16 / 241) < 0.05)
  }

  @Test func atALightTheRoadThatLedThereHolds() {
    var aiding = MapAiding(roads: RoadNetwork(lines: Self.cross))
    _ = north(&aiding, fixes: 40, offset: 11, accuracy: 30)
    let waiting = aiding.aided(fix(280, -13, second: 40, accuracy: 30), velocity: .zero)
    #expect(abs(Places.error(of: waiting.position, from: Places.berlin).north + 13 * 16 / 241) < 0.01)
    // A phone that starts there has no road.
    var fresh = MapAiding(roads: RoadNetwork(lines: Self.cross))
    #expect(fresh.aided(fix(84, -13, second: 0, accuracy: 30), velocity: .zero).position == Self.at(84, -13))
  }

  @Test func circlesBesideARoadAreLeftAlone() {
    // Radius 15 m, 5 m/s, their edge on the very road: they turn by 19° a second.
    var aiding = MapAiding(roads: RoadNetwork(lines: Self.cross))
    for second in 0..<600 {
      let angle = Double(second) / 3
      let place = fix(15 * angle.cosine, 15 + 15 * angle.sine, second: second, accuracy: 10)
      let aided = aiding.aided(place, velocity: Self.velocity(-5 * angle.sine, 5 * angle.cosine))
      #expect(aided.position == place.position)
    }
  }
}

extension Double {
  // Series are enough for a test, and need no Foundation: reduced to [-pi, pi].
  fileprivate var cosine: Double { (self + .pi / 2).sine }
  fileprivate var sine: Double {
    let x = remainder(dividingBy: 2 * .pi)
    var (term, sum) = (x, x)
    for n in 1..<12 {
      term *= -x * x / Double(2 * n * (2 * n + 1))
      sum += term
    }
    return sum
  }
}
