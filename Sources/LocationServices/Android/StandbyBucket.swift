import Quantities

/// How recently an app was used, and how many alarms that leaves it on battery.
///
/// From: developer.android.com, "App Standby Buckets" and "Power management resource limits" (10, 2 and 1 alarms an hour for
/// the working set, frequent and rare apps); the times since the last use are the platform's defaults where no learned
/// prediction takes their place (AOSP, `AppStandbyController`: 12, 24 and 48 h). Jobs are rationed too; no app here has any.
enum StandbyBucket: Sendable {
  case active, workingSet, frequent, rare

  init(sinceUse: TimeSpan) {
    switch sinceUse.seconds / 3600 {
    case ..<12: self = .active
    case ..<24: self = .workingSet
    case ..<48: self = .frequent
    default: self = .rare
    }
  }

  /// `nil` for as many as it likes.
  var alarmsAnHour: Int? {
    switch self {
    case .active: nil
    case .workingSet: 10
    case .frequent: 2
    case .rare: 1
    }
  }
}

extension LocationSystem {
  /// When an alarm that is due now may go off by its app's ration; `nil` for at once. An alarm that may counts.
  mutating func alarmWaits(of app: Int, at now: Instant) -> Instant? {
    guard apps[app].definition.platform.hasStandbyBuckets, !isCharging, apps[app].process != .foreground,
      !apps[app].hasForegroundService, let limit = StandbyBucket(sinceUse: now - apps[app].lastUse).alarmsAnHour
    else { return nil }
    apps[app].alarms.removeAll { now - $0 >= .hours(1) }
    guard apps[app].alarms.count < limit else { return apps[app].alarms[0] + .hours(1) }
    apps[app].alarms.append(now)
    return nil
  }
}
