import Documents
import FileFormats
import GeoJoule

extension ComparisonRequest {
  /// The same request with a watch beside the phone, where one of its strategies uses one.
  ///
  /// - Parameter name: a device of the catalogue, or a device file; it runs on the network it names as its own.
  func with(watch name: String, _ catalog: Catalog) throws(InputError) -> ComparisonRequest {
    // A wrong name is wrong whether or not a strategy needs it.
    let device = try catalog.device(name)
    guard strategies.contains(where: \.usesWatch) else { return self }
    var request = self
    let network = try catalog.network(of: device, file: catalog.ownFile(.devices, name))
    request.watch = WatchChoice(device: device, network: network)
    return request
  }
}
