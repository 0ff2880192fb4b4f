public import ArgumentParser
public import DeviceModel
import LocationServices

extension PhoneSystem: ExpressibleByArgument {
  /// Takes `iOS` for `ios`.
  public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

extension Platform {
  /// - Throws: `ValidationError` with the versions that there are.
  @Sendable init(argument: String) throws {
    guard let platform = Platform.named(argument) else {
      let names = Platform.all.map(\.name).joined(separator: ", ")
      throw ValidationError("unknown version '\(argument)'; one of \(names), or a version between them")
    }
    self = platform
  }
}
