/// A condition of the phone that apps can observe.
public enum DeviceCondition: String, CaseIterable, Sendable {
  /// The charger is connected.
  case charging
  /// The phone is associated with a Wi-Fi network it knows.
  case onWiFi = "on_wifi"
  /// Low Power Mode or Battery Saver is on.
  case lowPower = "low_power"
}

/// A condition of the phone has changed.
public struct DeviceChange: Sendable, Hashable {
  /// What has changed.
  public let condition: DeviceCondition
  /// Whether it holds now.
  public let isOn: Bool

  package init(_ condition: DeviceCondition, isOn: Bool) {
    self.condition = condition
    self.isOn = isOn
  }
}

extension DeviceChange: ServiceEvent {}
