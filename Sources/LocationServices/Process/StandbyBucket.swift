import Core

/// How recently an app was used, and how many alarms and jobs that leaves it on battery.
///
/// - Alarms: developer.android.com, "App Standby Buckets" and "Power management resource limits" (10, 2 and 1 an hour for the
///   working set, frequent and rare apps; on Android 9 one in 6 min, 30 min and 2 h).
/// - Jobs: on Android 9 put off by up to 2, 8 and 24 h ("App Standby Buckets"); since 10 at most 10 sessions in 2 h, 8 in 8 h
///   and 3 in 24 h (AOSP, `QuotaController`, defaults). Their run time has a quota of 10 min besides, which short work never
///   reaches; Android 16's longer windows are of that time.
/// - The times since the last use are the platform's defaults where no learned prediction takes their place (AOSP,
///   `AppStandbyController`: 12, 24 and 48 h).
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

  /// `nil` for no limit.
  func alarms(on platform: Platform) -> Ration? {
    let hasQuotas = platform.rationsByQuota
    return switch self {
    case .active: nil
    case .workingSet: hasQuotas ? Ration(count: 10, span: .hours(1)) : Ration(count: 1, span: .minutes(6))
    case .frequent: hasQuotas ? Ration(count: 2, span: .hours(1)) : Ration(count: 1, span: .minutes(30))
    case .rare: Ration(count: 1, span: hasQuotas ? .hours(1) : .hours(2))
    }
  }

  /// Runs of jobs; `nil` for no limit.
  func jobs(on platform: Platform) -> Ration? {
    let hasQuotas = platform.rationsByQuota
    return switch self {
    case .active: nil
    case .workingSet: Ration(count: hasQuotas ? 10 : 1, span: .hours(2))
    case .frequent: Ration(count: hasQuotas ? 8 : 1, span: .hours(8))
    case .rare: Ration(count: hasQuotas ? 3 : 1, span: .hours(24))
    }
  }
}

/// The alarms of one app that count against its ration.
struct StandbyAlarms {
  /// When the app was last on the screen or had a foreground service.
  var lastUse = Instant.start
  private var recent: [Instant] = []
  private var recentWhileIdle: [Instant] = []

  /// When an alarm that is due now may go off by the app's ration; `nil` for at once.
  mutating func wait(on platform: Platform, at now: Instant) -> Instant? {
    StandbyBucket(sinceUse: now - lastUse).alarms(on: platform)?.wait(after: &recent, at: now)
  }

  /// The same for one that goes off while the phone dozes.
  mutating func waitWhileIdle(on platform: Platform, at now: Instant) -> Instant? {
    platform.alarmsWhileIdle.wait(after: &recentWhileIdle, at: now)
  }
}
