import DeviceModel

/// Where each seed's device and network numbers come from.
public enum ParameterChoice: String, CaseIterable, Sendable {
  /// Every value at its mean: seeds differ by the day only.
  case fixed
  /// Each seed draws a device and a network from the profiles' deviations.
  case drawn

  func mode(seed: UInt64) -> ParameterMode { self == .fixed ? .fixed : .drawn(seed: seed) }
}
