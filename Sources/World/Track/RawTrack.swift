public import Quantities

/// A track as a phone recorded it, before anything is done to it.
public struct RawTrack: Sendable, Hashable {
  public struct Point: Sendable, Hashable {
    /// From the first point on.
    public var instant: Instant
    /// -90 to 90 degrees.
    public var latitude: Double
    /// -180 to 180 degrees.
    public var longitude: Double
    /// Metres; kept for completeness, the simulation is two-dimensional.
    public var elevation: Double?

    public init(instant: Instant, latitude: Double, longitude: Double, elevation: Double? = nil) {
      self.instant = instant
      self.latitude = latitude
      self.longitude = longitude
      self.elevation = elevation
    }
  }

  /// As the file names it.
  public var name: String?
  /// The first point's time, in seconds since 1970-01-01T00:00:00Z.
  public var startUnixSeconds: Double
  /// At least one; instants increase strictly from zero.
  public var points: [Point]
  /// What was done while reading, such as merged points.
  public var notes: [String]

  /// - Precondition: there is a point, the first is at zero, and the instants increase strictly.
  public init(name: String? = nil, startUnixSeconds: Double, points: [Point], notes: [String] = []) {
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
