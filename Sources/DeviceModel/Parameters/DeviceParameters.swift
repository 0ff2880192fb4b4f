package import Quantities

/// A device's numbers in one run; `nil` for a radio it lacks.
package struct DeviceParameters: Sendable, Equatable {
  /// The profile's name.
  package var name: String
  /// What the device runs.
  package var system: PhoneSystem
  /// `nil` without a satellite receiver.
  package var gnss: GNSSParameters?
  /// `nil` without Wi-Fi.
  package var wifi: WiFiParameters?
  /// `nil` without a modem.
  package var cellular: CellularParameters?
  /// `nil` without Bluetooth.
  package var bluetooth: BluetoothParameters?
  /// The application processor.
  package var processor: ProcessorParameters
  /// What the phone lives on.
  package var battery: BatteryParameters
  /// What the phone draws besides the other components, the system's own use of location included.
  package var base: Power
  /// What it draws on top of that while it travels; `nil` where nobody has measured it.
  package var travelling: Power?
  /// How wrong positions are.
  package var error: ErrorParameters

  init(
    name: String, system: PhoneSystem, values: ParameterValues, profile: [String: ProfileValue]
  ) throws(ProfileFault) {
    self.name = name
    self.system = system
    gnss = values.has(section: "gnss") ? try GNSSParameters(values, profile: profile) : nil
    wifi = values.has(section: "wifi") ? try WiFiParameters(values) : nil
    cellular = values.has(section: "cellular") ? CellularParameters(values) : nil
    bluetooth = values.has(section: "bluetooth") ? try BluetoothParameters(values) : nil
    processor = try ProcessorParameters(values)
    battery = try BatteryParameters(values)
    base = try Self.base(values)
    travelling = values.optional("base.travelling").map { .watts($0) }
    error = try ErrorParameters(values)
  }

  private static func base(_ values: ParameterValues) throws(ProfileFault) -> Power {
    try values.power("base.drain") + .watts(values.optional("base.background_location") ?? 0)
  }

  /// The device after some of its values have changed; only their sections are read, which saves time and changes nothing.
  ///
  /// - Parameters:
  ///   - sections: those of the changed keys.
  ///   - values: all values; there are as many keys as before.
  func rereading(
    _ sections: Set<String>, name: String, system: PhoneSystem, values: ParameterValues,
    profile: [String: ProfileValue]
  ) throws(ProfileFault) -> DeviceParameters {
    var result = self
    (result.name, result.system) = (name, system)
    if gnss != nil, sections.contains("gnss") { result.gnss = try GNSSParameters(values, profile: profile) }
    if wifi != nil, sections.contains("wifi") { result.wifi = try WiFiParameters(values) }
    if cellular != nil, !sections.isDisjoint(with: CellularParameters.sections) {
      result.cellular = CellularParameters(values)
    }
    if bluetooth != nil, sections.contains("bluetooth") { result.bluetooth = try BluetoothParameters(values) }
    if sections.contains("processor") { result.processor = try ProcessorParameters(values) }
    if sections.contains("battery") { result.battery = try BatteryParameters(values) }
    if sections.contains("base") {
      result.base = try Self.base(values)
      result.travelling = values.optional("base.travelling").map { .watts($0) }
    }
    if sections.contains("error") { result.error = try ErrorParameters(values) }
    return result
  }
}
