/// How old a position may become before a saving is no bargain, where the user has not said it: five times as old as with the
/// strategy as it is, or 5 min in any case; 95 % quantiles while the user moves. A judgement: at 5 m/s, 5 min are a mile.
package enum AcceptableAge {
  package static let ratio = 5.0
  /// In seconds.
  package static let least = 300.0

  /// The largest acceptable age in seconds beside a choice whose positions are `age` seconds old.
  package static func limit(beside age: Double) -> Double { max(age * ratio, least) }
}
