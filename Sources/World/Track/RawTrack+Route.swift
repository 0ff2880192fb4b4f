package import Quantities

extension RawTrack {
  /// A route's points stand at most so far apart in time (s); a longer time would count as a gap of a recording.
  private static let routeStep = 60.0

  /// The track of somebody who follows a route at a steady pace.
  ///
  /// - Parameters:
  ///   - route: places in order.
  ///   - speed: above 0.
  ///   - startUnixSeconds: when the first place is left.
  /// - Returns: `nil` for a route without length.
  package init?(
    name: String? = nil, route: [GeodeticPosition], speed: Speed, startUnixSeconds: Double, notes: [String] = []
  ) {
    guard !route.isEmpty, speed.metresPerSecond > 0 else { return nil }
    let path = RoutePath(route.map { $0.earthVector() })
    guard path.length > 0 else { return nil }
    var points: [Point] = []
    func append(_ seconds: Double, _ place: EarthVector) {
      let instant = Instant.seconds(seconds)
      // Places closer than a nanosecond's way are one.
      if let last = points.last, last.instant >= instant { return }
      let position = GeodeticPosition(place)
      points.append(Point(instant: instant, latitude: position.latitude, longitude: position.longitude))
    }
    for (index, place) in path.points.enumerated() {
      let seconds = path.distances[index] / speed.metresPerSecond
      if index > 0 {
        let before = path.distances[index - 1] / speed.metresPerSecond
        let pieces = Int(((seconds - before) / Self.routeStep).rounded(.up))
        for piece in 1..<max(2, pieces) where pieces > 1 {
          let share = Double(piece) / Double(pieces)
          append(
            before + (seconds - before) * share, path.points[index - 1].interpolated(to: place, fraction: share))
        }
      }
      append(seconds, place)
    }
    guard points.count > 1 else { return nil }
    self.init(name: name, startUnixSeconds: startUnixSeconds, points: points, notes: notes)
  }
}
