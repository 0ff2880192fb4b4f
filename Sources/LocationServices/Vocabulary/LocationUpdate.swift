/// What live updates deliver: `CLLocationUpdate` on a simulated clock (sources C1).
///
/// With iOS 17 it has a location and whether the user is stationary; what stands in the way of a location is said since
/// iOS 18, and all of it is `false` before.
public struct LocationUpdate: Sendable, Hashable {
  /// `nil` when the update only says what stands in the way.
  public var location: Location?
  /// The last update before updates rest because the user stays; they come again by themselves.
  public var isStationary = false
  /// The user does not let the app use location.
  public var authorizationDenied = false
  /// The app is neither in use nor does it hold a background activity session, and may not go on in the background.
  public var insufficientlyInUse = false
  /// No position can be had at the moment.
  public var locationUnavailable = false
  /// The app declares that it uses service sessions, and holds none.
  public var serviceSessionRequired = false
}

/// What the user is doing, for live updates: `CLLocationUpdate.LiveConfiguration` (iOS 17; sources C1).
public enum LiveConfiguration: String, CaseIterable, Sendable {
  case standard = "default"
  case automotiveNavigation = "automotive_navigation"
  case otherNavigation = "other_navigation"
  case fitness, airborne

  /// The activity type that classic updates would have.
  package var activityType: ActivityType {
    switch self {
    case .standard: .other
    case .automotiveNavigation: .automotiveNavigation
    case .otherNavigation: .otherNavigation
    case .fitness: .fitness
    case .airborne: .airborne
    }
  }

  /// Live updates take no accuracy of their own; navigation gets what navigation needs (2020 session), all others the best.
  var desiredAccuracy: DesiredAccuracy {
    switch self {
    case .automotiveNavigation, .otherNavigation: .bestForNavigation
    case .standard, .fitness, .airborne: .best
    }
  }
}
