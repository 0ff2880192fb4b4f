package import Core
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

/// How often one app may geocode.
///
/// Apple asks apps for one request per user action, and for one a minute at most while the user moves; requests beyond an
/// unpublished limit fail with the network's error (documentation of CLGeocoder). The limit modelled here is the advice
/// itself, an estimate on the strict side: a request passes when a minute has passed since the last one that did, or when
/// the user has brought the app to the screen since.
package struct GeocodeRateLimit: Sendable {
  package static let interval = TimeSpan.minutes(1)

  private var lastAdmitted: Instant?

  package init() {}

  /// The user has brought the app to the screen: the next request is theirs.
  package mutating func userActed() { lastAdmitted = nil }

  /// Whether a request at this instant passes.
  package mutating func admits(at now: Instant) -> Bool {
    if let last = lastAdmitted, now - last < Self.interval { return false }
    lastAdmitted = now
    return true
  }
}

/// How often each app may ask.
struct GeocodingService {
  private var limits: [GeocodeRateLimit]

  init(apps: Int) { limits = Array(repeating: GeocodeRateLimit(), count: apps) }

  /// The user has brought the app to the screen.
  mutating func userActed(_ app: Int) { limits[app].userActed() }

  /// Whether a request passes.
  mutating func admits(_ app: Int, at now: Instant) -> Bool { limits[app].admits(at: now) }
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
