/// Collects the points of a GPX 1.0 or 1.1 file, element by element: track points, else route points, else waypoints.
final class GPXParser: XMLTrackConsumer {
  private enum Source: Int, CaseIterable {
    case track, route, waypoint
  }

  let wanted: Set = ["trkpt", "rtept", "wpt", "rpt", "name"]
  private var groups = Source.allCases.map { _ in RecordedPoints.Group() }
  /// Points of a route's shape, which some planners keep in an extension of the point before.
  private var shape: [RecordedPoints.Point] = []
  /// Names found, by the element they belong to.
  private var names: [String: String] = [:]
  private var trackName: String?

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

  func begin(_ path: [XMLElement]) {
    switch path.last?.name {
    case "trk": trackName = nil
    case "trkseg": groups[Source.track.rawValue].begin(trackName)
    case "rte": groups[Source.route.rawValue].begin()
    default: break
    }
  }

  func end(_ element: XMLElement, in path: [XMLElement]) {
    let owner = path.last?.name ?? ""
    switch element.name {
    case "name" where ["trk", "rte", "metadata", "gpx"].contains(owner):
      names[owner] = names[owner] ?? element.text.oneLine(200)
      if owner == "trk" { trackName = element.text.oneLine(80) ?? trackName }
    case "rpt" where path.contains { $0.name == "rte" }: addShape(element)
    case "trkpt" where path.count >= 2 && path[1].name == "trk": add(element, to: .track)
    case "rtept" where path.count == 2 && owner == "rte": add(element, to: .route)
    case "wpt" where path.count == 1: add(element, to: .waypoint)
    default: break
    }
  }

  private func add(_ element: XMLElement, to source: Source) {
    var point = Self.place(element, in: &groups[source.rawValue])
    if source == .route {
      if let point { shape.append(point) }
      addShape(element)
    }
    // Children alone: extensions may have elements of the same name. The point counts once, whatever is wrong with it.
    if point != nil, let time = element["time"], time.text.contains(where: { !$0.isWhitespace }) {
      point?.nanoseconds = groups[source.rawValue].time(time.text, at: time.place)
      if point?.nanoseconds == nil { return }
    }
    // The simulation is two-dimensional: a height that is none does no harm.
    point?.elevation = element["ele"].flatMap { TrackNumber.value($0.text) }
    // Of GPX 1.0, in m/s; extensions of 1.1 have it in units of their own.
    point?.speed = element["speed"].flatMap { TrackNumber.value($0.text) }.flatMap { $0 >= 0 ? $0 : nil }
    if let point { groups[source.rawValue].append(point) }
  }

  /// Points of a shape are passed over where they are none, not counted.
  private func addShape(_ element: XMLElement) {
    var uncounted = RecordedPoints.Group()
    if element.name == "rpt", let point = Self.place(element, in: &uncounted) { shape.append(point) }
    for child in element.children { addShape(child) }
  }

  private static func place(_ element: XMLElement, in group: inout RecordedPoints.Group) -> RecordedPoints.Point? {
    group.point(element.attributes["lat"], element.attributes["lon"], at: element.place)
  }
}
