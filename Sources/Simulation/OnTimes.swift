package import Core

/// When something was on, as spans of a run: the charger, Low Power Mode.
package struct OnTimes: Sendable, Hashable {
  /// In order of time; one that is under way is not among them.
  package private(set) var spans: [ClosedRange<Instant>]
  private var since: Instant?

  package init(_ spans: [ClosedRange<Instant>] = []) { self.spans = spans }

  package var isOn: Bool { since != nil }

  /// How long it was on in all spans.
  package var total: TimeSpan { spans.map { $0.upperBound - $0.lowerBound }.reduce(.zero, +) }

  /// The longest that it was on within any period of this length.
  package func most(within period: TimeSpan) -> TimeSpan {
    // A period with the most begins with a span: back to the start of a span, or on to the next one, it loses nothing.
    spans.map(\.lowerBound).map { start in
      spans.map { max(.zero, min($0.upperBound, start + period) - max($0.lowerBound, start)) }.reduce(.zero, +)
    }.max() ?? .zero
  }

  /// It is on or off from now on; being told again changes nothing.
  package mutating func change(to isOn: Bool, at now: Instant) {
    if isOn {
      since = since ?? now
    } else if let begin = since {
      spans.append(begin...max(begin, now))
      since = nil
    }
  }
}
