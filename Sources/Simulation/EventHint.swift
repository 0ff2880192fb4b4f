import Quantities

/// A moment at which something true changes or is noticed, for the services that tell events.
enum EventHint {
  /// The phone crosses an edge of a watched area.
  case edge(serial: Int)
  /// Scans that the phone makes anyway have changed: a look is due for regions.
  case look
  /// The radio has something to say about a beacon.
  case beacon(serial: Int)
  case arrival(serial: Int)
  case departure(serial: Int)
}
