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
