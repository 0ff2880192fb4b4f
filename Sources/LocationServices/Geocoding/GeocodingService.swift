import Core

/// Geocoding: which requests go to the network.
struct GeocodingService {
  enum Command: ServiceCommand {
    case request(Int, GeocodeQuery)
    case cancel(Int)
  }

  private var limits: [GeocodeRateLimit]

  init(apps: Int) { limits = Array(repeating: GeocodeRateLimit(), count: apps) }

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    switch command {
    case .request(let identifier, let query):
      guard limits[app].admits(at: context.now) else {
        return effects.append(.post(app: app, .geocodeFinished(identifier, .limited)))
      }
      effects.append(.geocode(PendingGeocode(app: app, identifier: identifier, query: query)))
    case .cancel(let identifier):
      effects.append(.cancelGeocode(app: app, identifier))
      effects.append(.post(app: app, .geocodeFinished(identifier, .canceled)))
    }
  }
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
