/// A length of time in whole nanoseconds; exact, so that dwell times add up to the run.
public struct TimeSpan: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Whole nanoseconds.
  public var nanoseconds: Int64

  /// From whole nanoseconds.
  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// No time at all.
  @inlinable public static var zero: TimeSpan { TimeSpan(nanoseconds: 0) }

  /// Seconds, rounded to the nearest nanosecond; values beyond ±292 years are clamped, and what is not a number is zero.
  @inlinable public static func seconds(_ value: Double) -> TimeSpan {
    let scaled = (value * 1e9).rounded()
    if scaled >= 9.2e18 { return TimeSpan(nanoseconds: .max) }
    if scaled <= -9.2e18 { return TimeSpan(nanoseconds: .min) }
    return scaled.isNaN ? .zero : TimeSpan(nanoseconds: Int64(scaled))
  }
  /// Thousandths of a second.
  @inlinable package static func milliseconds(_ value: Double) -> TimeSpan { .seconds(value * 1e-3) }
  /// Of a number in minutes.
  @inlinable public static func minutes(_ value: Double) -> TimeSpan { .seconds(value * 60) }
  /// Of a number in hours.
  @inlinable public static func hours(_ value: Double) -> TimeSpan { .seconds(value * 3600) }

  /// In seconds.
  @inlinable public var seconds: Double { Double(nanoseconds) / 1e9 }
  /// In hours.
  @inlinable public var hours: Double { seconds / 3600 }

  /// Whether `a` is shorter.
  @inlinable public static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.nanoseconds < b.nanoseconds }
  @inlinable public static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    TimeSpan(nanoseconds: a.nanoseconds + b.nanoseconds)
  }
  /// Exact; traps beyond ±292 years.
  @inlinable public static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    TimeSpan(nanoseconds: a.nanoseconds - b.nanoseconds)
  }
  /// Exact; traps beyond ±292 years.
  @inlinable public static func += (a: inout TimeSpan, b: TimeSpan) { a = a + b }
  @inlinable public static func * (a: TimeSpan, k: Double) -> TimeSpan { .seconds(a.seconds * k) }
  @inlinable public static func / (a: TimeSpan, b: TimeSpan) -> Double { a.seconds / b.seconds }

  /// The name in messages.
  package static let quantityName = "time span"
  /// What may be written behind a number, seconds first.
  package static let units = [
    UnitSymbol("s", 1), UnitSymbol("ms", 1e-3), UnitSymbol("us", 1e-6), UnitSymbol("ns", 1e-9),
    UnitSymbol("min", 60), UnitSymbol("h", 3600), UnitSymbol("d", 86_400),
  ]

  /// Reads `5 min`, `0.26 s`, `250 ms`.
  ///
  /// - Throws: `QuantityError` for a missing or unknown unit, and for anything that is not a finite number.
  package init(parsing text: String) throws(QuantityError) {
    let seconds = try UnitText.parse(text, quantity: Self.quantityName, units: Self.units)
    self = .seconds(seconds)
  }

  /// Number and unit, as in `1.5 h`.
  public var description: String { UnitText.describe(seconds, units: Self.units) }

  /// Hours, minutes and seconds for people: `8 h 05 min`, `4 min 03 s`, `12 s`.
  package var clockText: String {
    let total = Int64(seconds.rounded())
    let (hours, minutes, rest) = (total / 3600, total / 60 % 60, total % 60)
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    if hours > 0 { return "\(hours) h \(two(minutes)) min" }
    if minutes > 0 { return "\(minutes) min \(two(rest)) s" }
    return "\(rest) s"
  }
}
