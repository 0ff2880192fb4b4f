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

  /// What people call it, and the first versions of iOS and of Android that have it; `nil` on the one that never had.
  ///
  /// Android is listed from 6 on. Its names for what both systems have: foreground-only permission since 10, one-time permission
  /// since 11, approximate location since 12 (developer.android.com, "Request location permissions"); the option for scans since
  /// 10 ("Wi-Fi scanning overview"); scans and work that outlives a process are older than 6. Google Play services, which bring
  /// the rest, are older too.
  private var facts: (title: String, ios: Int?, android: Int?) {
    switch self {
    case .standardUpdates: ("standard updates", 4, nil)
    case .significantChange: ("the significant-change service", 4, nil)
    case .regionMonitoring: ("region monitoring", 4, nil)
    case .regionNotifications: ("notifications at regions", 8, nil)
    case .geocoding: ("geocoding", 5, 6)
    case .regionsOnWiFiOnlyDevices: ("region monitoring without cellular", 6, nil)
    case .automaticPausing: ("automatic pausing", 6, nil)
    case .deferredUpdates: ("deferred updates", 6, nil)
    case .activityTypes: ("activity types", 6, nil)
    case .beaconRegions: ("beacon regions", 7, nil)
    case .backgroundAppRefresh: ("background app refresh", 7, nil)
    case .backgroundTransfers: ("background transfers", 7, 6)
    case .visits: ("visit monitoring", 8, nil)
    case .whenInUseAuthorization: ("when-in-use authorization", 8, 10)
    case .requestLocation: ("requestLocation", 9, nil)
    case .backgroundUpdatesFlag: ("allowsBackgroundLocationUpdates", 9, nil)
    case .watchConnectivity: ("WCSession", 9, nil)
    case .continuousUpdatesOnWatch: ("standard updates on the watch", 11, nil)
    case .airborneActivity: ("airborne activity", 12, nil)
    case .sharedTemporaryGrants: ("temporary grants shared with the watch", 14, nil)
    case .provisionalAlways: ("provisional always authorization", 13, nil)
    case .allowOnce: ("allow once", 13, 11)
    case .reducedAccuracy: ("reduced accuracy", 14, 12)
    case .appClips: ("App Clips", 14, nil)
    case .widgets: ("widgets with location", 14, nil)
    case .liveUpdates: ("CLLocationUpdate.liveUpdates", 17, nil)
    case .conditionMonitor: ("CLMonitor", 17, nil)
    case .backgroundActivitySession: ("CLBackgroundActivitySession", 17, nil)
    case .serviceSession: ("CLServiceSession", 18, nil)
    case .fusedLocation: ("fused location provider", nil, 6)
    case .geofences: ("GeofencingClient", nil, 6)
    case .activityRecognition: ("activity recognition", 7, 6)
    case .foregroundServices: ("foreground services", nil, 6)
    case .pedometer: ("step counting", 8, 6)
    case .pedestrianEvents: ("events of the pedometer", 10, nil)
    case .deviceConditions: ("events of the charger, of Wi-Fi and of Low Power Mode", 4, 6)
    case .silentPushes: ("silent pushes", 7, 6)
    case .locationPushes: ("location pushes", 15, nil)
    case .lowPowerMode: ("Low Power Mode", 9, 6)
    case .backgroundTasks: ("background tasks", 4, nil)
    case .alarms: ("AlarmManager", nil, 6)
    case .wakeLocks: ("wake locks", nil, 6)
    case .significantMotion: ("the significant-motion sensor", nil, 6)
    case .highPriorityMessages: ("messages of high priority", nil, 6)
    case .workManager: ("WorkManager", nil, 6)
    case .wifiScans: ("WifiManager.startScan", nil, 6)
    case .scanThrottlingOption: ("developer option 'Wi-Fi scan throttling'", nil, 10)
    }
  }

  /// What people call it, for messages.
  public var title: String { facts.title }

  /// The first version of a system that has it; `nil` on the one that never had.
  package func introduced(on system: PhoneSystem) -> SystemVersion? {
    (system == .android ? facts.android : facts.ios).map { SystemVersion($0) }
  }

  /// The first version that does not have it any more; `nil` while it lives.
  package var ended: SystemVersion? { self == .deferredUpdates ? SystemVersion(13) : nil }

  /// The first version of iOS that has it.
  package var introducedOnIOS: SystemVersion? { introduced(on: .ios) }

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

/// Whether the device has the hardware a service needs.
package struct ServiceAvailability: Sendable, Hashable {
  package var deferredLocationUpdates: Bool
  package var significantLocationChangeMonitoring: Bool
  /// Circles on the ground.
  package var regionMonitoring: Bool
  /// Beacons.
  package var beaconMonitoring: Bool
  /// Visits; no watch has any monitoring.
  package var visitMonitoring: Bool
  /// Of which no app is told.
  let satellites: Bool

  package init(
    deferredLocationUpdates: Bool, significantLocationChangeMonitoring: Bool, regionMonitoring: Bool = true,
    beaconMonitoring: Bool = true, visitMonitoring: Bool = true, satellites: Bool = true
  ) {
    self.deferredLocationUpdates = deferredLocationUpdates
    self.significantLocationChangeMonitoring = significantLocationChangeMonitoring
    (self.regionMonitoring, self.beaconMonitoring) = (regionMonitoring, beaconMonitoring)
    (self.visitMonitoring, self.satellites) = (visitMonitoring, satellites)
  }
}
