public import Quantities

/// A device's numbers in one run; `nil` for a radio it lacks.
public struct DeviceParameters: Sendable, Equatable {
  /// The profile's name.
  public var name: String
  /// What the device runs.
  public var system: PhoneSystem
  /// `nil` without a satellite receiver.
  public var gnss: GNSSParameters?
  /// `nil` without Wi-Fi.
  public var wifi: WiFiParameters?
  /// `nil` without a modem.
  public var cellular: CellularParameters?
  /// `nil` without Bluetooth.
  public var bluetooth: BluetoothParameters?
  /// The application processor.
  public var processor: ProcessorParameters
  /// What the phone lives on.
  public var battery: BatteryParameters
  /// What the phone draws besides the other components.
  public var base: Power
  /// How wrong positions are.
  public var error: ErrorParameters

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
    base = try values.power("base.drain")
    error = try ErrorParameters(values)
  }
}
