package import Quantities

/// A Bluetooth radio's numbers in one run.
package struct BluetoothParameters: Sendable, Equatable {
  /// On, neither scanning nor linked.
  package var idle: Power
  /// Looking for beacons now and then, above `idle`.
  package var beaconScan: Power
  /// Ranging beacons: the radio receives all the time.
  package var foregroundScan: Power
  /// Linked to a watch or an accessory, above `idle`.
  package var link: Power
  /// Energy of one message, on top of the link's power.
  package var message: Energy
  /// How long one message takes.
  package var messageTime: TimeSpan

  init(_ values: ParameterValues) throws(ProfileFault) {
    idle = try values.power("bluetooth.idle")
    beaconScan = try values.power("bluetooth.beacon_scan")
    foregroundScan = try values.power("bluetooth.foreground_scan")
    link = try values.power("bluetooth.link")
    message = try values.energy("bluetooth.message")
    messageTime = try values.time("bluetooth.message_time")
  }
}
