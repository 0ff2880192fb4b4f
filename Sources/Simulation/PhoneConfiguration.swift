package import DeviceModel
package import LocationServices
package import Core

/// A phone to simulate: its numbers in this run, its network, its apps.
package struct PhoneConfiguration: Sendable {
  package var device: DeviceParameters
  package var network: NetworkParameters
  package var prices: PowerTable
  package var apps: [AppDefinition]
  /// Ages at the start of the run of the last fix, the ephemerides and the almanac; `nil` for never.
  package var lastFixAge: TimeSpan?
  package var ephemerisAge: TimeSpan?
  package var almanacAge: TimeSpan?
  /// Age at the start of predicted orbits that the phone has downloaded.
  package var extendedAge: TimeSpan?

  package var platform: Platform { .newest(of: apps.map(\.platform)) }

  /// A phone whose receiver last ran eight hours ago: its ephemerides are out of date, its almanac is not. It was on a network
  /// then, and downloads predicted orbits each day.
  ///
  /// - Throws: `ProfileFault` when the device has no modem for the network.
  package init(device: DeviceParameters, network: NetworkParameters, apps: [AppDefinition]) throws {
    self.device = device
    self.network = network.usable(by: device)
    self.apps = apps
    prices = try PowerTable(device: device, network: network)
    lastFixAge = .hours(8)
    ephemerisAge = .hours(8)
    almanacAge = .hours(8)
    extendedAge = .hours(12)
  }
}
