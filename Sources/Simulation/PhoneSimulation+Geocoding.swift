import DeviceModel
import LocationServices
import Core
import World

extension PhoneSimulation {
  /// Bytes of a geocoding request and of its answer (estimate: a few hundred bytes of text with headers and TLS records,
  /// and a placemark in several languages).
  private var geocodeUplink: Int64 { 1500 }
  private var geocodeDownlink: Int64 { 3000 }
  /// A position is called by the scenario's place that lies within so many metres (estimate: a city block).
  private var placeRadius: Double { 100 }

  /// Takes the apps' geocoding requests to the network; without one they are answered at once.
  mutating func startGeocodes(at now: Instant) {
    for geocode in system.takeGeocodes() {
      let isSent = send(
        .geocode(geocode), uplink: geocodeUplink, downlink: geocodeDownlink,
        cause: EnergyAttribution(.lookup, app: geocode.app + 1), at: now)
      if !isSent { system.geocodeAnswered(geocode.identifier, app: geocode.app, .offline) }
    }
  }

  mutating func geocodeArrived(_ geocode: PendingGeocode) {
    system.geocodeAnswered(geocode.identifier, app: geocode.app, answer(to: geocode.query))
  }

  private func answer(to query: GeocodeQuery) -> GeocodeAnswer {
    switch query {
    case .address(let address):
      let wanted = address.lowercased()
      guard let place = world.places.first(where: { $0.name.lowercased() == wanted }) else { return .nothing }
      return .found(name: place.name, place.position.earthVector())
    case .location(let location):
      let near = world.places.map { (place: $0, distance: $0.position.earthVector().distance(to: location.position)) }
        .min { $0.distance < $1.distance }
      let name = near.flatMap { $0.distance <= placeRadius ? $0.place.name : nil }
      return .found(name: name, location.position)
    }
  }
}
