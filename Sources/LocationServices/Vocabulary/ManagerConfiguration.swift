/// The properties of a location manager, as the system last saw them.
package struct ManagerConfiguration: Sendable, Hashable {
  package var desiredAccuracy = DesiredAccuracy.best
  /// Metres; not positive for none.
  package var distanceFilter = -1.0
  package var activityType = ActivityType.other
  package var pausesAutomatically = true
  package var allowsBackground = false
  /// Live updates stand behind it, not an app's own manager.
  var isLive = false
}

/// What an app asks for with `desiredAccuracy`: metres, or one of Apple's negative constants.
///
/// The constants have the raw values of `kCLLocationAccuracy...` (sources C2).
public struct DesiredAccuracy: RawRepresentable, Sendable, Hashable {
  public let rawValue: Double

  public init(rawValue: Double) { self.rawValue = rawValue }

  /// `kCLLocationAccuracyBestForNavigation`.
  public static let bestForNavigation = DesiredAccuracy(rawValue: -2)
  /// `kCLLocationAccuracyBest`.
  public static let best = DesiredAccuracy(rawValue: -1)
  /// `kCLLocationAccuracyNearestTenMeters`.
  public static let nearestTenMeters = DesiredAccuracy(rawValue: 10)
  /// `kCLLocationAccuracyHundredMeters`.
  public static let hundredMeters = DesiredAccuracy(rawValue: 100)
  /// `kCLLocationAccuracyKilometer`.
  public static let kilometer = DesiredAccuracy(rawValue: 1000)
  /// `kCLLocationAccuracyThreeKilometers`.
  public static let threeKilometers = DesiredAccuracy(rawValue: 3000)
  /// The approximate area only, although the user may grant more (`kCLLocationAccuracyReduced`, iOS 14).
  public static let reduced = DesiredAccuracy(rawValue: 6_380_000)

  /// The names used in strategy files.
  package static let names: [(name: String, value: DesiredAccuracy)] = [
    ("best_for_navigation", .bestForNavigation), ("best", .best), ("nearest_ten_meters", .nearestTenMeters),
    ("hundred_meters", .hundredMeters), ("kilometer", .kilometer), ("three_kilometers", .threeKilometers),
    ("reduced", .reduced),
  ]

  /// Whether GNSS is asked for at full rate: best, navigation, or below the class of Wi-Fi.
  package var wantsGNSS: Bool { rawValue < DesiredAccuracy.hundredMeters.rawValue }

  /// The reported radius from which on the request counts as met, in metres; 10 for the best ones.
  package var satisfiedRadius: Double { max(rawValue, 10) }
}

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
