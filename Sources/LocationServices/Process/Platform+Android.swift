import DeviceModel
package import Core

/// Android as far as its versions behave differently. What Google Play services do is the same on all of them.
extension Platform {
  package static let android6 = Platform("android-6", system: .android, 6)
  package static let android8 = Platform("android-8", system: .android, 8)
  package static let android9 = Platform("android-9", system: .android, 9)
  package static let android10 = Platform("android-10", system: .android, 10)
  package static let android11 = Platform("android-11", system: .android, 11)
  package static let android12 = Platform("android-12", system: .android, 12)
  package static let android14 = Platform("android-14", system: .android, 14)
  package static let android15 = Platform("android-15", system: .android, 15)
  package static let android16 = Platform("android-16", system: .android, 16)

  /// Versions of Android, oldest first: 6 dozes, 8 limits apps in the background, 9 limits scans of apps on the screen too,
  /// 10 knows permission for the time of use only, 11 permission for once and the last position again in Doze, 12
  /// approximate location and foreground services that must be begun on the screen, 14 freezes apps behind the screen after
  /// ten seconds; 15 and 16 change nothing of location.
  package static let android: [Platform] = [
    .android6, .android8, .android9, .android10, .android11, .android12, .android14, .android15, .android16,
  ]

  /// For people: `Android 12`, `iOS 13.4`.
  package var title: String { "\(system == .android ? "Android" : "iOS") \(version)" }

  package var isAndroid: Bool { system == .android }

  func isAndroid(since major: Int) -> Bool { system == .android && version >= SystemVersion(major) }

  /// Whether apps without a foreground service get positions only now and then (developer.android.com, "Background location
  /// limits": since Android 8, whatever SDK an app targets).
  package var limitsBackgroundLocation: Bool { isAndroid(since: 8) }
  /// Whether a phone that dozes tells the last position again in place of looking for one (AOSP,
  /// `StationaryThrottlingLocationProvider`: since Android 11).
  package var repeatsWhileDozing: Bool { isAndroid(since: 11) }
  /// Whether requests for high accuracy go on while the phone dozes (the same, as read in a later version: 12 here).
  package var keepsHighAccuracyWhileDozing: Bool { isAndroid(since: 12) }
  /// How long after the screen goes dark the lighter doze begins: 3 min on Android 8, 4 min since 12 (AOSP,
  /// `DeviceIdleController`); `nil` on 6, which has none.
  package var lightDozeAfter: TimeSpan? {
    if isAndroid(since: 12) { return .minutes(4) }
    return isAndroid(since: 8) ? .minutes(3) : nil
  }
  /// Whether alarms are rationed by how recently an app was used (developer.android.com, "App Standby Buckets": since 9).
  package var hasStandbyBuckets: Bool { isAndroid(since: 9) }
  /// Whether the ration is so many in a time, instead of a time from one to the next (AOSP, `AlarmManagerService` and
  /// `QuotaController`: since 10).
  var rationsByQuota: Bool { isAndroid(since: 10) }
  /// Alarms that go off while the phone dozes: 72 an hour of an app that may set exact ones since Android 12, before one in
  /// 9 min, on 6 one in 15 (AOSP, `AlarmManagerService`: `ALLOW_WHILE_IDLE_QUOTA`, `ALLOW_WHILE_IDLE_LONG_TIME`).
  var alarmsWhileIdle: Ration {
    if isAndroid(since: 12) { return Ration(count: 72, span: .hours(1)) }
    return Ration(count: 1, span: .minutes(isAndroid(since: 7) ? 9 : 15))
  }
  /// How long after leaving the screen an app without a foreground service is frozen (source.android.com, "Cached apps
  /// freezer": 10 s since Android 14; before, only on some phones and later).
  package var freezesCachedAppsAfter: TimeSpan? { isAndroid(since: 14) ? .seconds(10) : nil }
  /// Whether a foreground service that was begun behind the screen gets positions only where the app may have them all the
  /// time (developer.android.com, "Foreground services in Android 11").
  var limitsServicesBegunBehindTheScreen: Bool { isAndroid(since: 11) }
  /// Whether a foreground service must be begun while the app is on the screen or handles an event of the system's
  /// (developer.android.com, "Restrictions on starting a foreground service from the background": since 12).
  package var restrictsForegroundServices: Bool { isAndroid(since: 12) }

  /// How often a position from Wi-Fi is computed at most, for a request of low power at rest too.
  ///
  /// Measured Nexus 6 (Android 6, MobilityNet): every 4.9 s on the move (sources D). At rest every 300 s for a balanced request
  /// (stationary runs with an interval of 1 and 30 s; one in ten gaps between deliveries was longer than 302 s, also at
  /// low power), and every 30 s for high accuracy each 30 s; that one of a shorter interval has no more is an estimate.
  /// Newer versions are taken to do the same. `scanLimits` are for `WifiManager.startScan` by apps; that Play
  /// services, which scan for the provider, do not come under them is taken from their holding the permission to change
  /// network settings or being on the list of exceptions (AOSP, `ScanRequestProxy`): which of the two was not read.
  package func wifiPositionInterval(isStill: Bool, isForHighAccuracy: Bool) -> TimeSpan {
    guard isStill else { return .seconds(4.9) }
    return isForHighAccuracy ? .seconds(30) : .seconds(300)
  }

  /// How often other apps of the system's cause a position of a phone that rests awake; `nil` where nobody has measured it.
  ///
  /// Measured Nexus 6 that asked each 30 s had 8 more in the first hour than the provider's 12 (med_freq nights of MobilityNet,
  /// reports/validation/position-errors.md).
  var othersInterval: TimeSpan? { isAndroid && !isAndroid(since: 8) ? .seconds(450) : nil }

  /// Whether a request for a scan counts while Wi-Fi is off: on 8 to 10 the limits are looked at first (AOSP).
  package var countsScansWhileWiFiIsOff: Bool { isAndroid(since: 8) && !isAndroid(since: 11) }
  /// Whether the user can look up which app used location in the last 24 hours: the Privacy Dashboard (developer.android.com,
  /// "Explain access to more sensitive information": since Android 12); on iOS a list in the settings.
  package var listsUsesOfADay: Bool { system == .ios || isAndroid(since: 12) }
  /// Whether every full scan of the phone is told to all that listen, instead of those that apps asked for ("Wi-Fi scanning
  /// overview": since Android 10).
  package var tellsAllScans: Bool { isAndroid(since: 10) }

  /// How many circles an app may watch: 20 regions on iOS (sources C1), 100 geofences on Android (developer.android.com,
  /// "Create and monitor geofences").
  package var regionLimit: Int { system == .android ? 100 : 20 }

  /// How long it takes, in the median, until a crossed edge shows: on Android before 8 some tens of seconds, since 8 about
  /// two minutes (developer.android.com, "Background location limits" and "Optimize location use for battery life").
  package var fenceLatencyMedian: TimeSpan {
    guard system == .android else { return .seconds(40) }
    return limitsBackgroundLocation ? .seconds(120) : .seconds(40)
  }
}

/// So many in such a time.
struct Ration {
  let count: Int
  let span: TimeSpan

  /// When the next may come; `nil` for at once, and then it counts.
  func wait(after recent: inout [Instant], at now: Instant) -> Instant? {
    recent.removeAll { now - $0 >= span }
    guard recent.count < count else { return recent[0] + span }
    recent.append(now)
    return nil
  }
}

/// What Battery Saver takes of positions, under the names of `PowerManager.getLocationPowerSaveMode`.
///
/// iOS pauses discretionary and background activities (Apple, "React to Low Power Mode on iPhones"): here no background app
/// refresh and no silent push; location is not named and goes on. Android's Battery Saver takes positions as
/// `LocationPowerSaveMode` says, and closes the network to apps behind the screen without a foreground service (AOSP,
/// `BatterySaverPolicy`: firewall). Without satellites a request gets Wi-Fi's positions (estimate). The slower processor and
/// darker screen, which change no joule of location, and the modem's rest from 5G are left out.
package enum LocationPowerSaveMode: Sendable, Hashable {
  /// While the screen is off there are no satellites, for no app.
  case gpsDisabledWhenScreenOff
  /// While the screen is off there are no positions, for no app.
  case allDisabledWhenScreenOff
  /// Positions reach apps on the screen and foreground services only.
  case foregroundOnly
}

extension Platform {
  /// What Battery Saver takes of positions (AOSP, `GpsLocationProvider` of 6, `BatterySaverPolicy` of 8, 9, 11 and later; the
  /// versions between are taken to do as the one before); `nil` on iOS, whose Low Power Mode leaves location alone.
  package var locationPowerSaveMode: LocationPowerSaveMode? {
    guard system == .android else { return nil }
    if isAndroid(since: 12) { return .foregroundOnly }
    return isAndroid(since: 9) ? .allDisabledWhenScreenOff : .gpsDisabledWhenScreenOff
  }
}
