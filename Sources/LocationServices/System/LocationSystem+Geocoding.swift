import Core

extension LocationSystem {
  mutating func startGeocode(_ identifier: Int, _ query: GeocodeQuery, app: Int, at now: Instant) {
    let request = PendingGeocode(app: app, identifier: identifier, query: query)
    if !geocoding.start(request, at: now) { apps[app].post(.geocodeFinished(identifier, .limited)) }
  }

  mutating func cancelGeocode(_ identifier: Int, app: Int) {
    geocoding.cancel(identifier, of: app)
    apps[app].post(.geocodeFinished(identifier, .canceled))
  }

  /// Geocoding requests since the driver last took them.
  package var geocodes: [PendingGeocode] { geocoding.pending }
  package mutating func takeGeocodes() -> [PendingGeocode] { geocoding.takePending() }

  /// The network has answered, or there is none. A suspended app hears of it when it next runs; one that has been killed
  /// or has cancelled the request does not.
  package mutating func geocodeAnswered(_ identifier: Int, app: Int, _ answer: GeocodeAnswer) {
    guard apps[app].host?.geocodes[identifier] != nil else { return }
    apps[app].post(.geocodeFinished(identifier, .answered(answer)), waking: apps[app].process.isRunning)
  }
}
