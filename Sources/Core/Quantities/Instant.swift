/// A moment of a run, in whole nanoseconds from the run's start.
public struct Instant: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Whole nanoseconds from the start of the run.
  public var nanoseconds: Int64

  /// From whole nanoseconds after the start of the run.
  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The start of the run.
  @inlinable public static var start: Instant { Instant(nanoseconds: 0) }
  /// Later than every event: what a machine that waits for nothing names as its deadline.
  @inlinable public static var never: Instant { Instant(nanoseconds: .max) }

  /// Seconds after the start of the run, rounded to the nearest nanosecond.
  @inlinable public static func seconds(_ value: Double) -> Instant {
    Instant(nanoseconds: TimeSpan.seconds(value).nanoseconds)
  }
  /// Seconds from the run's start.
  @inlinable public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// Whether `a` comes first.
  @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }
  /// Stays `never` when the sum would pass it.
  @inlinable public static func + (a: Instant, span: TimeSpan) -> Instant {
    let (sum, overflow) = a.nanoseconds.addingReportingOverflow(span.nanoseconds)
    return overflow ? .never : Instant(nanoseconds: sum)
  }
  /// That much earlier.
  @inlinable public static func - (a: Instant, span: TimeSpan) -> Instant {
    Instant(nanoseconds: a.nanoseconds - span.nanoseconds)
  }
  /// How much later `a` is than `b`; exact.
  @inlinable public static func - (a: Instant, b: Instant) -> TimeSpan {
    TimeSpan(nanoseconds: a.nanoseconds - b.nanoseconds)
  }

  /// Seconds from the start, as in `12.5 s`.
  public var description: String { self == .never ? "never" : "\(DecimalText.exact(seconds)) s" }
}
