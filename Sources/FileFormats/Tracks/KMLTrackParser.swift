/// Collects what a KML 2.2 file has of a track, element by element.
///
/// Tracks are pairs of `<when>` and `<gx:coord>` (longitude, latitude, altitude), with a `gx:SimpleArrayData` called
/// `accuracy` where there is one. Else placemarks count: points with a `TimeStamp`, and points and lines with a `TimeSpan`,
/// along which one goes at a steady pace. Lines without any time are a route.
final class KMLTrackParser: XMLConsumer {
  private typealias Point = RecordedPoints.Point

  private var tracks = RecordedPoints.Group()
  private var placemarks = RecordedPoints.Group()
  private var lines = RecordedPoints.Group()
  private var places = RecordedPoints.Group()
  private var name: String?
  /// The name of the placemark that is open.
  private var placemarkName: String?
  /// Times without a position: the format's own way to say so.
  private var emptyCount = 0

  private let file: String
  // Of the track that is open.
  private var times: [Int64?] = []
  private var coordinates: [Point?] = []
  /// Why a time or a coord is none, by its number; the first reason counts.
  private var faults: [Int: (reason: String, error: InputError)] = [:]
  private var accuracies: [Double] = []
  private var isAccuracy = false
  // Of the placemark that is open.
  private var placemarkTimes: [Int64] = []
  private var placemarkLines: [[Point]] = []
  private var placemarkPoint: Point?
  private var isInTrack = false

  init(file: String) { self.file = file }

  var points: RecordedPoints {
    if emptyCount > 0 { tracks.note = "\(emptyCount) times without a position passed over" }
    placemarks.isLog = true
    (lines.isRoute, places.isRoute) = (true, true)
    placemarks.note = "placemarks with times taken as a track"
    lines.note = "lines taken as a track"
    places.note = "placemarks taken as a track"
    return RecordedPoints(
      groups: [tracks, placemarks, lines, places], name: name,
      remedy: "export a gx:Track, placemarks with a TimeStamp, or a line")
  }

  func begin(_ path: [XMLElement], _ attributes: XMLAttributes) throws(InputError) -> Bool {
    guard let element = path.last else { return false }
    let owner = path.count > 1 ? path[path.count - 2].name : ""
    switch element.name {
    case "Track":
      (times, coordinates, faults, accuracies, isInTrack) = ([], [], [:], [], true)
    case "Placemark": (placemarkTimes, placemarkLines, placemarkPoint, placemarkName) = ([], [], nil, nil)
    case "SimpleArrayData": isAccuracy = attributes["name"] == "accuracy"
    case "when": return isInTrack || (owner == "TimeStamp" && isOfPlacemark(path))
    case "begin", "end": return owner == "TimeSpan" && isOfPlacemark(path)
    case "coord": return isInTrack
    case "value": return isInTrack && isAccuracy
    case "coordinates": return owner == "Point" || owner == "LineString"
    case "name": return ["Document", "Folder", "Placemark"].contains(owner)
    default: break
    }
    return false
  }

  // Views have times too, which say nothing of the placemark.
  private func isOfPlacemark(_ path: [XMLElement]) -> Bool {
    path.count > 2 && path[path.count - 3].name == "Placemark"
  }

  func end(_ path: [XMLElement]) throws(InputError) {
    guard let element = path.last else { return }
    if let text = element.text {
      try take(element, text, owner: path.count > 1 ? path[path.count - 2].name : "")
    }
    switch element.name {
    case "SimpleArrayData": isAccuracy = false
    case "Track":
      try finishTrack(element)
      isInTrack = false
    case "Placemark": finishPlacemark()
    default: break
    }
  }

  private func take(_ element: XMLElement, _ text: String, owner: String) throws(InputError) {
    switch element.name {
    case "when", "begin", "end":
      guard let nanoseconds = TimeText.nanoseconds(text) else {
        let fault = element.error(
          in: file, "'\(XMLElement.shown(text))' is not a time", remedy: "write times such as 2019-08-31T17:05:21Z")
        if isInTrack {
          faults[times.count] = faults[times.count] ?? ("with an unreadable time", fault)
          times.append(nil)
        } else if text.contains(where: { !$0.isWhitespace }) {
          placemarks.unread.skip("with an unreadable time", line: element.line, error: fault)
        }
        return
      }
      if isInTrack { times.append(nanoseconds) } else { placemarkTimes.append(nanoseconds) }
    case "coord":
      let parts = text.split(whereSeparator: \.isWhitespace)
      let point = self.point(parts, element)
      if point == nil {
        if !parts.isEmpty {
          faults[coordinates.count] =
            faults[coordinates.count]
            ?? (
              "without a valid place",
              element.error(
                in: file, "'\(XMLElement.shown(text))' is not a place",
                remedy: "write longitude, latitude and altitude in degrees and metres, with blanks between")
            )
        }
      }
      coordinates.append(point)
    case "coordinates":
      var line: [Point] = []
      for tuple in text.split(whereSeparator: \.isWhitespace) {
        guard let point = self.point(tuple.split(separator: ","), element) else {
          lines.unread.skip(
            "without a valid place", line: element.line,
            error: element.error(
              in: file, "'\(XMLElement.shown(String(tuple)))' is not a place",
              remedy: "write longitude,latitude,altitude in degrees and metres, with blanks between places"))
          continue
        }
        line.append(point)
      }
      if owner == "Point" { placemarkPoint = line.first } else { placemarkLines.append(line) }
    case "name":
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if name == nil, !words.isEmpty { name = String(words.prefix(200)) }
      if owner == "Placemark", !words.isEmpty { placemarkName = String(words.prefix(80)) }
    default: accuracies.append(TrackNumber.value(text) ?? .nan)
    }
  }

  private func point(_ parts: [Substring], _ element: XMLElement) -> Point? {
    guard parts.count >= 2, let longitude = TrackNumber.value(String(parts[0])),
      let latitude = TrackNumber.value(String(parts[1])), abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    return Point(
      latitude: latitude, longitude: longitude,
      elevation: parts.count > 2 ? TrackNumber.value(String(parts[2])) : nil, line: element.line,
      column: element.column)
  }

  private func finishTrack(_ track: XMLElement) throws(InputError) {
    guard times.count == coordinates.count else {
      throw track.error(
        in: file, "the track has \(times.count) times and \(coordinates.count) places",
        remedy: "give each <when> its <gx:coord>")
    }
    tracks.names[tracks.parts.count] = placemarkName
    tracks.parts.append([])
    let known = accuracies.count == times.count
    for (index, coordinate) in coordinates.enumerated() {
      guard var point = coordinate, let time = times[index] else {
        if let fault = faults[index] {
          tracks.unread.skip(fault.reason, line: fault.error.line ?? 0, error: fault.error)
        } else {
          emptyCount += 1
        }
        continue
      }
      point.nanoseconds = time
      if known, accuracies[index] > 0, accuracies[index].isFinite { point.accuracy = accuracies[index] }
      tracks.append(point)
    }
  }

  private func finishPlacemark() {
    let span = placemarkTimes.sorted()
    for line in placemarkLines where !line.isEmpty {
      guard span.count == 2, span[0] < span[1] else {
        lines.parts.append(line)
        continue
      }
      for point in SteadyPace.timed(line, from: span[0], to: span[1]) { placemarks.append(point) }
    }
    guard var point = placemarkPoint else { return }
    guard let first = span.first else { return places.append(point) }
    for time in Set([first, span[span.count - 1]]).sorted() {
      point.nanoseconds = time
      placemarks.append(point)
    }
  }
}
