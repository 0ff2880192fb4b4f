/// Collects what a KML 2.2 file has of a track, element by element.
///
/// Tracks are pairs of `<when>` and `<gx:coord>` (longitude, latitude, altitude), with a `gx:SimpleArrayData` called
/// `accuracy` where there is one. Else placemarks count: points with a `TimeStamp`, and points and lines with a `TimeSpan`,
/// along which one goes at a steady pace. Lines without any time are a route.
final class KMLTrackParser: XMLTrackConsumer {
  private typealias Point = RecordedPoints.Point

  let wanted: Set = ["when", "begin", "end", "coord", "value", "coordinates", "name"]
  private var tracks = RecordedPoints.Group()
  private var placemarks = RecordedPoints.Group()
  private var lines = RecordedPoints.Group()
  private var places = RecordedPoints.Group()
  private var name: String?
  private var placemarkName: String?
  /// Times without a position: the format's own way to say so.
  private var emptyCount = 0

  // Of the track that is open.
  private var times: [Int64?] = []
  private var coordinates: [Point?] = []
  private var accuracies: [Double] = []
  private var isAccuracy = false
  // Of the placemark that is open.
  private var placemarkTimes: [Int64] = []
  private var placemarkLines: [[Point]] = []
  private var placemarkPoint: Point?
  private var isInTrack = false

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

  func begin(_ path: [XMLElement]) {
    switch path.last?.name {
    case "Track": (times, coordinates, accuracies, isInTrack) = ([], [], [], true)
    case "Placemark": (placemarkTimes, placemarkLines, placemarkPoint, placemarkName) = ([], [], nil, nil)
    case "SimpleArrayData": isAccuracy = path.last?.attributes["name"] == "accuracy"
    default: break
    }
  }

  func end(_ element: XMLElement, in path: [XMLElement]) throws(InputError) {
    let (text, owner) = (element.text, path.last?.name ?? "")
    // Views have times too, which say nothing of the placemark.
    let isOfPlacemark = path.dropLast().last?.name == "Placemark"
    switch element.name {
    case "SimpleArrayData": isAccuracy = false
    case "Track":
      try finishTrack(element)
      isInTrack = false
    case "Placemark": finishPlacemark()
    case "when" where isInTrack: times.append(tracks.time(text, at: element.place))
    case "when" where owner == "TimeStamp" && isOfPlacemark,
      "begin" where owner == "TimeSpan" && isOfPlacemark, "end" where owner == "TimeSpan" && isOfPlacemark:
      guard text.contains(where: { !$0.isWhitespace }) else { return }
      if let time = placemarks.time(text, at: element.place) { placemarkTimes.append(time) }
    case "coord" where isInTrack:
      let parts = text.split(whereSeparator: \.isWhitespace)
      if parts.isEmpty { emptyCount += 1 }
      coordinates.append(parts.isEmpty ? nil : Self.point(parts, element, in: &tracks))
    case "coordinates" where owner == "Point" || owner == "LineString":
      let line = text.split(whereSeparator: \.isWhitespace).compactMap {
        Self.point($0.split(separator: ","), element, in: &lines)
      }
      if owner == "Point" { placemarkPoint = line.first } else { placemarkLines.append(line) }
    case "name" where ["Document", "Folder", "Placemark"].contains(owner):
      name = name ?? text.oneLine(200)
      if owner == "Placemark" { placemarkName = text.oneLine(80) ?? placemarkName }
    case "value" where isInTrack && isAccuracy: accuracies.append(TrackNumber.value(text) ?? .nan)
    default: break
    }
  }

  /// Longitude, latitude and perhaps height.
  private static func point(
    _ parts: [Substring], _ element: XMLElement, in group: inout RecordedPoints.Group
  ) -> Point? {
    let texts = parts.map(String.init)
    var point = group.point(texts.count > 1 ? texts[1] : nil, texts.first, at: element.place)
    point?.elevation = texts.count > 2 ? TrackNumber.value(texts[2]) : nil
    return point
  }

  private func finishTrack(_ track: XMLElement) throws(InputError) {
    guard times.count == coordinates.count else {
      throw track.place.error(
        "the track has \(times.count) times and \(coordinates.count) places",
        remedy: "give each <when> its <gx:coord>")
    }
    tracks.begin(placemarkName)
    let known = accuracies.count == times.count
    for (index, coordinate) in coordinates.enumerated() {
      guard var point = coordinate, let time = times[index] else { continue }
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
