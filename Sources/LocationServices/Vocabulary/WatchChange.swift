package import Core
package import World

/// For which apps the phone looks out for beacons and for visits: for those that may be told now. An app that may not,
/// for want of authorization, of full accuracy or of a process in use, costs nothing. A bit for each app, the first app's
/// lowest.
package struct EventInterest: Sendable, Hashable {
  package internal(set) var beacons: UInt8 = 0
  package internal(set) var visits: UInt8 = 0

  package static let none = EventInterest()

  package func listens(for app: Int) -> Bool { beacons & (1 << UInt8(app)) != 0 }
  package func noticesVisits(of app: Int) -> Bool { visits & (1 << UInt8(app)) != 0 }
}

/// What apps began or ceased to watch, for the driver that knows when the truth changes.
package struct WatchChange: Sendable, Hashable {
  package enum Subject: Sendable, Hashable {
    /// A circle, and how far beyond its edge an exit is believed.
    case circle(Circle, exitBuffer: Double)
    case beacon(String)
    case visits
  }

  package let app: Int
  /// The registration's number; the same when it ends.
  package let serial: Int
  package let subject: Subject
  /// Whether entries (arrivals) and exits (departures) are wanted.
  package var wantsEntries = true
  package var wantsExits = true
  /// How long a stay counts as dwelling, where that is wanted.
  package var dwellTime: TimeSpan?
  /// Begun, or ended.
  package let isBegun: Bool
  /// The system takes part: `false` when it refused, so that everything will be missed.
  package let isServed: Bool
}

/// An event handed to an app's code.
package struct EventDelivery: Sendable, Hashable {
  /// The registration it belongs to.
  package let serial: Int
  /// An entry or an arrival; otherwise an exit or a departure.
  package let isEntry: Bool
  /// Not the entry itself, but that the phone has stayed for as long as a geofence asks.
  package var isDwell = false
}
