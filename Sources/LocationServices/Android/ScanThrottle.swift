package import Core

/// Android's limits on the Wi-Fi scans that apps ask for by `WifiManager.startScan`: a request goes in, yes or no comes out.
///
/// From: developer.android.com, "Wi-Fi scanning overview"; what counts from AOSP. Android 8 (`WifiServiceImpl.startScan`):
/// an app behind the screen may scan once in 30 min, each app for itself, others as often as they like. Since Android 9
/// (`ScanRequestProxy`): an app on the screen or with a foreground service 4 times in 2 min, all apps behind it together
/// once in 30 min; since 10 a developer option lifts both. Only requests that the limits let through count, one that they
/// refuse leaves no mark. A request of the window is forgotten when it is older than 2 min: one of exactly 2 min still
/// counts, so that a fifth at 120 s sharp is refused. In the interval of 30 min the end belongs to the next: a request at
/// 30 min sharp goes through. AOSP counts in milliseconds of the phone's clock. Requests of apps that may change network settings, and scans
/// that services ask of the scanner itself, do not come through here.
package struct ScanThrottle: Sendable {
  /// Which of the limits a version of Android has.
  package enum Limits: Sendable, Hashable {
    /// Before Android 8.
    case none
    /// Android 8: each app behind the screen.
    case eachAppInBackground
    /// Since Android 9: each app in the foreground, and all others together.
    case foregroundAndBackground
  }

  package static let foregroundWindow = TimeSpan.minutes(2)
  package static let scansInWindow = 4
  package static let backgroundInterval = TimeSpan.minutes(30)

  /// When each app in the foreground was let through in the last 2 min, oldest first.
  private var foreground: [Int: [Instant]] = [:]
  /// When an app behind the screen was last let through: of each app, and of any.
  private var background: [Int: Instant] = [:]
  private var lastInBackground: Instant?

  /// The developer option, on in every phone as sold. Switching it forgets what was counted (AOSP after Android 11,
  /// `setScanThrottleEnabled`; 11 itself goes on counting).
  package var isEnabled = true { didSet { forget() } }

  package init() {}

  /// Whether a request goes through; it counts if it does.
  ///
  /// - Parameters:
  ///   - app: which of the phone's apps asks.
  ///   - isBackground: it is neither on the screen nor shown by a foreground service.
  package mutating func admits(app: Int, isBackground: Bool, _ limits: Limits, at now: Instant) -> Bool {
    guard isEnabled else { return true }
    switch limits {
    case .none: return true
    case .eachAppInBackground:
      guard isBackground else { return true }
      if let last = background[app], now - last < Self.backgroundInterval { return false }
      background[app] = now
    case .foregroundAndBackground where isBackground:
      if let last = lastInBackground, now - last < Self.backgroundInterval { return false }
      lastInBackground = now
    case .foregroundAndBackground:
      var recent = foreground[app, default: []]
      recent.removeAll { now - $0 > Self.foregroundWindow }
      let isAdmitted = recent.count < Self.scansInWindow
      if isAdmitted { recent.append(now) }
      foreground[app] = recent
      return isAdmitted
    }
    return true
  }

  /// Wi-Fi was switched off, or the option changed: nothing counts any more, but on Android 8 (AOSP, `clearScanResults`).
  package mutating func forget() {
    foreground.removeAll()
    lastInBackground = nil
  }
}

extension Platform {
  /// The limits on scans that apps ask for.
  package var scanLimits: ScanThrottle.Limits {
    if isAndroid(since: 9) { return .foregroundAndBackground }
    return isAndroid(since: 8) ? .eachAppInBackground : .none
  }
}
