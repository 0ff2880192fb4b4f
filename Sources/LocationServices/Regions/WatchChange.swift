package import Core
package import World

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
  package let wantsEntries: Bool
  package let wantsExits: Bool
  /// How long a stay counts as dwelling, where that is wanted.
  package let dwellTime: TimeSpan?
  /// Begun, or ended.
  package let isBegun: Bool
  /// The system takes part: `false` when it refused, so that everything will be missed.
  package let isServed: Bool

  package init(
    app: Int, serial: Int, subject: Subject, wantsEntries: Bool = true, wantsExits: Bool = true,
    dwellTime: TimeSpan? = nil, isBegun: Bool, isServed: Bool
  ) {
    self.app = app
    self.serial = serial
    self.subject = subject
    self.wantsEntries = wantsEntries
    self.wantsExits = wantsExits
    self.dwellTime = dwellTime
    self.isBegun = isBegun
    self.isServed = isServed
  }
}
