import LocationServices

/// What the user is doing, as rules say it.
package enum CompositeActivity: String, CaseIterable, Sendable {
  /// Anything but still.
  case moving
  case still, walking, running
  case onBicycle = "on_bicycle"
  case inVehicle = "in_vehicle"

  func fits(_ activity: DetectedActivity) -> Bool {
    self == .moving ? activity != .still : rawValue == activity.rawValue
  }

  /// Whether whatever fits `other` fits this.
  func covers(_ other: CompositeActivity) -> Bool { self == other || (self == .moving && other != .still) }
}
