package import World

/// Reads the lines of a GeoJSON file (RFC 7946), LineString and MultiLineString, or its areas; points are passed over.
///
/// The properties `leg`, `role`, `mode` and `name` are kept. Where a file has lines of several roles, those of the role
/// `route_coords` are the routes.
package enum RouteReader {
  private enum Shape {
    case lines(needed: Bool)
    /// The outer edges of Polygon and MultiPolygon.
    case areas
  }

  /// - Parameter needsLine: `false` passes over files without a line, and lines of fewer than two positions.
  package static func routes(path: String, needsLine: Bool = true) throws(InputError) -> [GroundRoute] {
    try routes(text: try TextFile.read(path), file: path, needsLine: needsLine)
  }

  /// - Parameter needsLine: as in `routes(path:)`.
  package static func routes(
    text: String, file: String, needsLine: Bool = true
  ) throws(InputError) -> [GroundRoute] {
    var routes: [GroundRoute] = []
    try collect(try root(text, file: file), .lines(needed: needsLine), into: &routes)
    guard !routes.isEmpty || !needsLine else {
      throw InputError(
        file: file, message: "the file has no LineString", remedy: "give a GeoJSON file with the route as a LineString")
    }
    let chosen = routes.filter { $0.role == "route_coords" }
    return chosen.isEmpty ? routes : chosen
  }

  /// The file's areas, each by its outer edge; none is needed.
  package static func areas(text: String, file: String) throws(InputError) -> [GroundRoute] {
    var areas: [GroundRoute] = []
    try collect(try root(text, file: file), .areas, into: &areas)
    return areas
  }

  private static func root(_ text: String, file: String) throws(InputError) -> YAMLValue {
    do throws(InputError) {
      return try YAMLDocument(text: spaced(text), file: file).root
    } catch {
      // The same reader serves both formats; a route is JSON to its owner.
      throw InputError(
        file: error.file, line: error.line, column: error.column,
        message: error.message.replacing("valid YAML", with: "valid JSON"),
        remedy: error.message.contains("valid YAML")
          ? "check the commas, the quotes and the brackets here and on the line above" : error.remedy)
    }
  }

  private static func collect(
    _ value: YAMLValue, _ shape: Shape, into routes: inout [GroundRoute]
  ) throws(InputError) {
    let object = try value.mapping()
    let type = try kind(object, of: value)
    switch type {
    case "FeatureCollection":
      guard let features = object.peek("features") else { throw missing("features", value) }
      for feature in try features.sequence() { try collect(feature, shape, into: &routes) }
    case "Feature":
      guard let geometry = object.peek("geometry") else { throw missing("geometry", value) }
      guard geometry.isMapping else { return }
      let properties = object.peek("properties").flatMap { try? $0.mapping() }
      func property(_ key: String) -> String { properties?.peek(key)?.text ?? "" }
      for positions in try lines(geometry, shape) {
        routes.append(
          GroundRoute(
            name: property("name"), leg: property("leg"), role: property("role"), mode: property("mode"),
            positions: positions))
      }
    default:
      for positions in try lines(value, shape) {
        routes.append(GroundRoute(name: "", positions: positions))
      }
    }
  }

  private static func lines(
    _ geometry: YAMLValue, _ shape: Shape
  ) throws(InputError) -> [[GeodeticPosition]] {
    let object = try geometry.mapping()
    let type = try kind(object, of: geometry)
    let name: String
    switch shape {
    case .lines: name = "LineString"
    case .areas: name = "Polygon"
    }
    guard type == name || type == "Multi\(name)" else { return [] }
    guard let coordinates = object.peek("coordinates") else { throw missing("coordinates", geometry) }
    var all: [[GeodeticPosition]] = []
    for part in type == name ? [coordinates] : try coordinates.sequence() {
      switch shape {
      case .areas:
        if let edge = try part.sequence().first { all.append(try line(edge)) }
      case .lines(let needed):
        let positions = try line(part)
        if positions.count >= 2 {
          all.append(positions)
        } else if needed {
          throw part.error("a line needs two positions", remedy: "add positions")
        }
      }
    }
    return all
  }

  private static func line(_ value: YAMLValue) throws(InputError) -> [GeodeticPosition] {
    var positions: [GeodeticPosition] = []
    for item in try value.sequence() {
      let numbers = try item.sequence()
      guard numbers.count >= 2 else {
        throw item.error("a position has longitude and latitude", remedy: "write [longitude, latitude]")
      }
      let longitude = try numbers[0].number(in: -180...180)
      let latitude = try numbers[1].number(in: -90...90)
      positions.append(GeodeticPosition(latitude: latitude, longitude: longitude))
    }
    return positions
  }

  private static func kind(_ object: YAMLMapping, of value: YAMLValue) throws(InputError) -> String {
    guard let type = object.peek("type") else {
      throw value.error("this is not GeoJSON: 'type' is missing", remedy: "give a GeoJSON file")
    }
    return try type.string()
  }

  private static func missing(_ key: String, _ value: YAMLValue) -> InputError {
    value.error("'\(key)' is missing", remedy: "give a valid GeoJSON file")
  }

  /// JSON may be indented with tabs, YAML may not; inside strings a raw tab is an error in JSON anyway.
  private static func spaced(_ text: String) -> String { text.replacing("\t", with: " ") }
}

/// A line that somebody followed, drawn by hand or taken from a map.
package struct GroundRoute: Sendable, Hashable {
  package let name: String
  /// The part of the trip it belongs to, such as `suburb_bicycling`; empty where it is not told.
  package var leg = ""
  /// What the feature is for, such as `route_coords`; empty where it is not told.
  package var role = ""
  /// How one goes along it, such as `CAR`; empty where it is not told.
  package var mode = ""
  /// At least two.
  package let positions: [GeodeticPosition]
}
