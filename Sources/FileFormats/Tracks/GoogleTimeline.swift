/// Google's timelines: a phone's own (`timelinePath`, `rawSignals`, visits and activities) and the older monthly files.
extension JSONTrackCollector {
  /// A stretch or a signal of Google's timeline, if it is one.
  func timeline(_ node: Node) -> Bool {
    if let path = node["timelinePath"]?.array {
      let start = time(node["startTime"])
      for item in path {
        var stamp = time(item["time"])
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
      if let stamp = time(node["timestamp"]) {
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
      let ends = times.map { time($0) }
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
    if let first = time(start), let last = time(end), first < last { visits.append(first...last) }
  }

  private func append(_ place: Node?, at stamp: Node?) {
    guard let place, stamp != nil, var point = stayPoint(place), let time = time(stamp) else { return }
    point.nanoseconds = time
    stays.append(point)
  }

  /// An object with a latitude and a longitude, a text of both, or an object with such a text; places that are none are
  /// passed over, since a timeline has many without.
  private func stayPoint(_ node: Node) -> Point? {
    if let text = node.string ?? (node["latLng"] ?? node["LatLng"])?.string {
      return pair(text).flatMap { point(node, $0.latitude, $0.longitude, &stays) }
    }
    let fields = members.read(node)
    guard fields.latitude?.number != nil, fields.longitude?.number != nil else { return nil }
    return point(fields, in: node, &stays)
  }

  /// `48.1374°, 11.5755°` and `geo:48.1374,11.5755`.
  private func pair(_ text: String) -> (latitude: Double, longitude: Double)? {
    let plain = text.replacing("geo:", with: "").replacing("°", with: "")
    let numbers = plain.split(separator: ",").map { TrackNumber.value(String($0)) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
    return (latitude, longitude)
  }

  private func pair(_ text: String, _ node: Node, _ stamp: Int64, accuracy: Double? = nil) {
    let pair = pair(text)
    guard var point = self.point(node, pair?.latitude, pair?.longitude, &log) else { return }
    point.nanoseconds = stamp
    point.accuracy = accuracy
    log.append(point)
  }
}
