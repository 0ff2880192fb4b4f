import Core
import RealModule

/// Fitted numbers for people: as many digits as their error leaves meaning to.
package enum FitNumber {
  /// Three significant digits: `0.012`, `4.57`, `1,234,567`; very small and very large ones with an exponent.
  package static func text(_ value: Double?) -> String {
    guard let value, value.isFinite else { return Figure.missing }
    if value == 0 { return "0" }
    let size = abs(value)
    if size < 1e-4 || size >= 1e7 { return exponent(value, digits: 3) }
    return Figure.text(value)
  }

  /// The value with two digits of its standard error: 12.34 for an error of 0.12.
  package static func text(_ value: Double, error: Double?) -> String {
    guard value.isFinite else { return Figure.missing }
    guard let error, error > 0, error.isFinite, value != 0 else { return text(value) }
    if max(abs(value), error) < 1e-4 || abs(value) >= 1e7 { return exponent(value, digits: 4) }
    return fixed(value, error: error)
  }

  /// An error, or the end of an interval, with the decimals that two digits of `error` need.
  package static func part(_ value: Double?, error: Double?) -> String {
    guard let value, value.isFinite else { return Figure.missing }
    guard let error, error > 0, error.isFinite else { return text(value) }
    if max(abs(value), error) < 1e-4 || abs(value) >= 1e7 { return exponent(value, digits: 3) }
    return fixed(value, error: error)
  }

  package static func interval(_ range: ClosedRange<Double>?, error: Double?) -> String {
    range.map { "\(part($0.lowerBound, error: error)) to \(part($0.upperBound, error: error))" } ?? "open"
  }

  /// Two decimals.
  static func correlation(_ value: Double) -> String {
    abs(value) < 1e12 ? DecimalText.fixed(value, digits: 2) : Figure.missing
  }

  /// With the decimals that two digits of the error need, and separators of thousands where other figures have them.
  private static func fixed(_ value: Double, error: Double) -> String {
    let text = DecimalText.fixed(value, digits: decimals(error))
    let point = text.firstIndex(of: ".") ?? text.endIndex
    guard abs(value) >= 9999.5, let whole = Int(text[..<point]) else { return text }
    return DecimalText.grouped(whole) + text[point...]
  }

  private static func decimals(_ error: Double) -> Int { max(0, min(12, 1 - Int(Double.log10(error).rounded(.down)))) }

  /// `1.23e-7`; total, since a fit may give any number.
  private static func exponent(_ value: Double, digits: Int) -> String {
    guard value != 0 else { return "0" }
    // Powers of ten beyond these are not numbers, or lose digits.
    let isTiny = abs(value) < 1e-290
    let size = isTiny ? abs(value) * 1e100 : abs(value)
    var power = Int(Double.log10(size).rounded(.down))
    var mantissa = DecimalText.significant(size / Double.pow(10, Double(power)), digits: digits)
    // Rounding may carry, and so may the logarithm next to a power of ten.
    if mantissa.hasPrefix("10") { (mantissa, power) = ("1", power + 1) }
    return "\(value < 0 ? "-" : "")\(mantissa)e\(isTiny ? power - 100 : power)"
  }
}
