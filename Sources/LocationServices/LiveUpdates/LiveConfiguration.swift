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
