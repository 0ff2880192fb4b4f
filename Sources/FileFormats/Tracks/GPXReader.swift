/// Reads tracks in GPX 1.0 and 1.1: track points, else route points, else waypoints, each with a time.
enum GPXReader {
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
      // Points of a shape are passed over where they are none, not counted.
      var uncounted = RecordedPoints.Group()
      if let place = Self.place(attributes, element, file, in: &uncounted) { shape.append(place) }
      return false
    }
    guard point == nil else {
      // Direct children only: extensions may have elements of the same name.
      return ["time", "ele", "speed"].contains(element.name) && path.count == depth + 1
    }
    guard let source = Self.source(path) else {
      if element.name == "trk" { trackName = nil }
      if element.name == "trkseg" { groups[Source.track.rawValue].begin(trackName) }
      if element.name == "rte" { groups[Source.route.rawValue].begin() }
      return element.name == "name" && ["trk", "rte", "metadata", "gpx"].contains(path[path.count - 2].name)
    }
    (self.source, depth) = (source, path.count)
    let place = Self.place(attributes, element, file, in: &groups[source.rawValue])
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
      // The point counts once, whatever is wrong with it.
      guard isUsable, text.contains(where: { !$0.isWhitespace }) else { return }
      let time = groups[source.rawValue].time(text, line: element.line) { element.error(in: file, $0, remedy: $1) }
      isUsable = time != nil
      point?.nanoseconds = time
    case "ele":
      // The simulation is two-dimensional: a height that is none does no harm.
      point?.elevation = TrackNumber.value(text)
    case "speed":
      // Of GPX 1.0, in m/s; extensions of 1.1 have it in units of their own.
      point?.speed = TrackNumber.value(text).flatMap { $0 >= 0 ? $0 : nil }
    default:
      names[owner] = names[owner] ?? text.oneLine(200)
      if owner == "trk" { trackName = text.oneLine(80) ?? trackName }
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

  private static func place(
    _ attributes: XMLAttributes, _ element: XMLElement, _ file: String, in group: inout RecordedPoints.Group
  ) -> RecordedPoints.Point? {
    group.point(attributes["lat"], attributes["lon"], line: element.line, column: element.column) {
      element.error(in: file, $0, remedy: $1)
    }
  }
}
