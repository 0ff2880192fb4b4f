import FileFormats
import Testing
import World

@Suite struct RouteReaderTests {
  static let text = """
    {"type": "FeatureCollection", "features": [
    \t{"type": "Feature", "properties": {"role": "loc", "leg": "start"}, "geometry":
      {"type": "Polygon", "coordinates": [[[1.5, 2.5], [1.6, 2.5], [1.6, 2.6], [1.5, 2.5]]]}},
      {"type": "Feature", "properties": {"role": "sketch"}, "geometry":
      {"type": "LineString", "coordinates": [[7, 8], [9, 10]]}},
      {"type": "Feature", "properties": {"role": "route_coords", "leg": "bike", "name": "There"}, "geometry":
      {"type": "LineString", "coordinates": [[-122.5, 37.25], [-122.4, 37.3, 12]]}}]}
    """

  @Test func takesTheRoutesByTheirRole() throws {
    let routes = try RouteReader.routes(text: Self.text, file: "r.geojson")
    #expect(routes.map(\.leg) == ["bike"] && routes.map(\.name) == ["There"])
    #expect(routes[0].positions.map(\.longitude) == [-122.5, -122.4])
    #expect(routes[0].positions.map(\.latitude) == [37.25, 37.3])
  }

  @Test func takesTheOuterEdgesOfAreas() throws {
    let areas = try RouteReader.areas(text: Self.text, file: "r.geojson")
    #expect(areas.map(\.leg) == ["start"] && areas.map(\.role) == ["loc"])
    #expect(areas[0].positions.map(\.longitude) == [1.5, 1.6, 1.6, 1.5])
    let several = "{\"type\": \"MultiPolygon\", \"coordinates\": [[[[1, 2], [3, 4]], [[9, 9]]], [[[5, 6]]]]}"
    #expect(try RouteReader.areas(text: several, file: "r.geojson").map(\.positions.count) == [2, 1])
  }

  @Test(arguments: [
    ("{\"type\": \"LineString\", \"coordinates\": [[1, 2]]}", "a line needs two positions"),
    (
      "{\"type\": \"LineString\", \"coordinates\": [[1, 2], [3, 95]]}",
      "r.geojson:1:48: error: the latitude 95 is outside"
    ),
    ("{\"type\": \"Point\", \"coordinates\": [1, 2]}", "no LineString"),
    ("{\"a\": 1}", "this is not GeoJSON"),
    ("[1, 2", "r.geojson:1:5: error: this is not valid JSON: a comma or a closing bracket is missing"),
  ])
  func namesThePlaceOfAMistake(text: String, message: String) {
    do {
      _ = try RouteReader.routes(text: text, file: "r.geojson")
      Issue.record("accepted")
    } catch { #expect("\(error)".contains(message), "\(error)") }
  }
}
