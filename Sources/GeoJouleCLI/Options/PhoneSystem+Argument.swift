public import ArgumentParser
public import DeviceModel

extension PhoneSystem: ExpressibleByArgument {
  /// Takes `iOS` for `ios`.
  public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}
