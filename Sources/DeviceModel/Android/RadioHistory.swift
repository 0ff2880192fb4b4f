package import Quantities

/// What an app did, for a cross-check: one GNSS session under open sky, then scans and a download over Wi-Fi.
package struct RadioHistory: Sendable, Hashable {
  /// From the request to the stop, time to first fix included.
  package var gnssTime: TimeSpan
  /// Of which the receiver searches in signal that counts as poor.
  package var acquisitionTime: TimeSpan
  /// Scans of few channels.
  package var scans: Int
  package var downloadedBytes: Int64
  /// How long Wi-Fi is on.
  package var wifiTime: TimeSpan

  /// Ten minutes of tracking after 5 s of search; 20 scans and 1 MB in the same ten minutes.
  package init(
    gnssTime: TimeSpan = .minutes(10), acquisitionTime: TimeSpan = .seconds(5), scans: Int = 20,
    downloadedBytes: Int64 = 1_000_000, wifiTime: TimeSpan = .minutes(10)
  ) {
    self.gnssTime = gnssTime
    self.acquisitionTime = acquisitionTime
    self.scans = scans
    self.downloadedBytes = downloadedBytes
    self.wifiTime = wifiTime
  }
}
