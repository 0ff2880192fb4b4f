import TestSupport
import Testing
import World

@testable import FileFormats

@Suite struct MapReaderTests {
  private static func place(_ latitude: Double, _ longitude: Double) -> EarthVector {
    GeodeticPosition(latitude: latitude, longitude: longitude).earthVector()
  }

  @Test func anOutlineIsAListOfPositionsOrGeoJSON() throws {
    let map = try RestingScenario.read(
      """
      countries:
        - {name: A, polygon: [[52, 13], [53, 13], [53, 14], [52, 14]]}
        - {name: B, geojson: {"type": "Polygon", "coordinates": [[[14, 52], [15, 52], [15, 53], [14, 53], [14, 52]]]}}
      density:
        - {density: dense, centre: [52.5, 13.5], radius: 3 km}
        - {density: rural, polygon: [[52, 13], [53, 13], [53, 15], [52, 15]]}
      """
    ).map
    #expect(map.country(of: Self.place(52.5, 13.2))?.name == "A")
    #expect(map.country(of: Self.place(52.5, 14.7))?.name == "B")
    #expect(map.country(of: Self.place(52.5, 15.7)) == nil)
    #expect(map.density(at: Self.place(52.51, 13.5), cells: .suburban) == .dense)
    #expect(map.density(at: Self.place(52.9, 14.5), cells: .suburban) == .rural)
    #expect(map.density(at: Self.place(52.9, 15.5), cells: .suburban) == .typical)
    #expect(try RestingScenario.read("").map == ReducedAccuracyMap())
  }

  @Test(arguments: [
    ("countries: [{name: A}]", "13:13: error: countries[0]: the country 'A' has no outline"),
    ("countries: [{name: A, polygon: [[52, 13], [53, 13]]}]", "13:32: error: countries[0].polygon: a polygon needs"),
    ("countries: [{name: A, polygon: [[52, 170], [53, -170], [53, 175]]}]", "crosses the date line"),
    ("countries: [{name: A, polygon: [[52, 190], [53, 13], [53, 14]]}]", "190 is outside -180 to 180"),
    ("countries: [{name: A, geojson: {type: Point, coordinates: []}}]", "unknown value 'Point'"),
    ("countries: [{name: A, geojson: {type: Polygon, coordinates: [[], []]}}]", "the polygon has 2 rings"),
    ("density: [{density: dens, centre: [52, 13], radius: 3 km}]", "did you mean 'dense'?"),
    ("density: [{density: dense, centre: [52, 13], radius: 3}]", "'3' has no unit"),
    ("density: [{density: dense, polygon: [[52, 13], [53, 13], [53, 14]], radius: 3 km}]", "does not belong"),
    ("density: [{density: dense, radius: 3 km}]", "the key 'centre' is missing"),
  ])
  func whatIsWrongIsNamed(_ map: String, message: String) throws {
    let error = #expect(throws: InputError.self) { try RestingScenario.read(map) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.description.hasPrefix("s.yml:13:") == true, "\(error?.description ?? "")")
  }

  @Test func thePageNamesEveryWord() throws {
    let page = try TextFile.read(RepositoryPath.of("docs/scenario-format.md"))
    let words =
      ["countries", "density", "polygon", "geojson", "centre", "radius"] + PopulationDensity.allCases.map(\.rawValue)
    for word in words { #expect(page.contains("`\(word)`"), "\(word)") }
  }
}
