public import Quantities

/// A Wi-Fi radio's numbers in one run.
public struct WiFiParameters: Sendable, Equatable {
  public var powerSave: Power
  /// Awake without traffic; also the tail's power.
  public var active: Power
  public var receive: Power
  public var transmit: Power
  public var tailTime: TimeSpan
  public var scanFull: Energy
  public var scanFullTime: TimeSpan
  public var scanPartial: Energy
  public var scanPartialTime: TimeSpan
  public var uplinkRate: DataRate
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
