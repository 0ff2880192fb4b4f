/// A second in which data flowed.
public struct ThroughputSample: Sendable, Hashable {
  /// Seconds, from any start.
  public var time: Double
  public var drive: Int
  /// Received power in dBm.
  public var level: Double
  /// In dB.
  public var snr: Double?
  /// In bit/s, above 0.
  public var rate: Double

  public init(time: Double, drive: Int, level: Double, snr: Double? = nil, rate: Double) {
    self.time = time
    self.drive = drive
    self.level = level
    self.snr = snr
    self.rate = rate
  }
}
