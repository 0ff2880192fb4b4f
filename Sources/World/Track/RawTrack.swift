package import Core

/// A track as a phone recorded it, before anything is done to it.
package struct RawTrack: Sendable, Hashable {
  package struct Point: Sendable, Hashable {
    /// From the first point on.
    package var instant: Instant
    /// -90 to 90 degrees.
    package var latitude: Double
    /// -180 to 180 degrees.
    package var longitude: Double
    /// Metres; kept for completeness, the simulation is two-dimensional.
    package var elevation: Double?

    package init(instant: Instant, latitude: Double, longitude: Double, elevation: Double? = nil) {
      self.instant = instant
      self.latitude = latitude
      self.longitude = longitude
      self.elevation = elevation
    }
  }

  /// As the file names it.
  package var name: String?
  /// The first point's time, in seconds since 1970-01-01T00:00:00Z.
  package var startUnixSeconds: Double
  /// At least one; instants increase strictly from zero.
  package var points: [Point]
  /// What was done while reading, such as merged points.
  package var notes: [String]

  /// - Precondition: there is a point, the first is at zero, and the instants increase strictly.
  package init(name: String? = nil, startUnixSeconds: Double, points: [Point], notes: [String] = []) {
    precondition(points.first?.instant == .start, "a track starts at zero")
    for index in points.indices.dropFirst() {
      precondition(points[index - 1].instant < points[index].instant, "the instants of a track must increase")
    }
    self.name = name
    self.startUnixSeconds = startUnixSeconds
    self.points = points
    self.notes = notes
  }
}

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

extension Scenario {
  /// The day of a measured run that travels: along its legs as fast as positions say, else at a steady pace, waiting between
  /// them where the last one ended; waits of ten minutes and more are indoors, see `TrackInference`.
  ///
  /// - Parameters:
  ///   - legs: in order of time; at least one must lie within the span.
  ///   - span: in seconds since 1970.
  ///   - surroundings: known for some of the legs, by their index.
  /// - Returns: `nil` when no leg lies within the span, or legs overlap.
  package init?(
    legs: [TimedLeg], span: ClosedRange<Double>, surroundings: [Int: Surroundings] = [:], name: String = "trip"
  ) {
    guard let track = RawTrack(legs: legs, span: span) else { return nil }
    func instant(_ time: Double) -> Instant {
      .seconds(min(max(time, span.lowerBound), span.upperBound) - span.lowerBound)
    }
    self.init(
      track: track, name: name, noise: .metres(0),
      spans: surroundings.sorted { $0.key < $1.key }.compactMap { index, value in
        legs.indices.contains(index) ? (instant(legs[index].start)...instant(legs[index].end), value) : nil
      })
  }

  /// The day of a measured run at rest: at home, on Wi-Fi, the app in the background after a minute.
  ///
  /// - Parameters:
  ///   - seconds: above 0.
  ///   - indoorHold: how well receivers keep tracking there.
  package init(
    restingAt place: GeodeticPosition, seconds: Double, name: String = "at rest", indoorHold: IndoorHold = .home
  ) {
    let end = Instant.seconds(max(1, seconds))
    self.init(
      track: RawTrack(
        startUnixSeconds: 0,
        points: [
          .init(instant: .start, latitude: place.latitude, longitude: place.longitude),
          .init(instant: end, latitude: place.latitude, longitude: place.longitude),
        ]), name: name, noise: .metres(0),
      surroundings: Surroundings(
        sky: .indoor, accessPoints: .many, cells: .suburban, onWiFi: true, indoorHold: indoorHold))
  }
}
