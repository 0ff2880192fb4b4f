/// A second in which data flowed.
package struct ThroughputSample: Sendable, Hashable {
  /// Seconds, from any start.
  package var time: Double
  package var drive: Int
  /// Received power in dBm.
  package var level: Double
  /// In dB.
  package var snr: Double?
  /// In bit/s, above 0.
  package var rate: Double

  package init(time: Double, drive: Int, level: Double, snr: Double? = nil, rate: Double) {
    self.time = time
    self.drive = drive
    self.level = level
    self.snr = snr
    self.rate = rate
  }
}
