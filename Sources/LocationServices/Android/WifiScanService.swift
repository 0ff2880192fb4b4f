import Core

/// Wi-Fi scans that apps ask for: which are made, who is told what they found, and what is made of it.
struct WifiScanService: OwnedService {
  enum Command: ServiceCommand {
    case listen(Bool)
    case start
    /// The developer option that lifts the limits.
    case setThrottle(Bool)
    /// Where the phone was when it heard these access points.
    case locate(Int, ScanResults, overNetwork: Bool)
  }

  /// Why a scan is not to be made.
  private enum Refusal {
    case limit, other
  }

  private var throttle = ScanThrottle()
  private var listeners: Set<Int> = []
  /// Scans that apps have asked for so far.
  private(set) var counts = WifiScanCounts()

  /// Whether a receiver of the app's process is told of scans.
  func isTelling(_ app: Int) -> Bool { listeners.contains(app) }

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    switch command {
    case .listen(true): listeners.insert(app)
    case .listen(false): listeners.remove(app)
    case .start: effects.append(.scan(app: app))
    case .setThrottle(let isOn):
      guard isOn != throttle.isEnabled, isOn || context.offers(.scanThrottlingOption, app, &effects) else { return }
      throttle.isEnabled = isOn
    case .locate(let identifier, let results, let overNetwork):
      guard overNetwork, let location = results.location else {
        return effects.append(.post(app: app, .scanLocated(identifier, results.location)))
      }
      effects.append(
        .lookUp(ScanLookup(app: app, identifier: identifier, accessPoints: results.accessPoints, location: location)))
    }
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
    case .processEnded(let app, _): listeners.remove(app)
    default: break
    }
  }

  /// Whether the scan that an app asked for is to be made; an app that is refused is told at once.
  ///
  /// - Parameter isRadioOn: Wi-Fi is on. Scans while it is off, which a setting allows, are left out.
  mutating func admit(_ app: Int, isRadioOn: Bool, in context: borrowing Context, _ effects: inout Effects) -> Bool {
    counts.asked += 1
    guard let refusal = answer(app, isRadioOn: isRadioOn, context) else {
      counts.admitted += 1
      return true
    }
    counts.refused += 1
    if refusal == .limit { counts.limited += 1 }
    if isTelling(app) { effects.append(.post(app: app, .scanResults(.notUpdated))) }
    return false
  }

  /// Whether a request goes through: `nil`, or why not. Android 8 counts a request before it looks whether the phone dozes,
  /// later versions after; 8 to 10 count it also while Wi-Fi is off, 11 no more (AOSP).
  private mutating func answer(_ app: Int, isRadioOn: Bool, _ context: borrowing Context) -> Refusal? {
    let platform = context.platform(app)
    let limits = platform.scanLimits
    guard context.may(.wifiScans, app), isRadioOn || platform.countsScansWhileWiFiIsOff else { return .other }
    if context.isDozing, limits != .eachAppInBackground { return .other }
    let isBackground = !context.processes[app].isShown
    guard throttle.admits(app: app, isBackground: isBackground, limits, at: context.now) else { return .limit }
    return context.isDozing || !isRadioOn ? .other : nil
  }

  /// A scan has ended: the receivers of all apps that may see its results are told.
  ///
  /// - Parameters:
  ///   - isOfApps: an app has asked for it.
  ///   - isFull: it covered all channels.
  func ended(
    _ results: ScanResults, isOfApps: Bool, isFull: Bool, in context: borrowing Context,
    _ effects: inout Effects
  ) {
    for app in listeners.sorted() where context.may(.wifiScans, app) {
      guard isOfApps || (isFull && context.platform(app).tellsAllScans) else { continue }
      effects.append(.post(app: app, .scanResults(results)))
    }
  }

  /// Wi-Fi was switched off.
  ///
  /// - Parameter cutScan: a scan that an app has asked for was under way.
  mutating func wifiSwitchedOff(cutScan: Bool, in context: borrowing Context, _ effects: inout Effects) {
    throttle.forget()
    if cutScan { ended(.notUpdated, isOfApps: true, isFull: true, in: context, &effects) }
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
