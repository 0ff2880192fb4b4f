package import World

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
