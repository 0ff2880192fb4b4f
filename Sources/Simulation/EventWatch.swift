public import Core
package import World

/// What a strategy wanted to be told of, and since when.
package struct EventWatch: Sendable, Hashable {
  package enum Subject: Sendable, Hashable {
    /// Being inside one of these circles: a region, or around the beacons of a name.
    case area([Circle])
    /// Stays at unknown places.
    case visits
  }

  /// Tells it from the run's other watches.
  package let serial: Int
  package let subject: Subject
  /// Whether entries (arrivals) and exits (departures) are wanted.
  package let wantsEntries: Bool
  package let wantsExits: Bool
  /// How long a stay in the area counts as dwelling, where that is wanted.
  package let dwellTime: TimeSpan?
  package let begin: Instant
  /// `nil` when it lasted to the end of the run.
  package internal(set) var end: Instant?

  package init(
    serial: Int, subject: Subject, wantsEntries: Bool = true, wantsExits: Bool = true,
    dwellTime: TimeSpan? = nil, begin: Instant, end: Instant? = nil
  ) {
    self.serial = serial
    self.subject = subject
    self.wantsEntries = wantsEntries
    self.wantsExits = wantsExits
    self.dwellTime = dwellTime
    self.begin = begin
    self.end = end
  }
}

/// An event as the app got it.
public struct DeliveredEvent: Sendable, Hashable {
  /// The watch it belongs to.
  package let serial: Int
  /// An entry or an arrival; otherwise an exit or a departure.
  public let isEntry: Bool
  /// That the phone has stayed in a geofence, rather than the entry itself.
  package let isDwell: Bool
  /// When the app learnt of it.
  public let delivered: Instant

  package init(serial: Int, isEntry: Bool, isDwell: Bool = false, delivered: Instant) {
    self.isDwell = isDwell
    self.serial = serial
    self.isEntry = isEntry
    self.delivered = delivered
  }
}
