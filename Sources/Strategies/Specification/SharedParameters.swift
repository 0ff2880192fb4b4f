import LocationServices

extension StrategyParameter {
  static let desiredAccuracy = StrategyParameter(
    "desired_accuracy", .choice(DesiredAccuracy.names.map(\.name)), standard: .choice("best"),
    "which accuracy is asked for; it decides which technologies run")
  static let distanceFilter = StrategyParameter(
    "distance_filter", .distance(0...1_000_000, orNone: true), standard: .distance(.infinity),
    "how far the user must move before the next delivery")
  static let activityType = StrategyParameter(
    "activity_type", .choice(ActivityType.allCases.map(\.name)), standard: .choice("other"),
    "what the user is doing, for automatic pausing")
  static let pausesAutomatically = StrategyParameter(
    "pauses_automatically", .flag, standard: .flag(false), "whether the system may pause updates in the background")
  static let allowsBackground = StrategyParameter(
    "allows_background", .flag, standard: .flag(true), "whether updates go on in the background")
}
