import LocationServices

/// What the app says its user is doing.
public enum CLActivityType: Int, Sendable {
  case other = 1
  case automotiveNavigation, fitness, otherNavigation, airborne

  var simulated: ActivityType { ActivityType(rawValue: rawValue) ?? .other }
}
