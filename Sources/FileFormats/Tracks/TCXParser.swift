/// Collects the track points of a Training Center file (Garmin, `TrainingCenterDatabase` v2), element by element.
///
/// A `Trackpoint` without a position, as beside a treadmill or in a tunnel, is a heart rate and no place: it is passed over.
final class TCXParser: XMLTrackConsumer {
  let wanted: Set = ["Trackpoint", "Name"]
  private var group = RecordedPoints.Group()
  private var name: String?
  private var withoutPlace = 0

  var points: RecordedPoints {
    var notes: [String] = []
    if withoutPlace > 0 { notes.append("\(withoutPlace) track points without a position passed over") }
    return RecordedPoints(
      groups: [group], name: name, notes: notes,
      remedy: withoutPlace > 0 ? "export an activity recorded outdoors" : "export an activity with its track")
  }

  func begin(_ path: [XMLElement]) {
    if path.last?.name == "Track" { group.begin() }
  }

  func end(_ element: XMLElement, in path: [XMLElement]) {
    switch element.name {
    case "Trackpoint": add(element)
    case "Name" where path.last?.name == "Course": name = name ?? element.text.oneLine(200)
    default: break
    }
  }

  private func add(_ element: XMLElement) {
    let position = element["Position"]
    guard let latitude = position?["LatitudeDegrees"], let longitude = position?["LongitudeDegrees"] else {
      withoutPlace += 1
      return
    }
    guard var point = group.point(latitude.text, longitude.text, at: element.place) else { return }
    if let time = element["Time"]?.text.oneLine(200) {
      point.nanoseconds = group.time(time, at: element.place)
      if point.nanoseconds == nil { return }
    }
    point.elevation = element["AltitudeMeters"].flatMap { TrackNumber.value($0.text) }
    group.append(point)
  }
}
