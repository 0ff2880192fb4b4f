public import Quantities

/// A device's numbers in one run; `nil` for a radio it lacks.
public struct DeviceParameters: Sendable, Equatable {
  /// The profile's name.
  public var name: String
  public var gnss: GNSSParameters?
  public var wifi: WiFiParameters?
  public var cellular: CellularParameters?
  public var bluetooth: BluetoothParameters?
  public var processor: ProcessorParameters
  public var battery: BatteryParameters
  /// What the phone draws besides the other components.
  public var base: Power
  public var error: ErrorParameters

  init(name: String, values: ParameterValues, profile: [String: ProfileValue]) throws(ProfileFault) {
    self.name = name
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
