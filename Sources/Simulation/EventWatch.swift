public import Quantities
public import World

/// What a strategy wanted to be told of, and since when.
public struct EventWatch: Sendable, Hashable {
  public enum Subject: Sendable, Hashable {
    /// Being inside one of these circles: a region, or around the beacons of a name.
    case area([Circle])
    /// Stays at unknown places.
    case visits
  }

  /// Tells it from the run's other watches.
  public let serial: Int
  public let subject: Subject
  /// Whether entries (arrivals) and exits (departures) are wanted.
  public let wantsEntries: Bool
  public let wantsExits: Bool
  /// How long a stay in the area counts as dwelling, where that is wanted.
  public let dwellTime: TimeSpan?
  public let begin: Instant
  /// `nil` when it lasted to the end of the run.
  public internal(set) var end: Instant?

  public init(
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
