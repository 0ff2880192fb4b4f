/// Whom a Wi-Fi scan serves: the app whose session asked for it, the app that monitors significant change, or both.
/// Apps count from 1.
struct ScanUse {
  var session: Int?
  var significantChange: Int?

  /// Who pays: the session, where there is one.
  var payer: Int { session ?? significantChange ?? 0 }
}
