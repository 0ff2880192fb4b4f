/// Collects the track points of a Training Center file (Garmin, `TrainingCenterDatabase` v2), element by element.
///
/// A `Trackpoint` without a position, as beside a treadmill or in a tunnel, is a heart rate and no place: it is passed over.
final class TCXParser: XMLConsumer {
  private var group = RecordedPoints.Group()
  private var name: String?
  private var withoutPlace = 0

  private let file: String
  private var latitude: Double?
  private var longitude: Double?
  private var elevation: Double?
  private var nanoseconds: Int64?
  private var fault: (reason: String, error: InputError)?

  init(file: String) { self.file = file }

  var points: RecordedPoints {
    var notes: [String] = []
    if withoutPlace > 0 { notes.append("\(withoutPlace) track points without a position passed over") }
    return RecordedPoints(
      groups: [group], name: name, notes: notes,
      remedy: withoutPlace > 0 ? "export an activity recorded outdoors" : "export an activity with its track")
  }

  func begin(_ path: [XMLElement], _ attributes: XMLAttributes) throws(InputError) -> Bool {
    guard let element = path.last else { return false }
    let owner = path.count > 1 ? path[path.count - 2].name : ""
    switch element.name {
    case "Track": group.parts.append([])
    case "Trackpoint": (latitude, longitude, elevation, nanoseconds, fault) = (nil, nil, nil, nil, nil)
    case "Time", "AltitudeMeters": return owner == "Trackpoint"
    case "LatitudeDegrees", "LongitudeDegrees": return owner == "Position" && path.count > 3
    case "Name": return owner == "Course"
    default: break
    }
    return false
  }

  func end(_ path: [XMLElement]) throws(InputError) {
    guard let element = path.last else { return }
    if element.name == "Trackpoint" { return finish(element) }
    guard let text = element.text else { return }
    switch element.name {
    case "Time":
      guard text.contains(where: { !$0.isWhitespace }) else { return }
      nanoseconds = TimeText.nanoseconds(text)
      if nanoseconds == nil {
        fault = (
          "with an unreadable time",
          element.error(
            in: file, "'\(XMLElement.shown(text))' is not a time", remedy: "write times such as 2019-08-31T17:05:21Z")
        )
      }
    case "AltitudeMeters": elevation = TrackNumber.value(text)
    case "LatitudeDegrees": latitude = degrees(element, text, limit: 90)
    case "LongitudeDegrees": longitude = degrees(element, text, limit: 180)
    default:
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if name == nil, !words.isEmpty { name = String(words.prefix(200)) }
    }
  }

  private func degrees(_ element: XMLElement, _ text: String, limit: Double) -> Double? {
    if let value = TrackNumber.value(text), abs(value) <= limit { return value }
    fault = (
      "without a valid place",
      element.error(
        in: file, "'\(XMLElement.shown(text))' is not an angle of -\(Int(limit)) to \(Int(limit)) degrees",
        remedy: "export the activity again, or remove the Trackpoint")
    )
    return nil
  }

  private func finish(_ element: XMLElement) {
    if let fault {
      group.unread.skip(fault.reason, line: element.line, error: fault.error)
      return
    }
    guard let latitude, let longitude else {
      withoutPlace += 1
      return
    }
    group.append(
      RecordedPoints.Point(
        latitude: latitude, longitude: longitude, elevation: elevation, nanoseconds: nanoseconds, line: element.line,
        column: element.column))
  }
}
