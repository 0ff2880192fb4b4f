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

/// How often one app may geocode, by however many geocoders: 50 requests in 60 s, as iOS wrote to its log in 2023 when it refused one
/// (`GEOErrorDomain`, code -3; Baseflow/flutter-geocoding, issue 158). The minute begins with its first request, and other
/// systems do the same (estimates). A request too many fails with the network's error (reference of CLGeocoder).
struct GeocodeRateLimit: Sendable {
  static let requests = 50
  static let window = TimeSpan.minutes(1)

  private var begin: Instant?
  private var count = 0

  /// Whether a request at this instant passes.
  mutating func admits(at now: Instant) -> Bool {
    if begin.map({ now - $0 >= Self.window }) ?? true { (begin, count) = (now, 0) }
    count += 1
    return count <= Self.requests
  }
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
