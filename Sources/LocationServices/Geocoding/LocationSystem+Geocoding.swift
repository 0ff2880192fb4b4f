import Quantities

extension LocationSystem {
  /// A geocoding request that the driver must take to the network.
  public struct Geocode: Sendable, Hashable {
    public let app: Int
    public let identifier: Int
    public let query: GeocodeQuery
  }

  mutating func startGeocode(_ identifier: Int, _ query: GeocodeQuery, app: Int, at now: Instant) {
    guard apps[app].geocoding.admits(at: now) else {
      apps[app].post(.geocodeFinished(identifier, .limited))
      return
    }
    geocodes.append(Geocode(app: app, identifier: identifier, query: query))
  }

  mutating func cancelGeocode(_ identifier: Int, app: Int) {
    geocodes.removeAll { $0.app == app && $0.identifier == identifier }
    apps[app].post(.geocodeFinished(identifier, .canceled))
  }

  /// Requests since the driver last took them.
  public mutating func takeGeocodes() -> [Geocode] {
    defer { geocodes.removeAll(keepingCapacity: true) }
    return geocodes
  }

  /// The network has answered, or there is none. A suspended app hears of it when it next runs; one that has been killed
  /// or has cancelled the request does not.
  public mutating func geocodeAnswered(_ identifier: Int, app: Int, _ answer: GeocodeAnswer) {
    guard apps[app].host?.geocodes[identifier] != nil else { return }
    apps[app].post(.geocodeFinished(identifier, .answered(answer)), waking: apps[app].process.isRunning)
  }
}
