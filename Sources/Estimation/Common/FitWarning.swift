/// Something the reader of a fit has to know before using its numbers.
package enum FitWarning: Sendable, Hashable, CustomStringConvertible {
  case parameterOnBound(name: String, bound: Double)
  /// The data do not exclude any value up to an end of the parameter's range.
  case intervalEndsAtBound(name: String, bound: Double)
  /// The 95 % interval reaches past what the data can say.
  case openInterval(name: String)
  /// Two estimates move together so closely that the data hardly tell them apart.
  case stronglyCorrelated(String, String, correlation: Double)
  /// Neighbouring samples repeat each other.
  case correlatedSamples(samples: Int, effective: Double)
  case poorFit(test: String, pValue: Double)
  /// Values that were changed before the fit, and why.
  case alteredSamples(count: Int, reason: String)
  /// An assumption the result rests on.
  case assumption(String)
  /// Anything else, in a sentence.
  case note(String)

  /// Under this many effective samples a fit warns.
  static let fewEffective = 20.0

  /// What samples that repeat each other, or are few, are worth.
  static func effective(samples: Int, worth: Double) -> [FitWarning] {
    if worth < 0.8 * Double(samples) { return [.correlatedSamples(samples: samples, effective: worth)] }
    return worth < fewEffective
      ? [.note("the intervals rest on \(ShortNumber.short(worth)) effective samples, fewer than \(Int(fewEffective))")]
      : []
  }

  package var description: String {
    switch self {
    case .parameterOnBound(let name, let bound):
      "\(name) lies on its bound \(bound): its interval is one-sided, and the standard errors of the others take it as known"
    case .intervalEndsAtBound(let name, let bound):
      "the 95 % interval of \(name) ends at its bound \(ShortNumber.short(bound)): the data do not exclude the bound"
    case .openInterval(let name): "the data leave the 95 % interval of \(name) open"
    case .stronglyCorrelated(let a, let b, let correlation):
      "\(a) and \(b) are hardly identifiable separately (correlation \(ShortNumber.short(correlation)))"
    case .correlatedSamples(let samples, let effective):
      "the \(samples) samples are correlated in time: effectively \(ShortNumber.short(effective))"
    case .poorFit(let test, let pValue):
      "the model does not describe the data (\(test), p = \(ShortNumber.short(pValue)))"
    case .alteredSamples(let count, let reason):
      count == 1 ? "1 sample was changed: \(reason)" : "\(count) samples were changed: \(reason)"
    case .assumption(let text): "assumed: \(text)"
    case .note(let text): text
    }
  }
}
