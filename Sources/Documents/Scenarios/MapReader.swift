import FileFormats
import Core
import World

/// Reads the keys `countries` and `density` of a scenario: what approximate locations depend on.
enum MapReader {
  private static let ring = ValueSchema.list(of: .position, from: 3)

  struct CountryKeys: KeyTable {
    let name = Key("name", .text)
    let polygon = Key("polygon", optional: .unread(ring))
    let geoJSON = Key("geojson", optional: .unread(.mapping))
  }
  static let countryKeys = Keys(CountryKeys())

  struct DensityKeys: KeyTable {
    let density = Key("density", .choice(PopulationDensity.self))
    let polygon = Key("polygon", optional: .unread(ring))
    let centre = Key("centre", optional: .position)
    let radius = Key("radius", optional: .distance(.metres(100) ... .kilometres(2000)))
  }
  static let densityKeys = Keys(DensityKeys())

  static func countries(_ items: [YAMLValue], near places: [GeodeticPosition]) throws(InputError) -> [Country] {
    var countries: [Country] = []
    for item in items {
      let entry = try countryKeys.read(item)
      let name = try entry.name
      let outline: MapPolygon
      switch (try entry.polygon, try entry.geoJSON) {
      case (.some(let given), nil): outline = try polygon(given, near: places)
      case (nil, .some(let given)): outline = try geoJSON(given, near: places)
      case (.some, .some(let given)):
        throw given.error("'polygon' and 'geojson' are both given", remedy: "keep one of them")
      case (nil, nil):
        throw item.error("the country '\(name)' has no outline", remedy: "add 'polygon' or 'geojson'")
      }
      countries.append(Country(name: name, outline: outline))
    }
    return countries
  }

  static func densities(_ items: [YAMLValue], near places: [GeodeticPosition]) throws(InputError) -> [DensityArea] {
    var areas: [DensityArea] = []
    for item in items {
      let entry = try densityKeys.read(item)
      let density = try entry.density
      if let given = try entry.polygon {
        for key in ["centre", "radius"] {
          if let other = entry.mapping.peek(key) {
            throw other.error("'\(key)' does not belong to a polygon", remedy: "remove it, or remove 'polygon'")
          }
        }
        areas.append(DensityArea(density, .polygon(try polygon(given, near: places))))
      } else {
        let centre = try entry.needed(\.centre)
        try AxisOrder.check([centre], near: places, entry.given(\.centre) ?? item, order: "[latitude, longitude]")
        let radius = try entry.needed(\.radius)
        areas.append(DensityArea(density, .circle(centre, radius: radius.metres)))
      }
    }
    return areas
  }

  /// A list of `[latitude, longitude]`.
  private static func polygon(_ value: YAMLValue, near places: [GeodeticPosition]) throws(InputError) -> MapPolygon {
    var ring: [GeodeticPosition] = []
    for item in try value.sequence() { ring.append(try PlaceTable.position(item)) }
    try AxisOrder.check(ring, near: places, value, order: "[latitude, longitude]")
    return try checked(ring, value)
  }

  /// A GeoJSON polygon with one ring, longitude before latitude (RFC 7946).
  private static func geoJSON(_ value: YAMLValue, near places: [GeodeticPosition]) throws(InputError) -> MapPolygon {
    var entry = try value.mapping(allowing: ["type", "coordinates"])
    _ = try entry.required("type").choice(of: ["Polygon"])
    let coordinates = try entry.required("coordinates")
    let rings = try coordinates.sequence()
    guard rings.count == 1 else {
      throw coordinates.error("the polygon has \(rings.count) rings", remedy: "give its outer ring alone")
    }
    var ring: [GeodeticPosition] = []
    for item in try rings[0].sequence() { ring.append(try RoadReader.position(item)) }
    try AxisOrder.check(ring, near: places, coordinates, order: "[longitude, latitude]")
    return try checked(ring, value)
  }

  private static func checked(_ ring: [GeodeticPosition], _ value: YAMLValue) throws(InputError) -> MapPolygon {
    var ring = ring
    if ring.count > 1, ring.first == ring.last { ring.removeLast() }
    guard ring.count >= 3 else {
      throw value.error("a polygon needs three corners, not \(ring.count)", remedy: "add corners")
    }
    for (index, corner) in ring.enumerated() {
      let next = ring[(index + 1) % ring.count]
      guard abs(corner.longitude - next.longitude) <= 180 else {
        throw value.error("an edge of the polygon crosses the date line", remedy: "end the polygon at 180 degrees")
      }
    }
    return MapPolygon(ring)
  }
}
