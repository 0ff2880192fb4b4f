/// What the app says the user is doing: `CLActivityType` with Apple's raw values (sources C2).
public enum ActivityType: Int, CaseIterable, Sendable {
  case other = 1
  case automotiveNavigation, fitness, otherNavigation, airborne

  /// What a session of satellite fixes with this activity does about roads: none for a runner, a boat or a plane; map data
  /// is fetched for navigation in a car, and used where it is for the rest, which the system knows nothing about. From WWDC
  /// 2012 session 303, where the decision to download is the system's; this rule for it is an estimate.
  var roads: PositioningDemand.Roads {
    switch self {
    case .automotiveNavigation: .fetched
    case .other: .ifAtHand
    case .fitness, .otherNavigation, .airborne: .off
    }
  }

  /// What a system must have for the app to say so; `nil` for what it takes an app to do that says nothing.
  package var requires: SystemService? {
    switch self {
    case .other: nil
    case .automotiveNavigation, .fitness, .otherNavigation: .activityTypes
    case .airborne: .airborneActivity
    }
  }

  /// The name used in strategy files.
  package var name: String {
    switch self {
    case .other: "other"
    case .automotiveNavigation: "automotive_navigation"
    case .fitness: "fitness"
    case .otherNavigation: "other_navigation"
    case .airborne: "airborne"
    }
  }
}
