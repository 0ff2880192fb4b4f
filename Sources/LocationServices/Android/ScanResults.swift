/// What a broadcast of scan results brings.
package struct ScanResults: Sendable, Hashable {
  /// Whether a scan was made (`EXTRA_RESULTS_UPDATED`); otherwise the request was refused or the scan failed, and what
  /// `getScanResults` would give is old.
  package let isUpdated: Bool
  /// How many access points were heard.
  package let accessPoints: Int
  /// What can be made of them.
  let location: Location?

  static let notUpdated = ScanResults(isUpdated: false, accessPoints: 0, location: nil)
}
