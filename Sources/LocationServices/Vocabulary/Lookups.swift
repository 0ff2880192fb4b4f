import Core
package import World

/// What an app asks a geocoder.
package enum GeocodeQuery: Sendable, Hashable {
  /// Where an address lies.
  case address(String)
  /// What is at a position.
  case location(Location)
}

/// A geocoding request that the driver must take to the network.
package struct PendingGeocode: Sendable, Hashable {
  package let app: Int
  package let identifier: Int
  package let query: GeocodeQuery
}

/// What the network, or its absence, makes of a geocoding request.
package enum GeocodeAnswer: Sendable, Hashable {
  /// The server's answer: a place of the scenario, or the position that was asked about without a name.
  case found(name: String?, EarthVector)
  /// The server knows no such place.
  case nothing
  /// No answer came, for want of a network.
  case offline
}

/// How a request ended.
enum GeocodeResult {
  case answered(GeocodeAnswer)
  case canceled
  /// Refused: too many requests.
  case limited
}

/// What a geocoder found: `CLPlacemark`, as far as the simulation knows the world.
public struct Placemark: Sendable, Hashable {
  /// The scenario's place; `nil` where none is near and when only the country is known.
  public let name: String?
  /// Where it is.
  public let location: Location?
  /// Found on the device, without a network: no more than the country is known.
  public let isCountryOnly: Bool
}

/// Access points that an app sends to a positioning service.
package struct ScanLookup: Sendable, Hashable {
  package let app: Int
  package let identifier: Int
  /// How many access points are sent.
  package let accessPoints: Int
  /// The answer.
  package let location: Location?
}

/// What a broadcast of scan results brings.
package struct ScanResults: Sendable, Hashable {
  /// Whether a scan was made (`EXTRA_RESULTS_UPDATED`); otherwise the request was refused or the scan failed, and what
  /// `getScanResults` would give is old.
  package let isUpdated: Bool
  /// How many access points were heard.
  package let accessPoints: Int
  /// What can be made of them.
  let location: Location?

  static let notUpdated = ScanResults(isUpdated: false, accessPoints: 0, location: nil)
}
