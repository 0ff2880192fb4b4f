import Core

/// Access points that an app sends to a positioning service.
package struct ScanLookup: Sendable, Hashable {
  package let app: Int
  package let identifier: Int
  /// How many access points are sent.
  package let accessPoints: Int
  /// The answer.
  package let location: Location?
}

/// Wi-Fi scans that apps ask for: who listens, which requests wait, and which are let through.
struct WifiScanService {
  /// Why a scan is not to be made.
  enum Refusal {
    case limit, other
  }

  private var throttle = ScanThrottle()
  private var listeners: Set<Int> = []
  private var requests: [Int] = []
  private var lookups: [ScanLookup] = []
  /// Scans that apps have asked for so far.
  private(set) var counts = WifiScanCounts()

  /// Whether a receiver of the app's process is told of scans.
  func isTelling(_ app: Int) -> Bool { listeners.contains(app) }
  mutating func listen(_ isOn: Bool, app: Int) {
    if isOn { listeners.insert(app) } else { listeners.remove(app) }
  }

  mutating func request(by app: Int) { requests.append(app) }
  mutating func takeRequests() -> [Int] {
    guard !requests.isEmpty else { return [] }
    defer { requests.removeAll(keepingCapacity: true) }
    return requests
  }

  mutating func ask(_ lookup: ScanLookup) { lookups.append(lookup) }
  mutating func takeLookups() -> [ScanLookup] {
    guard !lookups.isEmpty else { return [] }
    defer { lookups.removeAll(keepingCapacity: true) }
    return lookups
  }

  mutating func processEnded(_ app: Int) {
    listeners.remove(app)
    requests.removeAll { $0 == app }
    lookups.removeAll { $0.app == app }
  }

  var isThrottled: Bool { throttle.isEnabled }
  mutating func setThrottled(_ isOn: Bool) { throttle.isEnabled = isOn }
  /// Wi-Fi was switched off.
  mutating func wifiSwitchedOff() { throttle.forget() }

  /// Whether a request goes through: `nil`, or why not. Android 8 counts a request before it looks whether the phone dozes,
  /// later versions after; 8 to 10 count it also while Wi-Fi is off, 11 no more (AOSP).
  ///
  /// - Parameters:
  ///   - isAllowed: the app may have scans now.
  ///   - isBackground: it is neither on the screen nor shown by a foreground service.
  mutating func admit(
    _ app: Int, on platform: Platform, isAllowed: Bool, isRadioOn: Bool, isDozing: Bool, isBackground: Bool,
    at now: Instant
  ) -> Refusal? {
    counts.asked += 1
    let refusal = answer(
      app, on: platform, isAllowed: isAllowed, isRadioOn: isRadioOn, isDozing: isDozing, isBackground: isBackground,
      at: now)
    guard let refusal else {
      counts.admitted += 1
      return nil
    }
    counts.refused += 1
    if refusal == .limit { counts.limited += 1 }
    return refusal
  }

  private mutating func answer(
    _ app: Int, on platform: Platform, isAllowed: Bool, isRadioOn: Bool, isDozing: Bool, isBackground: Bool,
    at now: Instant
  ) -> Refusal? {
    let limits = platform.scanLimits
    guard isAllowed, isRadioOn || platform.countsScansWhileWiFiIsOff else { return .other }
    if isDozing, limits != .eachAppInBackground { return .other }
    guard throttle.admits(app: app, isBackground: isBackground, limits, at: now) else { return .limit }
    return isDozing || !isRadioOn ? .other : nil
  }
}

/// Requests for scans by the apps of a run: each was let through or refused.
package struct WifiScanCounts: Sendable, Hashable {
  package var asked = 0
  /// Let through. Those that came while a scan was under way are served by that one.
  package var admitted = 0
  package var refused = 0
  /// How many of the refused ones went against `ScanThrottle`; the others lacked a permission, Wi-Fi, or a phone that does
  /// not doze.
  package var limited = 0

  package init() {}
}
