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
  private typealias Node = JSONDocument.Node
  private typealias Point = RecordedPoints.Point

  let places: LinePlaces
  private var timedLines = RecordedPoints.Group()
  private var log = RecordedPoints.Group(isLog: true)
  private var lines = RecordedPoints.Group()
  /// Where stays and ways of a timeline begin and end, taken where it has no positions with times.
  private var stays = RecordedPoints.Group(isLog: true)
  /// When the phone stayed at a place of a timeline.
  private var visits: [ClosedRange<Int64>] = []
  /// Whether a level was a share of 1 by its name, or a percentage; and the largest share.
  private var (sawShare, sawPercent, mostShare) = (false, false, 0.0)
  /// Whether a place was two bare numbers.
  private var sawPair = false
  private var name: String?
  /// Of the position before, and the part of the log that holds each device's positions.
  private var (device, parts): (String?, [String: Int]) = (nil, [:])
  private var isEncrypted = false
  /// Of the names of members met so far.
  private var roles: [String: Role] = [:]

  init(places: LinePlaces) {
    self.places = places
    lines.note = "lines taken as a track"
    stays.note = "beginnings and ends of stays and ways taken as a track"
  }

  var points: RecordedPoints {
    var log = withStays
    if sawShare, !sawPercent, mostShare <= 1 { log.scaleBattery(by: 100) }
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
    guard name == nil, let words = node?.string?.split(whereSeparator: \.isWhitespace).joined(separator: " "),
      !words.isEmpty
    else { return }
    name = String(words.prefix(200))
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
        let fields = self.fields(properties ?? node)
        point.nanoseconds = point.nanoseconds ?? fields.time.flatMap { time($0, &log, counts: true) }
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
        guard let time = self.time(times[index], &group, counts: true) else { continue }
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
    guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1] else {
      group.unread.skip(
        "without a valid place", line: places.line(of: node.offset),
        error: places.error(node, "a position has longitude and latitude", remedy: "write [longitude, latitude]"))
      return nil
    }
    guard var point = self.point(node, latitude, longitude, &group) else { return nil }
    point.elevation = numbers.count > 2 ? numbers[2] : nil
    if numbers.count > 3, let time = numbers[3] { point.nanoseconds = TimeText.count(time) }
    return point
  }

  private func point(
    _ node: Node, _ latitude: Double, _ longitude: Double, _ group: inout RecordedPoints.Group
  ) -> Point? {
    let line = places.line(of: node.offset)
    guard abs(latitude) <= 90, abs(longitude) <= 180 else {
      group.unread.skip(
        "without a valid place", line: line,
        error: places.error(
          node, "the position is outside -90 to 90 degrees of latitude or -180 to 180 of longitude",
          remedy: "check whether latitude and longitude are swapped, or not in degrees"))
      return nil
    }
    return Point(latitude: latitude, longitude: longitude, line: line)
  }

  /// - Parameter counts: whether what is no time counts as an unreadable point.
  private func time(_ node: Node, _ group: inout RecordedPoints.Group, counts: Bool) -> Int64? {
    let found: Int64?
    switch node.content {
    case .number(let value): found = TimeText.count(value)
    case .string(let text): found = TimeText.nanoseconds(text)
    default: found = nil
    }
    let isCount = node.number != nil || node.string.flatMap(TrackNumber.plain) != nil
    if isCount, counts, let found, let doubt = TimeColumn.doubt(Double(found) / 1e9) {
      group.unread.skip(
        "with a count of two readings", line: places.line(of: node.offset),
        error: places.error(node, "the time \(doubt.readings)", remedy: "write dates, or seconds since 1970"))
      return nil
    }
    if found == nil, counts {
      group.unread.skip(
        "with an unreadable time", line: places.line(of: node.offset),
        error: places.error(
          node, "this is not a time",
          remedy: "write times such as 2019-08-31T17:05:21Z, or seconds or milliseconds since 1970"))
    }
    return found
  }

  // MARK: - Objects with a position

  /// An object with a latitude and a longitude, if it is one.
  private func record(_ node: Node) -> Bool {
    var fields = self.fields(node)
    if fields.latitude == nil || fields.longitude == nil {
      guard let inner = innerPlace(node) else { return false }
      fields = fields.around(inner)
    }
    guard let latitude = fields.latitude, let longitude = fields.longitude else { return false }
    if node["deviceId"] != nil, let attributes = node["attributes"] {
      fields.speed = fields.speed.map { $0 * 1852 / 3600 }
      if let level = attributes["batteryLevel"]?.number { (fields.battery, sawPercent) = (level, true) }
    }
    if case .null = latitude.content { return true }
    guard let north = latitude.number, let east = longitude.number else {
      skip(
        "without a valid place",
        places.error(latitude, "latitude and longitude are not both numbers", remedy: "write them in degrees"))
      return true
    }
    let scale = fields.isE7 ? 1e-7 : 1
    guard var point = self.point(node, north * scale, east * scale, &log) else { return true }
    if let stamp = fields.time {
      guard let time = self.time(stamp, &log, counts: true) else { return true }
      point.nanoseconds = time
    }
    fields.fill(&point)
    take(point, of: fields.device)
    return true
  }

  /// Members that hold the place of the object around them.
  private static let places = [
    "coordinate", "coordinates", "coords", "location", "position", "point", "attributes", "geo", "loc", "gps", "a",
  ]

  /// Those whose two bare numbers have the order of GeoJSON: elsewhere either comes first.
  private static let pairs: Set<String> = ["coordinate", "coordinates", "loc"]

  /// What a member says that holds the place, perhaps in a member of its own or as a point of GeoJSON.
  private func innerPlace(_ node: Node, depth: Int = 0) -> Fields? {
    for (key, inner) in Self.places.lazy.compactMap({ key in node[key].map { (key, $0) } }) {
      var fields = self.fields(inner)
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
    if let device, device != self.device {
      self.device = device
      if parts[device] == nil {
        parts[device] = log.parts.count
        log.names[log.parts.count] = String(device.prefix(80))
        log.parts.append([])
      }
    }
    if let part = self.device.flatMap({ parts[$0] }) { log.parts[part].append(point) } else { log.append(point) }
  }

  /// A stretch or a signal of Google's timeline, if it is one.
  private func timeline(_ node: Node) -> Bool {
    if let path = node["timelinePath"]?.array {
      let start = node["startTime"].flatMap { time($0, &log, counts: false) }
      for item in path {
        var stamp = item["time"].flatMap { time($0, &log, counts: false) }
        if stamp == nil, let start, let minutes = item["durationMinutesOffsetFromStartTime"]?.number {
          stamp = start + Int64(min(1e6, max(0, minutes)) * 60) * 1_000_000_000
        }
        guard let text = item["point"]?.string, let stamp else { continue }
        pair(text, item, stamp)
      }
      return true
    }
    if let segment = node["activitySegment"] ?? node["placeVisit"] {
      history(segment, isWay: node["activitySegment"] != nil)
      return true
    }
    if let stay = node["visit"] ?? node["activity"], stay.object != nil, node["startTime"] != nil {
      let candidate = stay["topCandidate"]
      let place = candidate?["placeLocation"]
      append(stay["start"] ?? place, at: node["startTime"])
      append(stay["end"] ?? place, at: node["endTime"])
      if node["visit"] != nil, place != nil { visit(from: node["startTime"], to: node["endTime"]) }
      return true
    }
    if let text = (node["LatLng"] ?? node["latLng"])?.string {
      if let stamp = node["timestamp"].flatMap({ time($0, &log, counts: false) }) {
        pair(text, node, stamp, accuracy: node["accuracyMeters"]?.number)
      }
      return true
    }
    return false
  }

  /// A stretch of Google's older monthly files: a stay at a place, or a way with its points, of which some have times.
  private func history(_ segment: Node, isWay: Bool) {
    let span = segment["duration"]
    let times = [["startTimestamp", "startTimestampMs"], ["endTimestamp", "endTimestampMs"]].map { keys in
      keys.lazy.compactMap { span?[$0] }.first
    }
    guard isWay else {
      for time in times { append(segment["location"], at: time) }
      visit(from: times[0], to: times[1])
      return
    }
    append(segment["startLocation"], at: times[0])
    let raw = (segment["simplifiedRawPath"]?["points"]?.array ?? []).filter {
      ($0["timestamp"] ?? $0["timestampMs"]) != nil
    }
    if raw.isEmpty {
      let ends = times.map { $0.flatMap { time($0, &stays, counts: false) } }
      let line = (segment["waypointPath"]?["waypoints"]?.array ?? []).compactMap { stayPoint($0) }
      if let first = ends[0], let last = ends[1], first <= last, !line.isEmpty {
        // The ends of the way are its first and last places.
        let all = [segment["startLocation"], segment["endLocation"]].map { $0.flatMap(stayPoint) }
        let whole = (all[0].map { [$0] } ?? []) + line + (all[1].map { [$0] } ?? [])
        let timed = SteadyPace.timed(whole, from: first, to: last)
        for point in timed.dropFirst(all[0] == nil ? 0 : 1).dropLast(all[1] == nil ? 0 : 1) { stays.append(point) }
      }
    } else {
      for point in raw { append(point, at: point["timestamp"] ?? point["timestampMs"]) }
    }
    append(segment["endLocation"], at: times[1])
  }

  private func visit(from start: Node?, to end: Node?) {
    guard let first = start.flatMap({ time($0, &stays, counts: false) }),
      let last = end.flatMap({ time($0, &stays, counts: false) }),
      first < last
    else { return }
    visits.append(first...last)
  }

  private func append(_ place: Node?, at stamp: Node?) {
    guard let place, let stamp, var point = stayPoint(place), let time = time(stamp, &stays, counts: false) else {
      return
    }
    point.nanoseconds = time
    stays.append(point)
  }

  /// An object with a latitude and a longitude, a text of both, or an object with such a text; places that are none are
  /// passed over, since a timeline has many without.
  private func stayPoint(_ node: Node) -> Point? {
    if let text = node.string ?? (node["latLng"] ?? node["LatLng"])?.string {
      return pair(text).flatMap { point(node, $0.latitude, $0.longitude, &stays) }
    }
    let fields = self.fields(node)
    guard let north = fields.latitude?.number, let east = fields.longitude?.number else { return nil }
    let scale = fields.isE7 ? 1e-7 : 1
    return point(node, north * scale, east * scale, &stays)
  }

  /// `48.1374°, 11.5755°` and `geo:48.1374,11.5755`.
  private func pair(_ text: String) -> (latitude: Double, longitude: Double)? {
    let plain = text.replacing("geo:", with: "").replacing("°", with: "")
    let numbers = plain.split(separator: ",").map { TrackNumber.value(String($0)) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
    return (latitude, longitude)
  }

  private func pair(_ text: String, _ node: Node, _ stamp: Int64, accuracy: Double? = nil) {
    guard let (latitude, longitude) = pair(text) else {
      skip(
        "without a valid place",
        places.error(node, "'\(text.prefix(40))' is not a place", remedy: "export the file again"))
      return
    }
    guard var point = self.point(node, latitude, longitude, &log) else { return }
    point.nanoseconds = stamp
    point.accuracy = accuracy
    log.append(point)
  }

  /// What a member means, by the names that recorders give it.
  private enum Role {
    case latitude, longitude, latitudeE7, longitudeE7, elevation, accuracy, speed, kilometresPerHour, share, percent,
      device
    /// The smaller the number, the rather it is the time of the position.
    case time(Int)
    case other

    private static let times =
      PositionHeading.time.names.filter { !PositionHeading.elapsed.contains($0) } + PositionHeading.date.names

    init(_ key: String) {
      let plain = ColumnHeading.key(key)
      switch plain {
      case _ where PositionHeading.latitude.names.contains(plain): self = .latitude
      case _ where PositionHeading.longitude.names.contains(plain): self = .longitude
      case "latitudee7", "late7": self = .latitudeE7
      case "longitudee7", "lnge7": self = .longitudeE7
      case _ where PositionHeading.elevation.names.contains(plain): self = .elevation
      case _ where PositionHeading.accuracy.names.contains(plain): self = .accuracy
      case "speed": self = .speed
      case "vel": self = .kilometresPerHour
      case "batterylevel": self = .share
      case "batt": self = .percent
      case "deviceid", "tid", "entityid": self = .device
      default: self = Self.times.firstIndex(of: plain).map { .time($0) } ?? .other
      }
    }
  }

  /// What an object says of a position.
  private struct Fields {
    var latitude: Node?
    var longitude: Node?
    var isE7 = false
    var time: Node?
    var timeRank = Int.max
    var elevation: Double?
    var accuracy: Double?
    var speed: Double?
    var battery: Double?
    var device: String?

    /// The place of an inner object with what this one says besides.
    func around(_ inner: Fields) -> Fields {
      var fields = inner
      if fields.time == nil || timeRank < fields.timeRank, time != nil {
        (fields.time, fields.timeRank) = (time, timeRank)
      }
      fields.elevation = inner.elevation ?? elevation
      fields.accuracy = inner.accuracy ?? accuracy
      fields.speed = inner.speed ?? speed
      fields.battery = inner.battery ?? battery
      fields.device = device ?? inner.device
      return fields
    }

    func fill(_ point: inout RecordedPoints.Point) {
      if let elevation { point.elevation = elevation }
      point.accuracy = accuracy.flatMap { $0 > 0 ? $0 : nil }
      point.speed = speed.flatMap { $0 >= 0 ? $0 : nil }
      point.battery = battery.flatMap { (0...100).contains($0) ? $0 : nil }
    }
  }

  private func fields(_ node: Node) -> Fields {
    var fields = Fields()
    for member in node.object ?? [] {
      let role: Role
      if let known = roles[member.key] {
        role = known
      } else {
        role = Role(member.key)
        // A file has few names, or is none of a recorder.
        if roles.count < 1_000 { roles[member.key] = role }
      }
      switch role {
      case .latitude: fields.latitude = member.node
      case .longitude: fields.longitude = member.node
      case .latitudeE7: (fields.latitude, fields.isE7) = (member.node, true)
      case .longitudeE7: fields.longitude = member.node
      case .elevation: fields.elevation = member.node.number
      case .accuracy: fields.accuracy = member.node.number
      case .speed: fields.speed = member.node.number
      case .kilometresPerHour: fields.speed = member.node.number.map { $0 / 3.6 }
      // -1 where it is not known; some write percent.
      case .share:
        fields.battery = member.node.number
        (sawShare, mostShare) = (true, max(mostShare, member.node.number ?? 0))
      case .percent: (fields.battery, sawPercent) = (member.node.number, sawPercent || member.node.number != nil)
      case .device: fields.device = member.node.string ?? member.node.number.map(DecimalText.exact)
      case .time(let rank):
        guard rank < fields.timeRank else { continue }
        switch member.node.content {
        case .number, .string: (fields.time, fields.timeRank) = (member.node, rank)
        default: break
        }
      case .other: break
      }
    }
    return fields
  }
}

/// Reads positions from JSON: one text, one text a line, or the recorder's log of OwnTracks, whose lines begin with a time.
enum JSONTrackReader {
  static func points(_ bytes: [UInt8], file: String) throws(InputError) -> RecordedPoints {
    let (text, note) = TextEncoding.utf8(bytes)
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
    var points = collector.points
    if let note { points.notes.append(note) }
    return points
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
