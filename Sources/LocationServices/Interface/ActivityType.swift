/// What the app says the user is doing: `CLActivityType` with Apple's raw values (sources C2).
public enum ActivityType: Int, CaseIterable, Sendable {
  case other = 1
  case automotiveNavigation, fitness, otherNavigation, airborne

  /// The name used in strategy files.
  public var name: String {
    switch self {
    case .other: "other"
    case .automotiveNavigation: "automotive_navigation"
    case .fitness: "fitness"
    case .otherNavigation: "other_navigation"
    case .airborne: "airborne"
    }
  }
}
