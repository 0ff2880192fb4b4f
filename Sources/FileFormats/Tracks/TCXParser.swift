/// Collects the track points of a Training Center file (Garmin, `TrainingCenterDatabase` v2), element by element.
///
/// A `Trackpoint` without a position, as beside a treadmill or in a tunnel, is a heart rate and no place: it is passed over.
final class TCXParser: XMLConsumer {
  private var group = RecordedPoints.Group()
  private var name: String?
  private var withoutPlace = 0

  private let file: String
  // Of the point that is open.
  private var (latitude, longitude, time): (String?, String?, String?)
  private var elevation: Double?

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
    case "Track": group.begin()
    case "Trackpoint": (latitude, longitude, elevation, time) = (nil, nil, nil, nil)
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
    case "Time": time = text.oneLine(200)
    case "AltitudeMeters": elevation = TrackNumber.value(text)
    case "LatitudeDegrees": latitude = text
    case "LongitudeDegrees": longitude = text
    default: name = name ?? text.oneLine(200)
    }
  }

  private func finish(_ element: XMLElement) {
    if latitude == nil || longitude == nil {
      withoutPlace += 1
      return
    }
    let fault = { (message: String, remedy: String) in element.error(in: self.file, message, remedy: remedy) }
    let point = group.point(latitude, longitude, line: element.line, column: element.column, fault: fault)
    guard var point else { return }
    if let time {
      point.nanoseconds = group.time(time, line: element.line, fault: fault)
      if point.nanoseconds == nil { return }
    }
    point.elevation = elevation
    group.append(point)
  }
}
