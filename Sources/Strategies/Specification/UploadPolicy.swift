/// When an app sends its positions to its server.
package struct UploadPolicy: Sendable, Hashable {
  /// Positions that make a batch full; 1 sends each fix at once.
  package var batchCount: Int
  /// Seconds after which a batch is sent although it is not full; `nil` for never.
  package var batchInterval: Double?
  /// Sends over Wi-Fi only; the batch waits for it.
  package var onWiFiOnly: Bool
  /// Bytes per position, headers included.
  package var bytesPerFix: Int64

  /// - Parameter bytesPerFix: 600 by default: a JSON point of a field app (sources C4, Overland).
  package init(batchCount: Int = 1, batchInterval: Double? = nil, onWiFiOnly: Bool = false, bytesPerFix: Int64 = 600) {
    self.batchCount = batchCount
    self.batchInterval = batchInterval
    self.onWiFiOnly = onWiFiOnly
    self.bytesPerFix = bytesPerFix
  }
}
