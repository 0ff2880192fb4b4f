import Core
import Testing

@testable import World

@Suite struct ReducedAccuracyMapTests {
  /// A border that winds from west to east at about 31.7° N, as along the Rio Grande; a spit reaches north.
  static let border: [GeodeticPosition] = [
    (31.78, -107.2), (31.78, -106.53), (31.75, -106.49), (31.74, -106.48), (31.85, -106.475), (31.74, -106.47),
    (31.76, -106.45), (31.72, -106.37), (31.64, -106.31), (31.43, -106.14),
  ].map { GeodeticPosition(latitude: $0.0, longitude: $0.1) }

  private static func corner(_ latitude: Double, _ longitude: Double) -> GeodeticPosition {
    GeodeticPosition(latitude: latitude, longitude: longitude)
  }

  static let north = Country(
    name: "north",
    outline: MapPolygon(border + [corner(31.43, -105.6), corner(32.4, -105.6), corner(32.4, -107.2)]))
  static let south = Country(
    name: "south", outline: MapPolygon(border + [corner(31.0, -106.14), corner(31.0, -107.2)]))
  static let map = ReducedAccuracyMap(
    countries: [north, south],
    densities: [
      DensityArea(.dense, .circle(corner(31.75, -106.48), radius: 6_000)),
      DensityArea(.rural, .polygon(MapPolygon([corner(32.4, -107.2), corner(32.4, -105.6), corner(31.95, -106.4)]))),
    ])

  /// The nth random place around the two cities.
  private static func place(_ index: Int) -> EarthVector {
    let hash = StableHash.combine(UInt64(index), StableHash.name("place"))
    return corner(
      31.2 + 1.1 * StableHash.unit(hash), -107.1 + 1.4 * StableHash.unit(StableHash.mix(hash))
    ).earthVector()
  }

  @Test func theAreaHoldsTheUserAndItsCentreLiesOnTheirSideOfTheBorder() {
    var cut = 0
    for index in 0..<4000 {
      let place = Self.place(index)
      let area = Self.map.area(around: place, cells: .suburban)
      #expect(place.distance(to: area.centre) <= area.radius, "\(index)")
      guard let country = Self.map.country(of: place) else { continue }
      #expect(country.outline.contains(GeodeticPosition(area.centre)), "\(index): \(country.name)")
      let whole = ReducedAccuracyMap(densities: Self.map.densities).area(around: place, cells: .suburban)
      if whole.centre != area.centre { cut += 1 }
    }
    // The border does cut tiles.
    #expect(cut > 200)
  }

  @Test func theAreaIsAFunctionOfTheTileAndNotNoise() {
    var centres: [GeodeticPosition: Int] = [:]
    for index in 0..<4000 {
      let area = Self.map.area(around: Self.place(index), cells: .suburban)
      #expect(area == Self.map.area(around: Self.place(index), cells: .suburban))
      centres[GeodeticPosition(area.centre), default: 0] += 1
    }
    // 4000 places fall into a few hundred areas.
    #expect(centres.count < 600)
    #expect(centres.values.max() ?? 0 > 40)
    // Ten metres on, almost always the same area.
    let moved = (0..<1000).count {
      let place = Self.place($0)
      return Self.map.area(around: place, cells: .suburban)
        != Self.map.area(around: place.moved(east: 7, north: 7), cells: .suburban)
    }
    #expect(moved < 20)
  }

  @Test func radiiAreAboutTwoFiveAndElevenKilometresByDensity() {
    let map = ReducedAccuracyMap()
    for (cells, range) in [
      (CellLayout.urban, 1_400.0...2_900), (.suburban, 3_500...7_200), (.rural, 7_700...15_900),
    ] {
      for latitude in stride(from: -66.0, through: 66, by: 3) {
        let area = map.area(around: Self.corner(latitude, 13.37).earthVector(), cells: cells)
        #expect(range.contains(area.radius), "\(cells) at \(latitude): \(area.radius)")
      }
    }
  }

  @Test func aSliverAtABorderDoesNotGiveTheUserAway() {
    // In the spit, some hundred metres wide.
    let place = Self.corner(31.83, -106.4753).earthVector()
    #expect(Self.map.country(of: place)?.name == "south")
    let area = Self.map.area(around: place, cells: .suburban)
    #expect(area.radius >= PopulationDensity.typical.radius / 2)
    #expect(Self.south.outline.contains(GeodeticPosition(area.centre)))
    #expect(place.distance(to: area.centre) <= area.radius)
  }

  @Test func anAreaWithoutABorderIsATileWithItsCorners() {
    let place = Self.corner(31.7, -106.4).earthVector()
    let area = ReducedAccuracyMap().area(around: place, cells: .suburban)
    // Depth 12 at this latitude: 40,075 km cos(31.7°) / 4096 = 8.32 km a side, 5.89 km to a corner.
    #expect(abs(area.radius - 5_890) < 40, "\(area.radius)")
  }

  @Test func atThePolesAndTheDateLineThereIsAnArea() {
    for place in [Self.corner(89.9, 10), Self.corner(-89.9, 10), Self.corner(10, 180), Self.corner(10, -180)] {
      let area = ReducedAccuracyMap().area(around: place.earthVector(), cells: .rural)
      #expect(area.radius > 0 && area.radius.isFinite)
    }
  }

  @Test func aPolygonIsClippedToATile() throws {
    // A triangle whose tip reaches into a tile from the west.
    let tile = QuadTile(around: MapPoint(x: 0.3, y: 0.3), depth: 3)
    #expect((tile.west, tile.east, tile.north, tile.south) == (0.25, 0.375, 0.25, 0.375))
    let triangle = MapPolygon(points: [
      MapPoint(x: 0.05, y: 0.2), MapPoint(x: 0.35, y: 0.3), MapPoint(x: 0.05, y: 0.4),
    ])
    let clipped = try #require(triangle.clipped(to: tile))
    #expect(clipped.points.count == 3)
    #expect(clipped.points.allSatisfy { $0.x >= tile.west - 1e-12 && $0.x <= 0.35 })
    let middle = try #require(clipped.middle)
    #expect(clipped.contains(middle) && triangle.contains(middle))
    #expect(triangle.clipped(to: QuadTile(around: MapPoint(x: 0.9, y: 0.9), depth: 3)) == nil)
  }

  @Test func theMiddleOfAHorseshoeLiesInsideIt() throws {
    let horseshoe = MapPolygon(points: [
      MapPoint(x: 0, y: 0), MapPoint(x: 9, y: 0), MapPoint(x: 9, y: 9), MapPoint(x: 8, y: 9), MapPoint(x: 8, y: 1),
      MapPoint(x: 1, y: 1), MapPoint(x: 1, y: 9), MapPoint(x: 0, y: 9),
    ])
    #expect(horseshoe.contains(try #require(horseshoe.middle)))
  }
}
