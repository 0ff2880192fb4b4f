/// Every kind of strategy. A new one is a file in `Apps` and a line here.
package enum StrategyRegistry {
  package static let kinds: [StrategyKind] = [
    NoLocationApp.kind, StandardUpdatesApp.kind, DeferredUpdatesApp.kind, SignificantChangeApp.kind, CompositeApp.kind,
    LiveUpdatesApp.kind, BackgroundRefreshApp.kind, OneShotApp.kind,
    WatchOneShotApp.kind, WatchWorkoutApp.kind, PhoneForWatchApp.kind,
    RegionsApp.kind, BeaconsApp.kind, VisitsApp.kind, MonitorApp.kind, TripTrackingApp.kind,
    FusedUpdatesApp.kind, ActivityGatedApp.kind, AndroidGeofencesApp.kind, AndroidTripTrackingApp.kind,
    WifiScansApp.kind, WalkRecorderApp.kind,
  ]

  package static func kind(named name: String) -> StrategyKind? { kinds.first { $0.name == name } }
}
