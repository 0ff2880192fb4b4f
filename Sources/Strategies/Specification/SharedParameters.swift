import LocationServices

extension StrategyParameter {
  static let desiredAccuracy = StrategyParameter(
    "desired_accuracy", .choice(DesiredAccuracy.names.map(\.name)), standard: .choice("best"),
    "which accuracy is asked for; it decides which technologies run", requires: accuracies,
    search: accuracySearch)
  /// From the best to the coarsest; navigation is for cars on a charger, reduced accuracy for other needs.
  static let accuracySearch = Search.choices([
    "best", "nearest_ten_meters", "hundred_meters", "kilometer", "three_kilometers",
  ])
  /// What the system must have for an accuracy.
  static let accuracies: [StrategyValue: SystemService] = [.choice("reduced"): .reducedAccuracy]
  static let distanceFilter = StrategyParameter(
    "distance_filter", .distance(0...1_000_000, orNone: true), standard: .distance(.infinity),
    "how far the user must move before the next delivery", search: .range(5...1_000, orNone: true))
  static let activityType = StrategyParameter(
    "activity_type", .choice(ActivityType.allCases.map(\.name)), standard: .choice("other"),
    "what the user is doing, for automatic pausing",
    requires: Dictionary(
      uniqueKeysWithValues: ActivityType.allCases.compactMap { type in
        type.requires.map { (StrategyValue.choice(type.name), $0) }
      }))
  static let pausesAutomatically = StrategyParameter(
    "pauses_automatically", .flag, standard: .flag(false), "whether the system may pause updates in the background",
    requires: [.flag(true): .automaticPausing], search: .flag)
  static let allowsBackground = StrategyParameter(
    "allows_background", .flag, standard: .flag(true), "whether updates go on in the background",
    requires: [.flag(false): .backgroundUpdatesFlag])
  // No search changes it: another edge is another event.
  static let fenceRadius = StrategyParameter(
    "radius", .distance(1...100_000, orNone: false), standard: .distance(100),
    "how far around each named place the edge lies")
  static let session = StrategyParameter(
    "session", .time(1...604_800, orNone: true), standard: .time(.infinity), "how long a session lasts once begun")
  static let handlingTime = StrategyParameter(
    "handling_time", .time(0...60, orNone: false), standard: .time(0),
    "processor time the app's own code takes for each delivery")
}

extension LocationManager {
  /// Sets up a session that goes on in the background and is not paused.
  func configureSession(_ settings: StrategySettings) {
    desiredAccuracy = settings.desiredAccuracy
    let filter = settings.number("distance_filter")
    distanceFilter = filter.isFinite && filter > 0 ? filter : LocationManager.distanceFilterNone
    activityType = settings.activityType
    pausesLocationUpdatesAutomatically = false
    allowsBackgroundLocationUpdates = true
  }
}
