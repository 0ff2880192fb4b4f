import Core

/// Collects positions of a JSON file: GeoJSON, Overland, OwnTracks, Google Takeout, and lists of objects with a latitude
/// and a longitude.
///
/// - GeoJSON (RFC 7946): lines with `coordTimes`, `times` or `timestamps` of as many times as places, or a time as fourth
///   number of each place; points with a time among their properties; moving points (OGC 19-045) with `datetimes`.
/// - Overland: features in `locations`; the copies in `current` and `trip` are passed over.
/// - OwnTracks: objects with `_type` `location`; others are no positions.
/// - Google: `latitudeE7` and `longitudeE7`; `timelinePath` and `rawSignals` of a phone's own timeline, whose stays count before the
///   positions in their time.
/// - Traccar: objects with `deviceId` and `attributes`; their speed is in knots.
/// - An object around one with a place, such as `coordinate` or Home Assistant's `attributes`, says the time.
final class JSONTrackCollector {
  typealias Node = JSONDocument.Node
  typealias Point = RecordedPoints.Point

  let places: LinePlaces
  private var timedLines = RecordedPoints.Group()
  var log = RecordedPoints.Group(isLog: true)
  private var lines = RecordedPoints.Group()
  /// Where stays and ways of a timeline begin and end, taken where it has no positions with times.
  var stays = RecordedPoints.Group(isLog: true)
  /// When the phone stayed at a place of a timeline.
  var visits: [ClosedRange<Int64>] = []
  /// Whether a place was two bare numbers.
  private var sawPair = false
  private var name: String?
  /// Of the position before.
  private var device: String?
  private var isEncrypted = false
  var members = PositionMembers()

  init(places: LinePlaces) {
    self.places = places
    lines.note = "lines taken as a track"
    stays.note = "beginnings and ends of stays and ways taken as a track"
  }

  var points: RecordedPoints {
    var log = withStays
    if members.levelsAreShares { log.scaleBattery(by: 100) }
    var plain = log
    if log.timedCount < 2 {
      // Without times the order of the file is all there is.
      plain.isLog = false
      plain.note = "points taken as a track"
    }
    // The points beside a line with times are places of interest.
    let isRoute = log.timedCount < 2
    return RecordedPoints(
      groups: timedLines.count > 1 ? [timedLines] : (isRoute ? [stays, lines, plain] : [plain, lines]) + [timedLines],
      name: name, notes: sawPair ? ["pairs of numbers are read as longitude, latitude, the order of GeoJSON"] : [],
      remedy: isEncrypted
        ? "export the positions without encryption"
        : "give GeoJSON, Overland, OwnTracks or Google positions, or a list of objects with lat, lon and time")
  }

  /// The positions of a timeline with its stays, where it has both: of the positions during a stay none counts.
  private var withStays: RecordedPoints.Group {
    guard log.timedCount > 0, !visits.isEmpty else { return log }
    let sorted = visits.sorted { $0.lowerBound < $1.lowerBound }
    let ends = sorted.reduce(into: [Int64]()) { $0.append(max($0.last ?? $1.upperBound, $1.upperBound)) }
    let isStay = { (time: Int64) in
      let next = sorted.partitioningIndex { $0.lowerBound > time }
      return next > 0 && ends[next - 1] >= time
    }
    let onWay = log.parts.joined().filter { $0.nanoseconds.map { !isStay($0) } ?? false }
    var group = log
    group.parts = [onWay + stays.parts.joined()]
    group.note =
      "stays of the timeline held: \(visits.count); positions during them passed over: \(log.count - onWay.count)"
    return group
  }

  private static let passedOver: Set<String> = ["current", "trip", "bbox", "crs"]

  func collect(_ root: JSONDocument.Node) { visit(root) }

  /// Counts something that should have been a position.
  func skip(_ reason: String, _ error: InputError) {
    log.unread.skip(reason, line: error.line ?? 0, error: error)
  }

  private func visit(_ node: Node) {
    switch node.content {
    case .array(let items):
      for item in items { visit(item) }
    case .object(let members):
      switch node["type"]?.string {
      case "FeatureCollection":
        takeName(node["name"])
        for feature in node["features"]?.array ?? [] { visit(feature) }
      case "Feature": feature(node)
      case "Point", "MultiPoint", "LineString", "MultiLineString", "GeometryCollection", "MovingPoint":
        geometry(node, properties: nil)
      default:
        if let kind = node["_type"]?.string, kind != "location" {
          isEncrypted = isEncrypted || kind == "encrypted"
          return
        }
        if timeline(node) || record(node) { return }
        for member in members where !Self.passedOver.contains(member.key) { visit(member.node) }
      }
    default: break
    }
  }

  private func takeName(_ node: Node?) {
    name = name ?? node?.string?.oneLine(200)
  }

  // MARK: - GeoJSON

  private func feature(_ node: Node) {
    guard let geometry = node["geometry"], geometry.object != nil else { return }
    let properties = node["properties"]
    if geometry["type"]?.string != "Point" { takeName(properties?["name"] ?? properties?["title"]) }
    self.geometry(geometry, properties: properties, feature: node)
  }

  private func geometry(_ node: Node, properties: Node?, feature: Node? = nil) {
    let coordinates = node["coordinates"]
    switch node["type"]?.string {
    case "Point":
      guard let coordinates else { return }
      if var point = place(coordinates, &log) {
        let fields = members.read(properties ?? node)
        point.nanoseconds = point.nanoseconds ?? fields.time.flatMap { time($0, &log) }
        if point.nanoseconds == nil, fields.time != nil { return }
        fields.fill(&point)
        take(point, of: fields.device)
      }
    case "MultiPoint", "LineString", "MovingPoint":
      line(coordinates, times: lineTimes(node, properties, feature))
    case "MultiLineString":
      let times = lineTimes(node, properties, feature)
      for (index, part) in (coordinates?.array ?? []).enumerated() {
        // Either a list for each line, or one for all.
        let own = times?.indices.contains(index) == true ? times?[index].array : nil
        line(part, times: own)
      }
    case "GeometryCollection":
      for part in node["geometries"]?.array ?? [] { geometry(part, properties: properties) }
    default: break
    }
  }

  private static let lineTimeKeys: Set<String> = [
    "coordtimes", "coordinatetimes", "times", "timestamps", "datetimes", "time", "timestamp", "reltimes",
  ]

  private func lineTimes(_ geometry: Node, _ properties: Node?, _ feature: Node?) -> [Node]? {
    for owner in [properties?["coordinateProperties"], properties, geometry, feature].compactMap(\.self) {
      for member in owner.object ?? [] where Self.lineTimeKeys.contains(ColumnHeading.key(member.key)) {
        if let times = member.node.array { return times }
      }
    }
    return nil
  }

  private func line(_ coordinates: Node?, times: [Node]?) {
    guard let items = coordinates?.array, !items.isEmpty else { return }
    let isTimed =
      times?.count == items.count || (items.first?.array?.count ?? 0 >= 4 && (items[0].array?[3].number ?? 0) >= 1e8)
    var group = RecordedPoints.Group()
    group.parts = [[]]
    for (index, item) in items.enumerated() {
      guard var point = self.place(item, &group) else { continue }
      if let times, times.count == items.count {
        guard let time = self.time(times[index], &group) else { continue }
        point.nanoseconds = time
      }
      group.append(point)
    }
    if let times, !isTimed, lines.whyUntimed == nil {
      lines.whyUntimed = "a line has \(times.count) times for \(items.count) points"
    }
    if isTimed { merge(group, into: &timedLines) } else { merge(group, into: &lines) }
  }

  private func merge(_ group: RecordedPoints.Group, into all: inout RecordedPoints.Group) {
    all.parts += group.parts
    all.unread.add(group.unread)
  }

  /// Longitude, latitude, perhaps height and time.
  private func place(_ node: Node, _ group: inout RecordedPoints.Group) -> Point? {
    let numbers = (node.array ?? []).map(\.number)
    guard
      var point = point(
        node, numbers.count > 1 ? numbers[1] : nil, numbers.first ?? nil, &group)
    else { return nil }
    point.elevation = numbers.count > 2 ? numbers[2] : nil
    if numbers.count > 3, let time = numbers[3] { point.nanoseconds = TimeText.count(time) }
    return point
  }

  func point(
    _ node: Node, _ latitude: Double?, _ longitude: Double?, _ group: inout RecordedPoints.Group
  ) -> Point? {
    group.point(latitude, longitude, line: places.line(of: node.offset)) { places.error(node, $0, remedy: $1) }
  }

  /// What stands for no time is passed over.
  func time(_ node: Node?) -> Int64? {
    switch node?.content {
    case .number(let value): TimeText.count(value)
    case .string(let text): TimeText.nanoseconds(text)
    default: nil
    }
  }

  /// The same of a position, which counts as unread where its time is none.
  private func time(_ node: Node, _ group: inout RecordedPoints.Group) -> Int64? {
    guard let found = time(node) else {
      return group.time(
        node.string ?? node.number.map { DecimalText.exact($0) } ?? "", line: places.line(of: node.offset)
      ) {
        places.error(node, $0, remedy: "\($1), or seconds or milliseconds since 1970")
      }
    }
    if node.number != nil, let doubt = TimeColumn.doubt(Double(found) / 1e9) {
      group.unread.skip(
        "with a count of two readings", line: places.line(of: node.offset),
        error: places.error(node, "the time \(doubt.readings)", remedy: "write dates, or seconds since 1970"))
      return nil
    }
    return found
  }

  // MARK: - Objects with a position

  /// An object with a latitude and a longitude, if it is one.
  private func record(_ node: Node) -> Bool {
    var fields = members.read(node)
    if fields.latitude == nil || fields.longitude == nil {
      guard let inner = innerPlace(node) else { return false }
      fields = fields.around(inner)
    }
    guard let latitude = fields.latitude, fields.longitude != nil else { return false }
    if node["deviceId"] != nil, let attributes = node["attributes"] {
      fields.speed = fields.speed.map { $0 * 1852 / 3600 }
      if let level = attributes["batteryLevel"]?.number {
        fields.battery = level
        members.notePercentage()
      }
    }
    if case .null = latitude.content { return true }
    guard var point = self.point(fields, in: node, &log) else { return true }
    if let stamp = fields.time {
      guard let time = self.time(stamp, &log) else { return true }
      point.nanoseconds = time
    }
    fields.fill(&point)
    take(point, of: fields.device)
    return true
  }

  func point(_ fields: PositionFields, in node: Node, _ group: inout RecordedPoints.Group) -> Point? {
    let scale = fields.isE7 ? 1e-7 : 1
    return point(
      node, fields.latitude?.number.map { $0 * scale }, fields.longitude?.number.map { $0 * scale }, &group)
  }

  /// Members that hold the place of the object around them.
  private static let places = [
    "coordinate", "coordinates", "coords", "location", "position", "point", "attributes", "geo", "loc", "gps", "a",
  ]

  /// Those whose two bare numbers have the order of GeoJSON: elsewhere either comes first.
  private static let pairs: Set<String> = ["coordinate", "coordinates", "loc"]

  /// What a member says that holds the place, perhaps in a member of its own or as a point of GeoJSON.
  private func innerPlace(_ node: Node, depth: Int = 0) -> PositionFields? {
    for (key, inner) in Self.places.lazy.compactMap({ key in node[key].map { (key, $0) } }) {
      var fields = members.read(inner)
      if Self.pairs.contains(key), let pair = inner.array, (2...3).contains(pair.count),
        pair.allSatisfy({ $0.number != nil })
      {
        (fields.longitude, fields.latitude, sawPair) = (pair[0], pair[1], true)
      } else if inner["type"]?.string == "Point", let place = inner["coordinates"]?.array, place.count > 1 {
        (fields.longitude, fields.latitude) = (place[0], place[1])
      }
      if fields.latitude != nil, fields.longitude != nil { return fields }
      if depth == 0, let innermost = innerPlace(inner, depth: 1) { return fields.around(innermost) }
    }
    return nil
  }

  /// Puts a position into the part of its device. One without a device belongs to that of the one before.
  private func take(_ point: Point, of device: String?) {
    self.device = device ?? self.device
    log.append(point, to: self.device)
  }
}

/// Reads positions from JSON: one text, one text a line, or the recorder's log of OwnTracks, whose lines begin with a time.
enum JSONTrackReader {
  static func points(_ text: [UInt8], file: String) throws(InputError) -> RecordedPoints {
    let places = LinePlaces(text, file: file)
    let collector = JSONTrackCollector(places: places)
    do throws(InputError) {
      for root in try JSONDocument.sequence(text, places: places) { collector.collect(root) }
    } catch {
      let lines = Self.lines(text)
      // One text over many lines that is damaged is no list of texts.
      guard let lines, lines.count > 1 else { throw error }
      for line in lines {
        do throws(InputError) {
          collector.collect(try JSONDocument(text, range: line, places: places).root)
        } catch { collector.skip("with broken JSON", error) }
      }
    }
    return collector.points
  }

  /// The texts of a file with one a line; `nil` for other files.
  private static func lines(_ text: [UInt8]) -> [Range<Int>]? {
    var lines: [Range<Int>] = []
    var whole = 0
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 10) ?? text.count
      let line = text[start..<end]
      if let first = line.firstIndex(where: { $0 > 32 }) {
        // A time, a mark and blanks come before the text in OwnTracks' log.
        let brace = line[first] == UInt8(ascii: "{") ? first : line.firstIndex(of: UInt8(ascii: "{"))
        guard let brace, brace == first || (line[first] >= 48 && line[first] <= 57) else { return nil }
        let last = line.lastIndex { $0 > 32 } ?? brace
        if line[last] == UInt8(ascii: "}") { whole += 1 }
        lines.append(brace..<last + 1)
      }
      start = end + 1
    }
    return whole * 2 > lines.count ? lines : nil
  }
}
