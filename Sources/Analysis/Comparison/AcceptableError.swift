/// How large an error may become before a saving is no bargain, where the user has not said it: five times as large as
/// that of the more accurate choice, or 100 m in any case. A judgement: from a metre's error to a street's.
package enum AcceptableError {
  package static let ratio = 5.0
  /// In metres.
  package static let least = 100.0

  /// The largest acceptable error in metres beside a choice that errs by `error` metres.
  package static func limit(beside error: Double) -> Double { max(error * ratio, least) }
}
