package import World

/// Reads the lines of a GeoJSON file (RFC 7946), LineString and MultiLineString, or its areas; points are passed over.
///
/// The properties `leg`, `role`, `mode` and `name` are kept. Where a file has lines of several roles, those of the role
/// `route_coords` are the routes.
package enum RouteReader {
  /// - Parameter needsLine: `false` passes over files without a line, and lines of fewer than two positions.
  package static func routes(path: String, needsLine: Bool = true) throws(InputError) -> [GroundRoute] {
    try routes(text: try TextFile.read(path), file: path, needsLine: needsLine)
  }

  /// - Parameter needsLine: as in `routes(path:)`.
  package static func routes(
    text: String, file: String, needsLine: Bool = true
  ) throws(InputError) -> [GroundRoute] {
    let routes = try read(text, file, "LineString", needsLine: needsLine)
    guard !routes.isEmpty || !needsLine else {
      throw InputError(
        file: file, message: "the file has no LineString", remedy: "give a GeoJSON file with the route as a LineString")
    }
    let chosen = routes.filter { $0.role == "route_coords" }
    return chosen.isEmpty ? routes : chosen
  }

  /// The file's areas, each by its outer edge; none is needed.
  package static func areas(text: String, file: String) throws(InputError) -> [GroundRoute] {
    try read(text, file, "Polygon", needsLine: false)
  }

  /// - Parameter kind: of the geometries, which may stand in one of several.
  private static func read(
    _ text: String, _ file: String, _ kind: String, needsLine: Bool
  ) throws(InputError) -> [GroundRoute] {
    let bytes = Array(text.utf8)
    let places = LinePlaces(bytes, file: file)
    var open: [(node: JSONDocument.Node, properties: JSONDocument.Node?)] = [
      (try JSONDocument(bytes, places: places).root, nil)
    ]
    let isArea = kind == "Polygon"
    var routes: [GroundRoute] = []
    while let (node, properties) = open.popLast() {
      func items(_ key: String) throws(InputError) -> [JSONDocument.Node] {
        if let items = node[key]?.array { return items }
        throw places.error(node, "the list '\(key)' is missing", remedy: "give a valid GeoJSON file")
      }
      guard let type = node["type"]?.string else {
        throw places.error(node, "this is not GeoJSON: 'type' is missing", remedy: "give a GeoJSON file")
      }
      switch type {
      case "FeatureCollection": open += try items("features").reversed().map { ($0, nil) }
      case "Feature":
        if let geometry = node["geometry"], geometry.object != nil { open.append((geometry, node["properties"])) }
      case kind, "Multi\(kind)":
        let coordinates = try items("coordinates")
        let parts = type == kind ? [coordinates] : coordinates.map { $0.array ?? [] }
        for part in parts {
          let positions = try positions(isArea ? part.first?.array ?? [] : part, places)
          if needsLine, positions.count < 2 {
            throw places.error(node, "a line needs two positions", remedy: "add positions")
          }
          guard positions.count >= (isArea ? 1 : 2) else { continue }
          func property(_ key: String) -> String { properties?[key]?.string ?? "" }
          routes.append(
            GroundRoute(
              name: property("name"), leg: property("leg"), role: property("role"), mode: property("mode"),
              positions: positions))
        }
      default: break
      }
    }
    return routes
  }

  private static func positions(
    _ nodes: [JSONDocument.Node], _ places: LinePlaces
  ) throws(InputError) -> [GeodeticPosition] {
    var group = RecordedPoints.Group()
    for node in nodes {
      let numbers = node.array ?? []
      let point = group.point(numbers.count > 1 ? numbers[1].number : nil, numbers.first?.number, line: 1) {
        places.error(node, $0, remedy: $1)
      }
      if let point { group.append(point) }
    }
    if let fault = group.unread.first { throw fault }
    return group.parts.joined().map(\.position)
  }
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
