import Core

/// Turns addresses into positions and positions into places: `CLGeocoder` on a simulated clock.
///
/// It asks a server, so it needs a network: without one, an address gives the error `network`, and a position gives the
/// country alone with `geocodeFoundPartialResult` (2011 session). One request at a time; a second one while the first is
/// under way fails with `geocodeCanceled`. Made by `AppHost.makeGeocoder()`; it must be kept until it has answered.
public final class Geocoder {
  /// Called once for each request, with placemarks or an error; with both when only the country could be found.
  public typealias CompletionHandler = ([Placemark]?, LocationError?) -> Void

  private var host: AppHost?
  private var identifier: Int?
  private var query: GeocodeQuery?
  private var completion: CompletionHandler?

  init(host: AppHost) { self.host = host }

  /// Whether a request is under way.
  public var isGeocoding: Bool { completion != nil }

  /// Asks where an address lies. The simulated server knows the scenario's places by their names.
  public func geocodeAddressString(_ address: String, completionHandler: @escaping CompletionHandler) {
    start(.address(address), completionHandler)
  }

  /// Asks what is at a position.
  public func reverseGeocodeLocation(_ location: Location, completionHandler: @escaping CompletionHandler) {
    start(.location(location), completionHandler)
  }

  /// Gives up the request under way; its handler is called with `geocodeCanceled`.
  public func cancelGeocode() {
    guard let identifier, let host, host.geocodes[identifier] != nil else { return }
    host.post(.service(GeocodingService.Command.cancel(identifier)))
  }

  private func start(_ query: GeocodeQuery, _ completion: @escaping CompletionHandler) {
    guard let host, !isGeocoding else {
      completion(nil, .geocodeCanceled)
      return
    }
    let identifier = host.makeIdentifier()
    (self.query, self.completion, self.identifier) = (query, completion, identifier)
    host.geocodes[identifier] = self
    host.post(.service(GeocodingService.Command.request(identifier, query)))
  }

  /// The request is over.
  func finish(_ result: GeocodeResult) {
    let (handler, asked) = (completion, query)
    (completion, query, identifier) = (nil, nil, nil)
    switch result {
    case .canceled: handler?(nil, .geocodeCanceled)
    case .limited: handler?(nil, .network)
    case .answered(.found(let name, let position)):
      let location = Location(position: position, horizontalAccuracy: 0, instant: .seconds(host?.now ?? 0), speed: -1)
      handler?([Placemark(name: name, location: location, isCountryOnly: false)], nil)
    case .answered(.nothing): handler?(nil, .geocodeFoundNoResult)
    case .answered(.offline):
      if case .location(let location) = asked {
        handler?([Placemark(name: nil, location: location, isCountryOnly: true)], .geocodeFoundPartialResult)
      } else {
        handler?(nil, .network)
      }
    }
  }
}
