package import World

/// Reads tracks in GPX 1.0 and 1.1: track points, else route points, else waypoints, each with a time.
package enum GPXReader {
  package static func track(path: String) throws(InputError) -> RawTrack {
    try track(bytes: try TextFile.bytes(path), file: path)
  }

  package static func track(bytes: [UInt8], file: String) throws(InputError) -> RawTrack {
    try TrackReader().track(try points(bytes, file: file), file: file)
  }

  /// All points, with times or without.
  static func points(_ bytes: [UInt8], file: String) throws(InputError) -> RecordedPoints {
    let parser = GPXParser(file: file)
    let isNamedSo = !DocumentPath.isPath(file) || file.lowercased().hasSuffix(".gpx")
    let note = try TrackXML.read(
      bytes, root: "gpx", kind: "GPX file",
      remedy: isNamedSo
        ? "give a GPX file, which starts with <?xml or <gpx" : "give a GPX file; a scenario is given with --scenario",
      file: file, into: parser)
    var points = parser.points
    if let note { points.notes.append(note) }
    return points
  }
}

/// Collects the points of a GPX file, element by element.
final class GPXParser: XMLConsumer {
  private enum Source: Int, CaseIterable {
    case track, route, waypoint
  }

  private var groups = Source.allCases.map { _ in RecordedPoints.Group() }
  /// Points of a route's shape, which some planners keep in an extension of the point before.
  private var shape: [RecordedPoints.Point] = []
  /// Names found, by the element they belong to.
  private var names: [String: String] = [:]

  private var trackName: String?
  private let file: String
  private var point: RecordedPoints.Point?
  /// Whether the point's coordinates could be read.
  private var isUsable = true
  /// How deep the point stands.
  private var depth = 0
  private var source = Source.track

  init(file: String) { self.file = file }

  /// All that was read.
  var points: RecordedPoints {
    groups[Source.route.rawValue].note = "route points taken as a track"
    groups[Source.waypoint.rawValue].note = "waypoints taken as a track"
    for source in [Source.route, .waypoint] { groups[source.rawValue].isRoute = true }
    let (track, route) = (groups[Source.track.rawValue], groups[Source.route.rawValue])
    let hasTrack = track.count + track.unread.total > 1
    if !hasTrack, route.timedCount < 2, shape.count > route.count { groups[Source.route.rawValue].parts = [shape] }
    // The waypoints beside a track are places of interest, and their times those of their making.
    let hasLine = hasTrack || route.count + route.unread.total > 1
    let isRoute = hasLine && (!hasTrack || track.timedCount < 2 && route.timedCount > 1)
    return RecordedPoints(
      groups: hasLine ? Array(groups[..<Source.waypoint.rawValue]) : groups,
      name: names[isRoute ? "rte" : "trk"] ?? names["metadata"] ?? names["gpx"],
      remedy: "export a track with <trkpt>, <rtept> or <wpt> points")
  }

  func begin(_ path: [XMLElement], _ attributes: XMLAttributes) throws(InputError) -> Bool {
    guard let element = path.last, path.count > 1 else { return false }
    if element.name == "rpt", path.contains(where: { $0.name == "rte" }) {
      if let place = self.place(attributes, element, limitsOnly: true) { shape.append(place) }
      return false
    }
    guard point == nil else {
      // Direct children only: extensions may have elements of the same name.
      return ["time", "ele", "speed"].contains(element.name) && path.count == depth + 1
    }
    guard let source = Self.source(path) else {
      if element.name == "trk" { trackName = nil }
      if element.name == "trkseg" {
        groups[Source.track.rawValue].names[groups[Source.track.rawValue].parts.count] = trackName
        groups[Source.track.rawValue].parts.append([])
      }
      if element.name == "rte" { groups[Source.route.rawValue].parts.append([]) }
      return element.name == "name" && ["trk", "rte", "metadata", "gpx"].contains(path[path.count - 2].name)
    }
    (self.source, depth) = (source, path.count)
    let place = self.place(attributes, element, limitsOnly: false)
    isUsable = place != nil
    if let place, source == .route { shape.append(place) }
    point =
      place ?? RecordedPoints.Point(latitude: 0, longitude: 0, line: element.line, column: element.column)
    return false
  }

  func end(_ path: [XMLElement]) throws(InputError) {
    guard let element = path.last else { return }
    if let text = element.text {
      take(element, text, owner: path[path.count - 2].name)
    } else if let point, path.count == depth {
      if isUsable { groups[source.rawValue].append(point) }
      self.point = nil
    }
  }

  private func take(_ element: XMLElement, _ text: String, owner: String) {
    switch element.name {
    case "time":
      guard text.contains(where: { !$0.isWhitespace }) else { return }
      guard let nanoseconds = TimeText.nanoseconds(text) else {
        // The point counts once, whatever is wrong with it.
        guard isUsable else { return }
        isUsable = false
        groups[source.rawValue].unread.skip(
          "with an unreadable time", line: element.line,
          error: element.error(
            in: file, "'\(XMLElement.shown(text))' is not a time", remedy: "write times such as 2019-08-31T17:05:21Z"))
        return
      }
      point?.nanoseconds = nanoseconds
    case "ele":
      // The simulation is two-dimensional: a height that is none does no harm.
      point?.elevation = TrackNumber.value(text)
    case "speed":
      // Of GPX 1.0, in m/s; extensions of 1.1 have it in units of their own.
      point?.speed = TrackNumber.value(text).flatMap { $0 >= 0 ? $0 : nil }
    default:
      let trimmed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if names[owner] == nil, !trimmed.isEmpty { names[owner] = String(trimmed.prefix(200)) }
      if owner == "trk", !trimmed.isEmpty { trackName = String(trimmed.prefix(80)) }
    }
  }

  private static func source(_ path: [XMLElement]) -> Source? {
    switch path.last?.name {
    case "trkpt": path.count >= 3 && path[1].name == "trk" ? .track : nil
    case "rtept": path.count == 3 && path[1].name == "rte" ? .route : nil
    case "wpt": path.count == 2 ? .waypoint : nil
    default: nil
    }
  }

  /// - Parameter limitsOnly: points of a shape are passed over where they are none, not counted.
  private func place(
    _ attributes: XMLAttributes, _ element: XMLElement, limitsOnly: Bool
  ) -> RecordedPoints.Point? {
    var values: [Double] = []
    for (key, limit) in [("lat", 90.0), ("lon", 180.0)] {
      let text = attributes[key]
      if let value = text.flatMap(TrackNumber.value), abs(value) <= limit {
        values.append(value)
        continue
      }
      if limitsOnly { return nil }
      groups[source(of: element).rawValue].unread.skip(
        "without a valid place", line: element.line, error: fault(key, text, limit, element))
      return nil
    }
    return RecordedPoints.Point(
      latitude: values[0], longitude: values[1], line: element.line, column: element.column)
  }

  private func source(of element: XMLElement) -> Source {
    element.name == "trkpt" ? .track : element.name == "rtept" ? .route : .waypoint
  }

  private func fault(_ key: String, _ text: String?, _ limit: Double, _ element: XMLElement) -> InputError {
    guard let text else {
      return element.error(
        in: file, "the point has no '\(key)'", remedy: "give each point lat=\"...\" and lon=\"...\"")
    }
    guard TrackNumber.value(text) != nil else {
      return element.error(
        in: file, "\(key)=\"\(XMLElement.shown(text))\" is not a number",
        remedy: "write degrees with a point for decimals")
    }
    let name = key == "lat" ? "latitude" : "longitude"
    return element.error(
      in: file, "the \(name) \(XMLElement.shown(text)) is outside -\(Int(limit)) to \(Int(limit)) degrees",
      remedy: "check whether latitude and longitude are swapped")
  }
}
