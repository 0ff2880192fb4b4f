import Core

/// A moment at which something true changes or is noticed, for the services that tell events.
enum PendingObservation {
  /// The phone crosses an edge of a watched area.
  case edge(serial: Int)
  /// The system has got round to a look: for Android's geofences, or late for want of a network.
  case look
  /// Scans that the phone makes anyway hear other access points.
  case accessPoints
  /// The radio has something to say about a beacon.
  case beacon(serial: Int)
  case arrival(serial: Int)
  case departure(serial: Int)
}
