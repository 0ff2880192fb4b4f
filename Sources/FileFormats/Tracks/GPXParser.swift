/// Collects the points of a GPX file, element by element.
final class GPXParser: XMLConsumer {
  private(set) var points: [GPXPoint.Source: [GPXPoint]] = [:]
  /// Names found, by the element they belong to.
  private(set) var names: [String: String] = [:]

  private let file: String
  private var point: GPXPoint?
  private var source = GPXPoint.Source.track

  init(file: String) { self.file = file }

  func begin(_ path: [XMLElement], _ attributes: XMLAttributes) throws(InputError) -> Bool {
    guard let element = path.last, path.count > 1 else { return false }
    guard point == nil, let source = Self.source(path) else { return isWanted(element.name, path) }
    self.source = source
    point = GPXPoint(
      latitude: try coordinate("lat", limit: 90, attributes, element),
      longitude: try coordinate("lon", limit: 180, attributes, element), line: element.line, column: element.column)
    return false
  }

  func end(_ path: [XMLElement]) throws(InputError) {
    guard let element = path.last else { return }
    if let text = element.text {
      try take(element, text, owner: path[path.count - 2].name)
    } else if let point, Self.source(path) != nil {
      points[source, default: []].append(point)
      self.point = nil
    }
  }

  private func take(_ element: XMLElement, _ text: String, owner: String) throws(InputError) {
    switch element.name {
    case "time":
      guard let nanoseconds = ISO8601Time.nanoseconds(text) else {
        throw element.error(
          in: file, "'\(XMLElement.shown(text))' is not a time", remedy: "write times such as 2019-08-31T17:05:21Z")
      }
      point?.nanoseconds = nanoseconds
    case "ele":
      // The simulation is two-dimensional: a height that is none does no harm.
      point?.elevation = Self.number(text)
    default:
      let trimmed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if names[owner] == nil, !trimmed.isEmpty { names[owner] = String(trimmed.prefix(200)) }
    }
  }

  // Direct children only: extensions may have elements of the same name.
  private func isWanted(_ name: String, _ path: [XMLElement]) -> Bool {
    if point != nil { return (name == "time" || name == "ele") && path.count == depth }
    return name == "name" && ["trk", "rte", "metadata", "gpx"].contains(path[path.count - 2].name)
  }

  /// How deep the children of a point stand.
  private var depth: Int {
    switch source {
    case .track: 5
    case .route: 4
    case .waypoint: 3
    }
  }

  private static func source(_ path: [XMLElement]) -> GPXPoint.Source? {
    switch path.last?.name {
    case "trkpt": path.count == 4 && path[1].name == "trk" && path[2].name == "trkseg" ? .track : nil
    case "rtept": path.count == 3 && path[1].name == "rte" ? .route : nil
    case "wpt": path.count == 2 ? .waypoint : nil
    default: nil
    }
  }

  private func coordinate(
    _ key: String, limit: Double, _ attributes: XMLAttributes, _ element: XMLElement
  ) throws(InputError) -> Double {
    guard let text = attributes[key] else {
      throw element.error(
        in: file, "the point has no '\(key)'", remedy: "give each point lat=\"...\" and lon=\"...\"")
    }
    guard let value = Self.number(text) else {
      throw element.error(
        in: file, "\(key)=\"\(XMLElement.shown(text))\" is not a number",
        remedy: "write degrees with a point for decimals")
    }
    guard abs(value) <= limit else {
      let name = key == "lat" ? "latitude" : "longitude"
      throw element.error(
        in: file, "the \(name) \(XMLElement.shown(text)) is outside -\(Int(limit)) to \(Int(limit)) degrees",
        remedy: "check whether latitude and longitude are swapped")
    }
    return value
  }

  private static func number(_ text: String) -> Double? {
    if let value = Double(text) { return value.isFinite && !text.contains(where: { "xX".contains($0) }) ? value : nil }
    let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
    return trimmed.count < text.count ? number(String(trimmed)) : nil
  }
}
