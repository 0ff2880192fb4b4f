package import Quantities

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
