import Quantities

/// How recently an app was used, and how many alarms that leaves it on battery.
///
/// From: developer.android.com, "App Standby Buckets" and "Power management resource limits" (10, 2 and 1 alarms an hour for
/// the working set, frequent and rare apps; on Android 9 one in 6 min, 30 min and 2 h); the times since the last use are
/// the platform's defaults where no learned prediction takes their place (AOSP, `AppStandbyController`: 12, 24 and 48 h).
/// Jobs are rationed too; no app here has any.
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

  /// So many alarms in such a time; `nil` for as many as it likes.
  func ration(on platform: Platform) -> (alarms: Int, span: TimeSpan)? {
    let hasQuotas = platform.rationsAlarmsByTheHour
    return switch self {
    case .active: nil
    case .workingSet: hasQuotas ? (10, .hours(1)) : (1, .minutes(6))
    case .frequent: hasQuotas ? (2, .hours(1)) : (1, .minutes(30))
    case .rare: hasQuotas ? (1, .hours(1)) : (1, .hours(2))
    }
  }
}

/// The alarms of one app that count against its ration.
struct StandbyAlarms {
  /// When the app was last on the screen or had a foreground service.
  var lastUse = Instant.start
  private var recent: [Instant] = []

  /// When an alarm that is due now may go off by the app's ration; `nil` for at once. An alarm that may counts.
  mutating func wait(on platform: Platform, at now: Instant) -> Instant? {
    guard let ration = StandbyBucket(sinceUse: now - lastUse).ration(on: platform) else { return nil }
    recent.removeAll { now - $0 >= ration.span }
    guard recent.count < ration.alarms else { return recent[0] + ration.span }
    recent.append(now)
    return nil
  }
}
