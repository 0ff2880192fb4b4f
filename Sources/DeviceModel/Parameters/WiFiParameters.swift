public import Quantities

/// A Wi-Fi radio's numbers in one run.
public struct WiFiParameters: Sendable, Equatable {
  /// Associated or looking, mostly asleep.
  public var powerSave: Power
  /// Awake without traffic; also the tail's power.
  public var active: Power
  /// Receiving.
  public var receive: Power
  /// Sending.
  public var transmit: Power
  /// Awake after the last packet.
  public var tailTime: TimeSpan
  /// Energy of a scan of all channels.
  public var scanFull: Energy
  /// Time of a scan of all channels.
  public var scanFullTime: TimeSpan
  /// Energy of a scan of few channels.
  public var scanPartial: Energy
  /// Time of a scan of few channels.
  public var scanPartialTime: TimeSpan
  /// Throughput of sending.
  public var uplinkRate: DataRate
  /// Throughput of receiving.
  public var downlinkRate: DataRate

  init(_ values: ParameterValues) throws(ProfileFault) {
    powerSave = try values.power("wifi.power_save")
    active = try values.power("wifi.active")
    receive = try values.power("wifi.receive")
    transmit = try values.power("wifi.transmit")
    tailTime = try values.time("wifi.tail_time")
    scanFull = try values.energy("wifi.scan_full")
    scanFullTime = try values.time("wifi.scan_full_time")
    scanPartial = try values.energy("wifi.scan_partial")
    scanPartialTime = try values.time("wifi.scan_partial_time")
    uplinkRate = try values.rate("wifi.rate_uplink")
    downlinkRate = try values.rate("wifi.rate_downlink")
  }
}
