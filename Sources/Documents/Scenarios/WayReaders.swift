import Core
import FileFormats
import Foundation
import World

/// Reads the roads of a scenario: GeoJSON (RFC 7946), written in the scenario or in a file beside it.
///
/// Taken are the lines (`LineString`, `MultiLineString`), alone, in features and in collections. Positions are
/// `[longitude, latitude]`, as GeoJSON has them. Properties and foreign members are not looked at.
enum RoadReader {
  /// More points than a large city's main roads have are a mistake.
  static let pointLimit = 200_000

  /// - Parameters:
  ///   - value: a GeoJSON object, or the path of a GeoJSON file.
  ///   - file: the scenario's file; paths are relative to its folder.
  static func roads(_ value: YAMLValue, of file: String, near places: [GeodeticPosition]) throws(InputError)
    -> RoadNetwork
  {
    var root = value
    if value.isScalar {
      let name = try value.string()
      guard !name.isEmpty else { throw value.error("the value is missing", remedy: "name a GeoJSON file") }
      let path = DocumentPath.path(name, of: file)
      guard FileManager.default.fileExists(atPath: path) else {
        throw value.error(
          "there is no file '\(path)'", remedy: "give the path of a GeoJSON file, relative to the scenario's folder")
      }
      root = try YAMLDocument(text: try TextFile.read(path), file: path).root
    }
    var (lines, points): ([[EarthVector]], Int) = ([], 0)
    try add(root, to: &lines, &points)
    guard !lines.isEmpty else {
      throw root.error("there is no road", remedy: "add a LineString, or remove 'roads'")
    }
    try AxisOrder.check(
      lines.lazy.joined().prefix(2_000).map { GeodeticPosition($0) }, near: places, root,
      order: "[longitude, latitude]")
    return RoadNetwork(lines: lines)
  }

  private static func add(
    _ value: YAMLValue, to lines: inout [[EarthVector]], _ points: inout Int
  ) throws(InputError) {
    var object = try value.mapping()
    let kind = try object.required("type")
    switch try kind.choice(of: [
      "FeatureCollection", "Feature", "GeometryCollection", "LineString", "MultiLineString",
    ]) {
    case "FeatureCollection":
      for item in try object.required("features").sequence() { try add(item, to: &lines, &points) }
    case "GeometryCollection":
      for item in try object.required("geometries").sequence() { try add(item, to: &lines, &points) }
    case "Feature": try add(try object.required("geometry"), to: &lines, &points)
    case "MultiLineString":
      for item in try object.required("coordinates").sequence() { lines.append(try line(item, &points)) }
    default: lines.append(try line(try object.required("coordinates"), &points))
    }
  }

  private static func line(_ value: YAMLValue, _ points: inout Int) throws(InputError) -> [EarthVector] {
    let items = try value.items(
      2...Int.max, "a line needs two positions", remedy: "add positions, or remove the line")
    points += items.count
    guard points <= pointLimit else {
      throw value.error("the roads have more than \(pointLimit) points", remedy: "keep the roads near the journey")
    }
    var line: [EarthVector] = []
    for item in items { line.append(try position(item).earthVector()) }
    return line
  }

  /// A position of GeoJSON: `[longitude, latitude]`, and perhaps a height.
  static func position(_ value: YAMLValue) throws(InputError) -> GeodeticPosition {
    let numbers = try value.items(2...3, "a position has two numbers", remedy: "write [longitude, latitude]")
    return GeodeticPosition(
      latitude: try numbers[1].number(in: -90...90), longitude: try numbers[0].number(in: -180...180))
  }
}

/// Reads the surveyed venues of a scenario.
enum VenueReader {
  struct VenueKeys: KeyTable {
    let position = Key("position", .position)
    let radius = Key("radius", .distance(.metres(5) ... .kilometres(5)))
    let floors = Key("floors", .unread(.list(of: .whole(levels), from: 2, to: 2)))
    let positionError = Key("error", .distance(.metres(0.5) ... .metres(50)))
  }
  static let keys = Keys(VenueKeys())
  private static let levels = -20...200

  static func venues(_ value: YAMLValue, near places: [GeodeticPosition]) throws(InputError) -> [Venue] {
    var venues: [Venue] = []
    for (name, value) in try value.pairs() {
      let entry = try keys.read(value)
      let position = try entry.position
      try AxisOrder.check([position], near: places, entry.given(\.position) ?? value, order: "[latitude, longitude]")
      venues.append(
        Venue(
          name: name, centre: position.earthVector(), radius: try entry.radius, floors: try floors(entry.floors),
          error: try entry.positionError))
    }
    return venues
  }

  private static func floors(_ value: YAMLValue) throws(InputError) -> ClosedRange<Int> {
    let items = try value.items(
      2...2, "floors are two numbers", remedy: "write [lowest, highest]; 0 is the ground floor")
    let (low, high) = (try items[0].integer(in: levels), try items[1].integer(in: levels))
    guard low <= high else {
      throw value.error("the lowest floor \(low) is above the highest, \(high)", remedy: "write [lowest, highest]")
    }
    return low...high
  }
}

/// The Bluetooth beacons of a scenario: each hangs at a named place or at a position, and is heard so far.
struct BeaconTable {
  struct BeaconKeys: KeyTable {
    let place = Key("place", optional: .name)
    let position = Key("position", optional: .position)
    /// Farther than Bluetooth Low Energy reaches in the open is a mistake in the file.
    let range = Key("range", .distance(.metres(1) ... .metres(200)))
  }
  static let keys = Keys(BeaconKeys())

  /// In the order of the file.
  private(set) var list: [Beacon] = []

  init(_ value: YAMLValue?, places: PlaceTable) throws(InputError) {
    guard let value else { return }
    for (name, value) in try value.pairs() {
      let entry = try Self.keys.read(value)
      let position: EarthVector
      switch (try entry.place, entry.given(\.position)) {
      case (.some(let place), nil): position = try places.place(place).position
      case (nil, .some): position = try entry.needed(\.position).earthVector()
      case (.some, .some(let given)):
        throw given.error("'place' and 'position' are both given", remedy: "keep one of them")
      case (nil, nil):
        throw value.error(
          "a beacon hangs somewhere", remedy: "add 'place: NAME' or 'position: [latitude, longitude]'")
      }
      list.append(Beacon(name: name, position: position, range: try entry.range.metres))
    }
  }
}
