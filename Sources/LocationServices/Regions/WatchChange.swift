public import Quantities
public import World

/// What apps began or ceased to watch, for the driver that knows when the truth changes.
public struct WatchChange: Sendable, Hashable {
  public enum Subject: Sendable, Hashable {
    /// A circle, and how far beyond its edge an exit is believed.
    case circle(Circle, exitBuffer: Double)
    case beacon(String)
    case visits
  }

  public let app: Int
  /// The registration's number; the same when it ends.
  public let serial: Int
  public let subject: Subject
  /// Whether entries (arrivals) and exits (departures) are wanted.
  public let wantsEntries: Bool
  public let wantsExits: Bool
  /// How long a stay counts as dwelling, where that is wanted.
  public let dwellTime: TimeSpan?
  /// Begun, or ended.
  public let isBegun: Bool
  /// The system takes part: `false` when it refused, so that everything will be missed.
  public let isServed: Bool

  public init(
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
