package import DeviceModel

/// A service or a right that a system version may or may not have.
///
/// Versions from: WWDC 2011, 2012 and 2015 (session 714), 2020 sessions on Core Location; Apple's documentation of each
/// symbol ("Available since"), read by the sources of section C1 and C4 of docs/sources.md.
public enum SystemService: String, CaseIterable, Sendable {
  case standardUpdates, significantChange, regionMonitoring, geocoding
  /// iOS: local notifications that the system shows at the edge of a region, without the app.
  case regionNotifications
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
  case reducedAccuracy, appClips, widgets
  case liveUpdates, conditionMonitor, backgroundActivitySession
  case serviceSession
  /// Android: the fused location provider, geofences and activity recognition of Google Play services, and services that a
  /// notification shows. Whether an app may be given its approximate place only is `reducedAccuracy` on both systems.
  case fusedLocation, geofences, activityRecognition, foregroundServices
  /// Steps that are counted; the charger, Wi-Fi and Low Power Mode as events; messages of the app's server.
  case pedometer, deviceConditions, silentPushes, locationPushes
  /// iOS: events of the pedometer, when the user begins or ceases to walk.
  case pedestrianEvents
  /// Low Power Mode, on Android Battery Saver.
  case lowPowerMode
  /// Tasks that keep an app running for a while behind the screen.
  case backgroundTasks
  /// Android: alarms that wake the phone, and locks that keep it awake.
  case alarms, wakeLocks
  /// Android: the sensor that tells that a movement begins, messages that reach a dozing phone, and scheduled work.
  case significantMotion, highPriorityMessages, workManager
  /// Android: Wi-Fi scans that an app asks for, and the developer option that lifts their limits.
  case wifiScans, scanThrottlingOption

  /// What people call it, for messages.
  public var title: String {
    switch self {
    case .standardUpdates: "standard updates"
    case .significantChange: "the significant-change service"
    case .regionMonitoring: "region monitoring"
    case .regionNotifications: "notifications at regions"
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
    case .widgets: "widgets with location"
    case .liveUpdates: "CLLocationUpdate.liveUpdates"
    case .conditionMonitor: "CLMonitor"
    case .backgroundActivitySession: "CLBackgroundActivitySession"
    case .serviceSession: "CLServiceSession"
    case .fusedLocation: "fused location provider"
    case .geofences: "GeofencingClient"
    case .activityRecognition: "activity recognition"
    case .foregroundServices: "foreground services"
    case .pedometer: "step counting"
    case .pedestrianEvents: "events of the pedometer"
    case .deviceConditions: "events of the charger, of Wi-Fi and of Low Power Mode"
    case .silentPushes: "silent pushes"
    case .locationPushes: "location pushes"
    case .lowPowerMode: "Low Power Mode"
    case .backgroundTasks: "background tasks"
    case .alarms: "AlarmManager"
    case .wakeLocks: "wake locks"
    case .significantMotion: "the significant-motion sensor"
    case .highPriorityMessages: "messages of high priority"
    case .workManager: "WorkManager"
    case .wifiScans: "WifiManager.startScan"
    case .scanThrottlingOption: "developer option 'Wi-Fi scan throttling'"
    }
  }

  /// The first version of a system that has it; `nil` on the one that never had. Android is listed from 6 on.
  package func introduced(on system: PhoneSystem) -> SystemVersion? {
    if system == .android { return introducedOnAndroid }
    switch self {
    case .standardUpdates, .significantChange, .regionMonitoring: return SystemVersion(4)
    case .geocoding: return SystemVersion(5)
    case .regionsOnWiFiOnlyDevices, .automaticPausing, .deferredUpdates, .activityTypes: return SystemVersion(6)
    case .beaconRegions, .backgroundAppRefresh, .backgroundTransfers, .activityRecognition, .silentPushes:
      return SystemVersion(7)
    case .deviceConditions, .backgroundTasks: return SystemVersion(4)
    case .visits, .whenInUseAuthorization, .pedometer, .regionNotifications: return SystemVersion(8)
    case .requestLocation, .watchConnectivity, .backgroundUpdatesFlag, .lowPowerMode: return SystemVersion(9)
    case .pedestrianEvents: return SystemVersion(10)
    case .continuousUpdatesOnWatch: return SystemVersion(11)
    case .airborneActivity: return SystemVersion(12)
    case .provisionalAlways, .allowOnce: return SystemVersion(13)
    case .reducedAccuracy, .appClips, .widgets, .sharedTemporaryGrants: return SystemVersion(14)
    case .locationPushes: return SystemVersion(15)
    case .liveUpdates, .conditionMonitor, .backgroundActivitySession: return SystemVersion(17)
    case .serviceSession: return SystemVersion(18)
    case .fusedLocation, .geofences, .foregroundServices, .wifiScans, .scanThrottlingOption, .significantMotion,
      .highPriorityMessages, .workManager, .alarms, .wakeLocks:
      return nil
    }
  }

  /// The first version that does not have it any more; `nil` while it lives.
  package var ended: SystemVersion? { self == .deferredUpdates ? SystemVersion(13) : nil }

  /// The first version of iOS that has it.
  package var introducedOnIOS: SystemVersion? { introduced(on: .ios) }

  // Android's names for what both systems have: foreground-only permission since 10, one-time permission since 11,
  // approximate location since 12 (developer.android.com, "Request location permissions"); the option for scans since 10
  // ("Wi-Fi scanning overview"); scans and work that outlives a process are older than 6. Google Play services, which bring
  // the rest, are older too.
  private var introducedOnAndroid: SystemVersion? {
    switch self {
    case .fusedLocation, .geofences, .activityRecognition, .foregroundServices, .backgroundTransfers: SystemVersion(6)
    case .geocoding, .wifiScans, .pedometer, .deviceConditions, .silentPushes, .lowPowerMode: SystemVersion(6)
    case .significantMotion, .highPriorityMessages, .workManager, .alarms, .wakeLocks: SystemVersion(6)
    case .scanThrottlingOption: SystemVersion(10)
    case .whenInUseAuthorization: SystemVersion(10)
    case .allowOnce: SystemVersion(11)
    case .reducedAccuracy: SystemVersion(12)
    default: nil
    }
  }

  /// When it exists, for messages: `since iOS 8`, `from iOS 6, until iOS 13 ended it`, or `on Android only`.
  package func lifetime(on system: PhoneSystem) -> String {
    guard let introduced = introduced(on: system) else { return "on \(system == .ios ? "Android" : "iOS") only" }
    let name = system == .ios ? "iOS" : "Android"
    guard let ended else { return "since \(name) \(introduced)" }
    return "from \(name) \(introduced), until \(name) \(ended) ended it"
  }
}

/// An app has called for a service and got nothing by it: its system version lacks it, or keeps it from the app at that moment.
///
/// The simulation lets the call do nothing and says so in the record of the run, so that a row without positions is not
/// taken for a property of the strategy.
public struct MissingService: Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    /// On a real phone the code would not be there.
    case notOffered
    /// Android: a foreground service was begun behind the screen, without an event that allows it.
    case refusedBehindTheScreen
    /// Android: positions wait in the frozen process.
    case frozen
  }

  /// The app, counted from 0.
  package let app: Int
  /// The service that the app did not get.
  public let service: SystemService
  package let reason: Reason
  package let platform: Platform

  /// For people: `ios-8 has no requestLocation (since iOS 9): calls of it do nothing`.
  public var message: String {
    switch reason {
    case .notOffered:
      "\(platform.name) has no \(service.title) (\(service.lifetime(on: platform.system))): calls of it do nothing"
    case .refusedBehindTheScreen:
      "\(platform.title) refused a foreground service that was begun behind the screen "
        + "(ForegroundServiceStartNotAllowedException): begin it on the screen, or on a geofence, a change of activity, an "
        + "alarm or a message of high priority"
    case .frozen:
      "\(platform.title) freezes the app behind the screen: positions wait until it is opened; begin a foreground service on "
        + "the screen, or have them delivered to a pending intent"
    }
  }
}
