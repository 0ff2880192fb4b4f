/// Whom a Wi-Fi scan serves: the app whose session asked for it, the app that monitors significant change, the app that
/// gets approximate areas, the app that monitors regions, or several of them.
/// Apps count from 1.
struct ScanUse {
  var session: Int?
  var significantChange: Int?
  var reducedAccuracy: Int?
  var regions: Int?

  /// Who pays: the session, where there is one.
  var payer: Int { session ?? significantChange ?? reducedAccuracy ?? regions ?? 0 }
}
