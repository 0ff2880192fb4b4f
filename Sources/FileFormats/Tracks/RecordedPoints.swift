import Core
import World

/// The points of a recording as its file holds them, before they are checked and put in order.
struct RecordedPoints {
  struct Point {
    var latitude: Double
    var longitude: Double
    var elevation: Double?
    /// Since 1970; `nil` where the file says none.
    var nanoseconds: Int64?
    /// The reported radius in metres.
    var accuracy: Double?
    /// In m/s.
    var speed: Double?
    /// In percent.
    var battery: Double?
    /// What made the fix; empty where it is not told.
    var technology = ""
    var line: Int
    /// `nil` where only the line is known.
    var column: Int?

    var position: GeodeticPosition { GeodeticPosition(latitude: latitude, longitude: longitude) }
    var vector: EarthVector { position.earthVector() }
    /// Nanoseconds since 1970, of a point that has a time.
    var time: Int64 { nanoseconds ?? 0 }
  }

  /// Points of one kind, of which a file may hold several.
  struct Group {
    /// In the order of the file; each is one recording without a break, such as a segment.
    var parts: [[Point]] = []
    /// Of parts, where the file names them; by their number.
    var names: [Int: String] = [:]
    /// Whether the points are planned: their times, if any, are those of their making.
    var isRoute = false
    /// Points that could not be read.
    var unread = RowTally()
    /// Points that the recorder itself calls invalid, which is no damage.
    var declined = RowTally()
    /// What a reader of the result should know, such as that waypoints were taken.
    var note: String?
    /// Why no point has a time, where the file has some that cannot be those of the points.
    var whyUntimed: String?
    /// Each point was written by itself, so that their order means nothing.
    var isLog = false

    var count: Int { parts.reduce(0) { $0 + $1.count } }
    var timedCount: Int { parts.reduce(0) { $0 + $1.count { $0.nanoseconds != nil } } }

    /// Two parts of different names that overlap in time, as those of two phones do.
    var overlapping: (String, String)? {
      let spans = names.compactMap { part, name -> (name: String, first: Int64, last: Int64)? in
        let times = parts.indices.contains(part) ? parts[part].compactMap(\.nanoseconds) : []
        return times.min().flatMap { first in times.max().map { (name, first, $0) } }
      }.sorted { ($0.first, $0.name) < ($1.first, $1.name) }
      return zip(spans, spans.dropFirst()).first { $0.last > $1.first && $0.name != $1.name }.map { ($0.name, $1.name) }
    }

    /// Makes percentages of levels that are shares.
    mutating func scaleBattery(by factor: Double) {
      for part in parts.indices {
        for index in parts[part].indices { parts[part][index].battery = parts[part][index].battery.map { $0 * factor } }
      }
    }

    /// By their names, of parts that are recordings of one file.
    var numbers: [String: Int] = [:]

    /// Adds to the last part, or to the recording of this name.
    mutating func append(_ point: Point, to recording: String? = nil) {
      if let recording, numbers[recording] == nil {
        numbers[recording] = parts.count
        begin(recording)
      }
      if parts.isEmpty { parts.append([]) }
      parts[recording.flatMap { numbers[$0] } ?? parts.count - 1].append(point)
    }

    mutating func begin(_ name: String? = nil) {
      names[parts.count] = name.map { String($0.prefix(80)) }
      parts.append([])
    }
  }

  /// Those that may be the track, the likeliest first.
  var groups: [Group]
  var name: String?
  var notes: [String] = []
  /// What to give where there are no points.
  var remedy = "give a recording with positions"

  /// The first group with times, else the first with points.
  var best: Group? {
    groups.first { $0.timedCount > 1 } ?? groups.first { $0.count + $0.unread.total > 1 }
      ?? groups.first { $0.count + $0.unread.total > 0 }
  }
}

/// Collects the points of a recording in XML.
protocol XMLTrackConsumer: XMLConsumer {
  var points: RecordedPoints { get }
}

/// A place and a time as texts, and what is said of those that are none.
extension RecordedPoints.Group {
  /// How an error at the point's place in the file is made.
  typealias Fault = (_ message: String, _ remedy: String) -> InputError

  /// A point at a place; one at no place on the earth is counted as unread.
  mutating func point(_ latitude: String?, _ longitude: String?, at place: FilePlace) -> RecordedPoints.Point? {
    point(
      latitude.flatMap(TrackNumber.value), longitude.flatMap(TrackNumber.value), written: (latitude, longitude),
      line: place.line ?? 0, column: place.column, fault: place.error)
  }

  /// The same of numbers; `written` is what the file has in their place.
  mutating func point(
    _ latitude: Double?, _ longitude: Double?, written: (String?, String?) = (nil, nil), line: Int, column: Int? = nil,
    fault: Fault
  ) -> RecordedPoints.Point? {
    if let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 {
      return RecordedPoints.Point(latitude: latitude, longitude: longitude, line: line, column: column)
    }
    let axes = [
      ("latitude", latitude, written.0, 90), ("longitude", longitude, written.1, 180.0),
    ]
    for (name, value, text, limit) in axes where value.map({ !(abs($0) <= limit) }) ?? true {
      let shown = XMLElement.shown(text ?? value.map { DecimalText.exact($0) } ?? "")
      unread.skip(
        "without a valid place", line: line,
        error: value != nil
          ? fault(
            "the \(name) \(shown) is outside -\(Int(limit)) to \(Int(limit)) degrees",
            "check whether latitude and longitude are swapped")
          : fault(
            text == nil ? "the point has no \(name)" : "the \(name) '\(shown)' is not a number",
            "write degrees with a point for decimals"))
      break
    }
    return nil
  }

  /// Nanoseconds since 1970; a point whose time is none is counted as unread.
  mutating func time(_ text: String, at place: FilePlace) -> Int64? {
    time(text, line: place.line ?? 0, fault: place.error)
  }

  mutating func time(_ text: String, line: Int, fault: Fault) -> Int64? {
    if let time = TimeText.nanoseconds(text) { return time }
    unread.skip(
      "with an unreadable time", line: line,
      error: fault("'\(XMLElement.shown(text))' is not a time", "write times such as 2019-08-31T17:05:21Z"))
    return nil
  }
}

/// Gives times to a line of which only the beginning and the end are known.
enum SteadyPace {
  /// - Parameters:
  ///   - line: at least one point.
  ///   - start: nanoseconds since 1970.
  ///   - end: at `start` or after.
  static func timed(_ line: [RecordedPoints.Point], from start: Int64, to end: Int64) -> [RecordedPoints.Point] {
    var lengths = [0.0]
    for (a, b) in zip(line, line.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + a.vector.distance(to: b.vector))
    }
    let total = lengths[lengths.count - 1]
    let (span, overflow) = end.subtractingReportingOverflow(start)
    guard !overflow else { return [] }
    return line.indices.map { index in
      var point = line[index]
      let share = total > 0 ? lengths[index] / total : Double(index) / Double(max(1, line.count - 1))
      // To the microsecond, so that the last point has the end's own time.
      let passed = index == line.count - 1 ? span : Int64((Double(span) * share / 1_000).rounded(.down)) * 1_000
      point.nanoseconds = start + (line.count == 1 ? 0 : passed)
      return point
    }
  }
}
