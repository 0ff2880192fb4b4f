/// What a phone app and its watch app tell each other: a dictionary of `WCSession`, as far as its size matters.
package struct WatchMessage: Sendable, Hashable {
  /// What the message is about, for the app that reads it, such as `start`.
  package var subject: String
  /// Positions it carries, oldest first.
  package var locations: [Location]
  /// Its size on the link in bytes.
  package var bytes: Int64

  /// Bytes of a dictionary without positions: estimate of a binary property list with two short strings.
  package static let envelope: Int64 = 120
  /// Bytes of one position: latitude, longitude, radius, speed and time, eight bytes each.
  package static let bytesPerLocation: Int64 = 40

  /// - Parameter bytes: the size; that of an envelope and the positions when left out.
  package init(_ subject: String, locations: [Location] = [], bytes: Int64? = nil) {
    self.subject = subject
    self.locations = locations
    self.bytes = max(0, bytes ?? Self.envelope + Self.bytesPerLocation * Int64(locations.count))
  }
}

/// Why a message did not get through: the codes of `WCErrorCode` that occur here.
package enum WatchSessionError: Int, Error, Sendable {
  /// The other device is out of reach, or its app does not run and cannot be launched.
  case notReachable = 7007
  /// The link broke while the message was on its way.
  case transferTimedOut = 7012
}
