public import Core
package import World

/// What a strategy wanted to be told of, and since when.
package struct EventWatch: Sendable, Hashable {
  package enum Subject: Sendable, Hashable {
    /// Being inside a region.
    case area([Circle])
    /// Being inside one of these circles around the beacons of a name.
    case beacons([Circle])
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

  private var fences: [Circle] { if case .area(let circles) = subject { circles } else { [] } }

  /// Whether an event of its beacons is a fence's too: they stand within fences that are watched for such events at that time.
  package func isRepeated(by others: [EventWatch], at instant: Instant, isEntry: Bool) -> Bool {
    guard case .beacons(let circles) = subject, !circles.isEmpty else { return false }
    let watched = others.filter { $0.begin < instant && instant < $0.end ?? .never }
    let fences = watched.filter { isEntry ? $0.wantsEntries : $0.wantsExits }.flatMap(\.fences)
    return circles.allSatisfy { beacon in fences.contains { $0.contains(beacon.center) } }
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
