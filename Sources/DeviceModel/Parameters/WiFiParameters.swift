package import Quantities

/// A Wi-Fi radio's numbers in one run.
package struct WiFiParameters: Sendable, Equatable {
  /// Associated or looking, mostly asleep.
  package var powerSave: Power
  /// Awake without traffic; also the tail's power.
  package var active: Power
  /// Receiving.
  package var receive: Power
  /// Sending.
  package var transmit: Power
  /// Awake after the last packet.
  package var tailTime: TimeSpan
  /// Energy of a scan of all channels.
  package var scanFull: Energy
  /// Time of a scan of all channels.
  package var scanFullTime: TimeSpan
  /// Energy of a scan of few channels.
  package var scanPartial: Energy
  /// Time of a scan of few channels.
  package var scanPartialTime: TimeSpan
  /// Throughput of sending.
  package var uplinkRate: DataRate
  /// Throughput of receiving.
  package var downlinkRate: DataRate

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
