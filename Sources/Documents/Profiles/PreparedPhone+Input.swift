package import DeviceModel
package import FileFormats

extension PreparedPhone {
  /// A phone out of files.
  ///
  /// - Parameters:
  ///   - other: a phone that may differ in a few values only, which saves time.
  ///   - file: the file that names both.
  ///   - place: which part of it does, for the message.
  /// - Throws: `InputError` for a profile that cannot be used, and for a device without a modem for the network.
  package init(
    _ device: DeviceProfile, on network: NetworkProfile, like other: PreparedPhone? = nil, file: String? = nil,
    place: String = ""
  ) throws(InputError) {
    do throws(ProfileFault) {
      try self.init(device: device, network: network, like: other)
    } catch {
      throw InputError(
        file: file,
        message: "the device '\(device.name)' on the network '\(network.name)' cannot be used\(place): "
          + "\(error.key): \(error.message)", remedy: error.remedy)
    }
  }
}
