public import Quantities

/// When something was on, as spans of a run: the charger, Low Power Mode.
public struct OnTimes: Sendable, Hashable {
  /// In order of time; one that is under way is not among them.
  public private(set) var spans: [ClosedRange<Instant>]
  private var since: Instant?

  public init(_ spans: [ClosedRange<Instant>] = []) { self.spans = spans }

  public var isOn: Bool { since != nil }

  /// How long it was on in all spans.
  public var total: TimeSpan { spans.map { $0.upperBound - $0.lowerBound }.reduce(.zero, +) }

  /// It is on or off from now on; being told again changes nothing.
  public mutating func change(to isOn: Bool, at now: Instant) {
    if isOn {
      since = since ?? now
    } else if let begin = since {
      spans.append(begin...max(begin, now))
      since = nil
    }
  }
}
