import Core

/// A geocoding request that the driver must take to the network.
package struct PendingGeocode: Sendable, Hashable {
  package let app: Int
  package let identifier: Int
  package let query: GeocodeQuery
}

/// The geocoding requests of all apps, and how often each may ask.
struct GeocodingService {
  private var limits: [GeocodeRateLimit]
  /// Those that have not been taken to the network yet.
  private(set) var pending: [PendingGeocode] = []

  init(apps: Int) { limits = Array(repeating: GeocodeRateLimit(), count: apps) }

  /// The user has brought the app to the screen.
  mutating func userActed(_ app: Int) { limits[app].userActed() }

  /// - Returns: whether the request passes.
  mutating func start(_ request: PendingGeocode, at now: Instant) -> Bool {
    guard limits[request.app].admits(at: now) else { return false }
    pending.append(request)
    return true
  }

  mutating func cancel(_ identifier: Int, of app: Int) {
    pending.removeAll { $0.app == app && $0.identifier == identifier }
  }

  mutating func processEnded(_ app: Int) { pending.removeAll { $0.app == app } }

  mutating func takePending() -> [PendingGeocode] {
    defer { pending.removeAll(keepingCapacity: true) }
    return pending
  }
}
