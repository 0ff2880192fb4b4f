import RealModule

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
      "in order of time the \(samples) samples are worth \(ShortNumber.short(effective)) independent ones"
    case .poorFit(let test, let pValue):
      "the model does not describe the data (\(test), p = \(ShortNumber.short(pValue)))"
    case .alteredSamples(let count, let reason):
      count == 1 ? "1 sample was changed: \(reason)" : "\(count) samples were changed: \(reason)"
    case .assumption(let text): "assumed: \(text)"
    case .note(let text): text
    }
  }
}

/// Why an estimate could not be made. Nothing in Estimation returns a number that a fit did not earn.
package enum EstimationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The search ended without reaching its goal.
  case didNotConverge(reason: String)
  /// The data do not tell these parameters apart.
  case singularJacobian(parameters: [String])
  case tooFewSamples(have: Int, need: Int)
  /// The data do not exclude the edge of the permitted range, where other parameters lose their meaning.
  case parameterOnBound(name: String, bound: Double)
  /// A status of the GNU Scientific Library, in its own words.
  case gsl(status: String)
  /// The input cannot be used; says which value and what would do.
  case badInput(String)

  package var description: String {
    switch self {
    case .didNotConverge(let reason): "no convergence: \(reason)"
    case .singularJacobian(let parameters):
      "the data cannot tell these parameters apart: \(parameters.joined(separator: ", "))"
    case .tooFewSamples(let have, let need): "\(have) samples, at least \(need) are needed"
    case .parameterOnBound(let name, let bound):
      "the data do not exclude \(name) = \(ShortNumber.short(bound)), where other parameters have no meaning"
    case .gsl(let status): "GSL: \(status)"
    case .badInput(let text): text
    }
  }
}

/// Numbers in messages: three significant digits.
enum ShortNumber {
  static func short(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return "\(value)" }
    let exponent = Double.log10(abs(value)).rounded(.down)
    guard exponent > -6, exponent < 15 else {
      let scale = Double.pow(10, exponent)
      guard scale.isNormal else { return "\(value)" }
      let mantissa = (value / scale * 100).rounded() / 100
      return "\(mantissa)e\(Int(exponent))"
    }
    let places = max(0, 2 - Int(exponent))
    let scale = Double.pow(10, Double(places))
    let rounded = (value * scale).rounded() / scale
    return places == 0 ? "\(Int(rounded))" : "\(rounded)"
  }
}
