/// What a geocoder found: `CLPlacemark`, as far as the simulation knows the world.
public struct Placemark: Sendable, Hashable {
  /// The scenario's place; `nil` where none is near and when only the country is known.
  public let name: String?
  /// Where it is.
  public let location: Location?
  /// Found on the device, without a network: no more than the country is known.
  public let isCountryOnly: Bool
}
