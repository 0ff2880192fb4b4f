import Quantities

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
