/// What an app asks a geocoder.
package enum GeocodeQuery: Sendable, Hashable {
  /// Where an address lies.
  case address(String)
  /// What is at a position.
  case location(Location)
}
