public import World

/// A circle on the ground to be watched: `CLCircularRegion`.
public struct CircularRegion: Sendable, Hashable {
  package let center: EarthVector
  /// Metres.
  public let radius: Double
  /// The app's name for it; another region of this name replaces it.
  public let identifier: String
  /// Whether entries are reported; true unless set.
  public var notifyOnEntry: Bool
  /// Whether exits are reported; true unless set.
  public var notifyOnExit: Bool
  /// What an Android geofence has besides; `nil` for a region of Core Location.
  package var geofence: GeofenceTerms?

  /// A circle with its radius in metres.
  public init(
    center: EarthVector, radius: Double, identifier: String, notifyOnEntry: Bool = true, notifyOnExit: Bool = true
  ) {
    self.center = center
    self.radius = radius
    self.identifier = identifier
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
  }

  /// A circle with its radius in metres.
  public init(
    center: GeodeticPosition, radius: Double, identifier: String, notifyOnEntry: Bool = true,
    notifyOnExit: Bool = true
  ) {
    self.init(
      center: center.earthVector(), radius: radius, identifier: identifier, notifyOnEntry: notifyOnEntry,
      notifyOnExit: notifyOnExit)
  }

  /// Its circle on the ground.
  package var circle: Circle { Circle(center: center, radius: radius) }
}
