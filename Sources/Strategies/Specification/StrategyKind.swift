package import LocationServices

/// A kind of app: what it is called in files, what it takes, and how its object is made for each process.
package struct StrategyKind: Sendable {
  package let name: String
  package let summary: String
  package let parameters: [StrategyParameter]
  /// What the system must have for this kind to work at all.
  package let requires: [SystemService]
  package let needs: LocationNeeds
  let makeApp: @Sendable (StrategySettings) -> any SimulatedApp
  /// Makes the app's other half on a watch; `nil` for a strategy of the phone alone.
  let makeWatchApp: (@Sendable (StrategySettings) -> any SimulatedApp)?

  /// The system version where none is given.
  package var standardPlatform: Platform { .today(for: requires) }

  /// Whether the strategy needs a watch beside the phone.
  package var usesWatch: Bool { makeWatchApp != nil }

  init(
    name: String, summary: String, parameters: [StrategyParameter], requires: [SystemService] = [],
    needs: LocationNeeds? = nil,
    makeApp: @escaping @Sendable (StrategySettings) -> any SimulatedApp,
    makeWatchApp: (@Sendable (StrategySettings) -> any SimulatedApp)? = nil
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.requires = requires
    self.needs = needs ?? LocationNeeds(for: requires)
    self.makeApp = makeApp
    self.makeWatchApp = makeWatchApp
  }
}

/// The values an app runs with: those of the file, and the kind's standard values for the rest.
package struct StrategySettings: Sendable {
  private var values: [String: StrategyValue] = [:]
  package let upload: UploadPolicy?
  let composite: CompositeProgram?

  init(
    kind: StrategyKind, given: [String: StrategyValue], upload: UploadPolicy?, composite: CompositeProgram? = nil
  ) {
    for parameter in kind.parameters { values[parameter.key] = given[parameter.key] ?? parameter.standard }
    self.upload = upload
    self.composite = composite
  }

  /// Metres or seconds; 0 for a parameter that is not a number.
  func number(_ key: String) -> Double {
    switch values[key] {
    case .distance(let value), .time(let value): value
    default: 0
    }
  }
  func flag(_ key: String) -> Bool { values[key] == .flag(true) }
  func choice(_ key: String) -> String {
    if case .choice(let text) = values[key] { return text }
    return ""
  }

  var desiredAccuracy: DesiredAccuracy {
    let name = choice("desired_accuracy")
    return DesiredAccuracy.names.first { $0.name == name }?.value ?? .best
  }
  var activityType: ActivityType {
    let name = choice("activity_type")
    return ActivityType.allCases.first { $0.name == name } ?? .other
  }
}

/// Every kind of strategy. A new one is a file in `Apps` and a line here.
package enum StrategyRegistry {
  package static let kinds: [StrategyKind] = [
    NoLocationApp.kind, StandardUpdatesApp.kind, DeferredUpdatesApp.kind, SignificantChangeApp.kind, CompositeApp.kind,
    LiveUpdatesApp.kind, BackgroundRefreshApp.kind, OneShotApp.kind,
    WatchOneShotApp.kind, WatchWorkoutApp.kind, PhoneForWatchApp.kind,
    RegionsApp.kind, RegionsApp.notifications, BeaconsApp.kind, VisitsApp.kind, MonitorApp.kind, TripTrackingApp.kind,
    FusedUpdatesApp.kind, ActivityGatedApp.kind, AndroidGeofencesApp.kind, AndroidTripTrackingApp.kind,
    WifiScansApp.kind, WalkRecorderApp.kind,
  ]

  package static func kind(named name: String) -> StrategyKind? { kinds.first { $0.name == name } }
}
