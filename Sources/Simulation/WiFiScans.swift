import Core
import DeviceModel
import World

/// The phone's Wi-Fi scans: whom the one under way serves, who waits for the next, and when the last ones were.
struct WiFiScans {
  /// Whom the scan under way serves.
  var use = ScanUse()
  /// Has asked for a scan of all channels while one of a few was under way.
  private(set) var waitingApp: Int?
  /// What the last scan covers.
  private(set) var kind = WiFiRadio.ScanKind.full
  private(set) var last: Instant?
  /// The last scan for a session of 1 km or coarser.
  var lastCoarse: Instant?

  /// An app asks for a scan of its own. One of a few channels has to end first.
  ///
  /// - Returns: whether it may begin.
  mutating func admit(_ app: Int, isScanning: Bool) -> Bool {
    guard isScanning, kind == .partial else { return true }
    waitingApp = waitingApp ?? app
    return false
  }

  /// A scan has ended: the app that waited for that.
  mutating func takeWaitingApp(isScanning: Bool) -> Int? {
    guard !isScanning || kind != .partial else { return nil }
    defer { waitingApp = nil }
    return waitingApp
  }

  /// The radio is off: whom the scan under way served, if there was one.
  mutating func cut() -> ScanUse {
    waitingApp = nil
    return takeUse()
  }

  /// - Parameter kind: the channels that are known to be in use, while the list is fresh, when left out.
  mutating func begin(_ kind: WiFiRadio.ScanKind?, at now: Instant) {
    let isStale = last.map { now - $0 > ScanCadence.fullScanAfter } ?? true
    last = now
    self.kind = kind ?? (isStale ? .full : .partial)
  }

  /// A scan is over or was cut: whom it served.
  mutating func takeUse() -> ScanUse {
    defer { use = ScanUse() }
    return use
  }

  /// The phone restarts: the channels in use are not known any more.
  mutating func forgetLast() { last = nil }
}

/// Whom a Wi-Fi scan serves: the app whose session asked for it, the app that monitors significant change, the app that
/// gets approximate areas, the app that monitors regions, an app that scans for itself, or several of them.
/// Apps count from 1.
struct ScanUse {
  var session: Int?
  var significantChange: Int?
  var reducedAccuracy: Int?
  var regions: Int?
  /// Asked for by the app itself, which makes its own use of it.
  var app: Int?

  /// Who pays: the session, where there is one.
  var payer: Int { session ?? significantChange ?? reducedAccuracy ?? regions ?? app ?? 0 }

  /// Whether the system wants a position from it.
  var servesSystem: Bool {
    session != nil || significantChange != nil || reducedAccuracy != nil || regions != nil
  }
}
