/// A service or a right that a system version may or may not have.
///
/// Versions from: WWDC 2011, 2012 and 2015 (session 714), 2020 sessions on Core Location; Apple's documentation of each
/// symbol ("Available since"), read by the sources of section C1 and C4 of docs/sources.md.
public enum SystemService: String, CaseIterable, Sendable {
  case standardUpdates, significantChange, regionMonitoring, geocoding
  /// Regions on devices without cellular, thanks to the tiles of access points.
  case regionsOnWiFiOnlyDevices
  case automaticPausing, deferredUpdates, activityTypes
  case beaconRegions, backgroundAppRefresh
  /// Transfers that the system carries on for an app whose process has ended.
  case backgroundTransfers
  case visits, whenInUseAuthorization
  case requestLocation
  /// `allowsBackgroundLocationUpdates`, by which a session can go without the background.
  case backgroundUpdatesFlag
  /// Messages and contexts between an app and its half on the watch.
  case watchConnectivity
  /// Sessions of the watch app's own: watchOS 4, which goes with iOS 11.
  case continuousUpdatesOnWatch
  case airborneActivity
  /// What is granted for a while, and in-use state, count for an app and its half on the watch together.
  case sharedTemporaryGrants
  case provisionalAlways, allowOnce
  case reducedAccuracy, appClips
  case liveUpdates, conditionMonitor, backgroundActivitySession
  case serviceSession

  /// What people call it, for messages.
  public var title: String {
    switch self {
    case .standardUpdates: "standard updates"
    case .significantChange: "the significant-change service"
    case .regionMonitoring: "region monitoring"
    case .geocoding: "geocoding"
    case .regionsOnWiFiOnlyDevices: "region monitoring without cellular"
    case .automaticPausing: "automatic pausing"
    case .deferredUpdates: "deferred updates"
    case .activityTypes: "activity types"
    case .beaconRegions: "beacon regions"
    case .backgroundAppRefresh: "background app refresh"
    case .backgroundTransfers: "background transfers"
    case .visits: "visit monitoring"
    case .whenInUseAuthorization: "when-in-use authorization"
    case .requestLocation: "requestLocation"
    case .backgroundUpdatesFlag: "allowsBackgroundLocationUpdates"
    case .watchConnectivity: "WCSession"
    case .continuousUpdatesOnWatch: "standard updates on the watch"
    case .airborneActivity: "airborne activity"
    case .sharedTemporaryGrants: "temporary grants shared with the watch"
    case .provisionalAlways: "provisional always authorization"
    case .allowOnce: "allow once"
    case .reducedAccuracy: "reduced accuracy"
    case .appClips: "App Clips"
    case .liveUpdates: "CLLocationUpdate.liveUpdates"
    case .conditionMonitor: "CLMonitor"
    case .backgroundActivitySession: "CLBackgroundActivitySession"
    case .serviceSession: "CLServiceSession"
    }
  }

  /// The first version that has it.
  public var introduced: SystemVersion {
    switch self {
    case .standardUpdates, .significantChange, .regionMonitoring: SystemVersion(4)
    case .geocoding: SystemVersion(5)
    case .regionsOnWiFiOnlyDevices, .automaticPausing, .deferredUpdates, .activityTypes: SystemVersion(6)
    case .beaconRegions, .backgroundAppRefresh, .backgroundTransfers: SystemVersion(7)
    case .visits, .whenInUseAuthorization: SystemVersion(8)
    case .requestLocation, .watchConnectivity, .backgroundUpdatesFlag: SystemVersion(9)
    case .continuousUpdatesOnWatch: SystemVersion(11)
    case .airborneActivity: SystemVersion(12)
    case .provisionalAlways, .allowOnce: SystemVersion(13)
    case .reducedAccuracy, .appClips, .sharedTemporaryGrants: SystemVersion(14)
    case .liveUpdates, .conditionMonitor, .backgroundActivitySession: SystemVersion(17)
    case .serviceSession: SystemVersion(18)
    }
  }

  /// The first version that does not have it any more; `nil` while it lives.
  public var ended: SystemVersion? { self == .deferredUpdates ? SystemVersion(13) : nil }

  /// When it exists, for messages: `since iOS 8`, or `from iOS 6, until iOS 13 ended it`.
  public var lifetime: String {
    guard let ended else { return "since iOS \(introduced)" }
    return "from iOS \(introduced), until iOS \(ended) ended it"
  }
}
