public import DeviceModel
import Documents

/// The phone and the network that a test simulates, of the catalogue or of your own.
///
/// `geojoule list devices` and `geojoule list networks` name the catalogue's. A path contains `/` or ends in `.yml`.
public struct SimulatedDevice: Sendable, ExpressibleByStringLiteral {
  private enum Source: Sendable {
    case named(String, network: String?)
    case given(DeviceProfile, NetworkProfile)
  }

  private let source: Source

  /// - Parameter network: the device's own default when left out.
  public init(_ nameOrPath: String, network: String? = nil) { source = .named(nameOrPath, network: network) }
  public init(stringLiteral nameOrPath: String) { self.init(nameOrPath) }
  public init(_ device: DeviceProfile, network: NetworkProfile) { source = .given(device, network) }

  /// A phone of today on its default network.
  public static let modernPhone = SimulatedDevice("modern-phone")

  /// - Throws: `InputError` that names the nearest name, or the place of the fault in the file.
  func profiles(in catalog: Catalog) throws -> (DeviceProfile, NetworkProfile) {
    switch source {
    case .named(let name, let network):
      let device = try catalog.device(name)
      return (device, try catalog.network(network ?? device.defaultNetwork))
    case .given(let device, let network): return (device, network)
    }
  }
}
