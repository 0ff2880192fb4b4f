import Core
import Testing
import World

@Suite struct RoadNetworkTests {
  private static let berlin = GeodeticPosition(latitude: 52.4723, longitude: 13.3278).earthVector()
  private static func at(_ east: Double, _ north: Double) -> EarthVector { berlin.moved(east: east, north: north) }

  @Test func roadsMeetWhereTheyShareAPoint() {
    let corner = Self.at(300, 0)
    let roads = RoadNetwork(lines: [
      [Self.at(0, 0), corner, Self.at(700, 0)], [corner, Self.at(300, 500)], [Self.at(0, 40), Self.at(700, 40)],
    ])
    #expect(roads.stretches.map(\.length).map { $0.rounded() } == [300, 400, 500, 700])
    #expect(roads.areConnected(0, 1))
    #expect(roads.areConnected(1, 2))
    // Crosses the third line without a common point: a bridge, as far as the map tells.
    #expect(!roads.areConnected(2, 3))
    #expect(!roads.areConnected(0, 3))
  }

  @Test func theSearchFindsEveryStretchWithin180Metres() {
    var lines: [[EarthVector]] = []
    for row in 0..<40 { lines.append([Self.at(-3000, Double(row) * 93), Self.at(3000, Double(row) * 93 + 37)]) }
    let roads = RoadNetwork(lines: lines)
    for index in 0..<200 {
      let place = Self.at(Double(index * 29) - 2900, Double(index * 17))
      let found = Set(roads.stretches(near: place))
      for (number, stretch) in roads.stretches.enumerated() {
        let along = min(max(stretch.direction.dot(place - stretch.start), 0), stretch.length)
        let distance = (stretch.start + stretch.direction * along).distance(to: place)
        if distance < 180 { #expect(found.contains(number)) }
      }
    }
  }

  @Test func aLineOfOnePlaceIsNoRoad() {
    #expect(RoadNetwork(lines: [[Self.at(0, 0)], [], [Self.at(1, 1), Self.at(1, 1)]]).isEmpty)
  }

  @Test func theVelocityPointsAlongTheWay() {
    let journey = Journey(knots: [
      Knot(instant: .seconds(0), position: Self.at(0, 0)), Knot(instant: .seconds(10), position: Self.at(70, 0)),
      Knot(instant: .seconds(15), position: Self.at(70, 0)), Knot(instant: .seconds(18), position: Self.at(70, 39)),
    ])
    var cursor = JourneyCursor(journey)
    #expect(abs(cursor.velocity(at: .seconds(3)).length - 7) < 1e-6)
    #expect(cursor.velocity(at: .seconds(12)) == .zero)
    let north = cursor.velocity(at: .seconds(16))
    #expect(abs(north.length - 13) < 1e-6)
    #expect(abs(north.dot(Self.at(70, 0) - Self.at(0, 0))) < 1)
    #expect(cursor.velocity(at: .seconds(18)) == .zero)
    #expect(abs(cursor.velocity(at: .seconds(5)).length - cursor.speed(at: .seconds(5))) < 1e-9)
  }
}
