import Documents
import FileFormats
import Foundation
import Core
import TestSupport
import Testing
import World

/// Roads, venues and floors of scenario files.
@Suite struct RoadAndVenueTests {
  private static func failure(_ addition: String) -> String {
    ScenarioReaderTests.failure(ScenarioReaderTests.valid + "\n" + addition + "\n")
  }

  private static func scenario(_ addition: String) throws -> Scenario {
    try ScenarioReader.scenario(text: ScenarioReaderTests.valid + "\n" + addition + "\n", file: "a.yml")
  }

  @Test func withoutThemAScenarioHasNone() throws {
    let scenario = try ScenarioReader.scenario(text: ScenarioReaderTests.valid, file: "a.yml")
    #expect(scenario.roads == nil)
    #expect(scenario.venues.isEmpty)
  }

  /// Latitude and longitude in turn are both valid in Europe: the scenario's places tell, whatever is drawn.
  @Test(
    arguments: [
      ("countries:\n  - {name: X, polygon: [[52.9, 13.0], [52.9, 14.3], [52.3, 14.6], [52.3, 13.0]]}", nil),
      (
        "countries:\n  - {name: X, polygon: [[13.0, 52.9], [14.3, 52.9], [14.6, 52.3], [13.0, 52.3]]}",
        "[latitude, longitude]"
      ),
      ("countries:\n  - {name: X, polygon: [[40, -4], [41, -4], [41, -3]]}", nil),
      ("density:\n  - {density: rural, polygon: [[13.6, 52.9], [14.6, 52.9], [14.6, 52.3]]}", "[latitude, longitude]"),
      (
        "countries:\n  - {name: X, geojson: {type: Polygon, coordinates: [[[52.9, 13.0], [52.9, 14.3], [52.3, 14.6]]]}}",
        "[longitude, latitude]"
      ),
      ("roads: {type: LineString, coordinates: [[52.5, 13.25], [52.501, 13.25]]}", "[longitude, latitude]"),
      ("density: [{density: dense, centre: [13.4, 52.52], radius: 9 km}]", "[latitude, longitude]"),
      ("density: [{density: dense, centre: [52.52, 13.4], radius: 9 km}]", nil),
      (
        "venues: {mall: {position: [13.32, 52.45], radius: 150 m, floors: [0, 2], error: 3 m}}", "[latitude, longitude]"
      ),
    ] as [(String, String?)])
  func coordinatesInTurnAreRefused(addition: String, order: String?) throws {
    guard let order else {
      _ = try Self.scenario(addition)
      return
    }
    let failure = Self.failure(addition)
    #expect(failure.contains("with latitude and longitude in turn; write each as \(order)"), "\(failure)")
  }

  @Test func readsLinesOfGeoJSONWithLongitudeFirst() throws {
    let scenario = try Self.scenario(
      """
      roads:
        type: FeatureCollection
        features:
          - {type: Feature, id: 7, properties: {name: A}, geometry: {type: LineString, coordinates: [[13.25, 52.5], [13.25, 52.501]]}}
          - {type: Feature, geometry: {type: MultiLineString, coordinates: [[[13.25, 52.5, 34], [13.251, 52.5]], [[13.25, 52.501], [13.252, 52.501]]]}}
          - {type: Feature, geometry: {type: GeometryCollection, geometries: [{type: LineString, coordinates: [[13.3, 52.4], [13.301, 52.4]]}]}}
      """)
    let roads = try #require(scenario.roads)
    #expect(roads.stretches.count == 4)
    // A thousandth of a degree: 111.3 m northward, 67.9 m eastward.
    #expect(abs(roads.stretches[0].length - 111.3) < 0.1)
    #expect(abs(roads.stretches[1].length - 67.9) < 0.1)
    #expect(roads.areConnected(0, 1))
    #expect(roads.areConnected(0, 2))
    #expect(!roads.areConnected(1, 2))
  }

  @Test func readsRoadsFromAFileBesideTheScenario() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("roads-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = ScenarioReaderTests.valid + "\nroads: map.geojson\n"
    try Data(text.utf8).write(to: folder.appendingPathComponent("day.yml"))
    let json = #"{"type": "LineString", "coordinates": [[13.25, 52.5], [13.25, 52.501]]}"#
    try Data(json.utf8).write(to: folder.appendingPathComponent("map.geojson"))
    let scenario = try Catalog().scenario(folder.appendingPathComponent("day.yml").path)
    #expect(scenario.roads?.stretches.count == 1)
    // A mistake in that file is named with its own place.
    try Data(#"{"type": "LineString", "coordinates": [[13.25, 92]]}"#.utf8).write(
      to: folder.appendingPathComponent("map.geojson"))
    #expect(throws: InputError.self) {
      try Catalog().scenario(folder.appendingPathComponent("day.yml").path)
    }
  }

  @Test func readsVenuesAndFloors() throws {
    let text = ScenarioReaderTests.valid.replacing("on_wifi: true}", with: "on_wifi: true, floor: -2}")
    let scenario = try ScenarioReader.scenario(
      text: text + "\nvenues:\n  mall: {position: [52.5, 13.25], radius: 150 m, floors: [-1, 3], error: 3.5 m}\n",
      file: "a.yml")
    let venue = try #require(scenario.venues.first)
    #expect(venue.name == "mall")
    #expect((venue.radius, venue.error) == (.metres(150), .metres(3.5)))
    #expect(venue.floors == -1...3)
    #expect(venue.contains(venue.centre.moved(east: 149, north: 0)))
    #expect(!venue.contains(venue.centre.moved(east: 0, north: 151)))
    #expect(scenario.legs[0].surroundings.floor == -2)
    #expect(scenario.legs[1].surroundings.floor == nil)
  }

  static let mistakes: [(String, String)] = [
    ("roads: nowhere.geojson", "a.yml:31:8: error: roads: there is no file 'nowhere.geojson'; give the path"),
    ("roads: {type: Point, coordinates: [13, 52]}", "a.yml:31:15: error: roads.type: unknown value 'Point'"),
    ("roads: {type: LineString}", "a.yml:31:8: error: roads: the key 'coordinates' is missing"),
    (
      "roads: {type: LineString, coordinates: [[13, 52]]}",
      "a.yml:31:40: error: roads.coordinates: a line needs two positions, not 1"
    ),
    (
      "roads: {type: LineString, coordinates: [[13, 52], [13, 92]]}",
      "roads.coordinates[1][1]: 92 is outside -90 to 90"
    ),
    (
      "roads: {type: LineString, coordinates: [[13, 52], [13]]}",
      "roads.coordinates[1]: a position has two numbers, not 1; write [longitude, latitude]"
    ),
    ("roads: {type: FeatureCollection, features: []}", "roads: there is no road; add a LineString"),
    (
      "venues: {mall: {position: [52, 13], radius: 3 m, floors: [0, 1], error: 3 m}}",
      "venues.mall.radius: 3 m is outside 5 m to 5 km"
    ),
    (
      "venues: {mall: {position: [52, 13], radius: 30 m, floors: [2, 1], error: 3 m}}",
      "a.yml:31:59: error: venues.mall.floors: the lowest floor 2 is above the highest, 1"
    ),
    (
      "venues: {mall: {position: [52, 13], radius: 30 m, floors: [2], error: 3 m}}",
      "venues.mall.floors: floors are two numbers, not 1"
    ),
    (
      "venues: {mall: {position: [52, 13], radius: 30 m, floors: [0, 1], eror: 3 m}}",
      "unknown key 'eror' in venues.mall; did you mean 'error'?"
    ),
  ]

  @Test(arguments: mistakes)
  func mistakesAreNamedWithTheirPlaceAndRemedy(_ addition: String, message: String) {
    #expect(Self.failure(addition).contains(message))
  }
}
