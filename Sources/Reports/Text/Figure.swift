import Core
import RealModule

/// Numbers for people: three significant digits, the same in every locale. Files for machines use
/// `DecimalText.exact` instead.
enum Figure {
  /// What stands for a missing value.
  static let missing = "-"
  /// Differences of equal values leave smaller numbers than this.
  private static let dust = 1e-12

  /// `0.052`, `1.42`, `12.3`, `284`, `12,345`.
  ///
  /// - Parameter decimals: at most so many, unless the value is too small for them.
  static func text(_ value: Double?, decimals: Int = 3) -> String {
    guard let value, value.isFinite else { return missing }
    let size = abs(value)
    if size < dust { return "0" }
    if decimals < 3, size < 99.95, size >= (decimals == 2 ? 0.0095 : 0.095) {
      return fixed(value, min(decimals, size < 9.995 ? 2 : 1))
    }
    if size < 0.9995 { return size < 0.0005 ? DecimalText.significant(value, digits: 2) : fixed(value, 3) }
    if size < 9.995 { return fixed(value, 2) }
    if size < 99.95 { return fixed(value, 1) }
    if size < 9999.5 || size >= 1e15 { return fixed(value, 0) }
    return DecimalText.grouped(Int(value.rounded(.toNearestOrAwayFromZero)))
  }

  /// `1.1 to 2.9`
  static func text(_ range: ClosedRange<Double>?, decimals: Int = 3) -> String {
    range.map { ends($0) { text($0, decimals: decimals) } } ?? missing
  }

  /// Both ends, with more digits where they would read the same; one figure where they are the same.
  ///
  /// - Parameter scale: from the value to the number that is shown; `nil` for words.
  static func ends(_ range: ClosedRange<Double>, scale: Double? = 1, _ text: (Double) -> String) -> String {
    let (low, high) = (text(range.lowerBound), text(range.upperBound))
    if low != high { return "\(low) to \(high)" }
    guard let scale, range.upperBound - range.lowerBound > 1e-6 * abs(range.upperBound) else { return low }
    for digits in 3...6 {
      let wide = [range.lowerBound, range.upperBound].map { DecimalText.significant($0 * scale, digits: digits) }
      if wide[0] != wide[1] { return "\(wide[0]) to \(wide[1])" }
    }
    return low
  }

  /// A share as a percentage: `65`, `99.8`, `4.3`, `< 0.1`.
  static func percent(_ share: Double?) -> String {
    guard let percent = share.map({ $0 * 100 }), percent.isFinite else { return missing }
    if abs(percent) < dust { return "0" }
    if percent > 0, percent < 0.05 { return "< 0.1" }
    return fixed(percent, percent < 9.95 || (percent > 99 && percent < 99.95) ? 1 : 0)
  }

  /// Two shares as percentages, with more digits where they differ and would read the same.
  static func percents(_ share: Double, _ other: Double) -> (String, String) {
    for digits in 2...6 where share != other {
      let texts = [share, other].map { digits == 2 ? percent($0) : DecimalText.significant($0 * 100, digits: digits) }
      if texts[0] != texts[1] { return (texts[0], texts[1]) }
    }
    return (percent(share), percent(other))
  }

  /// Percent of the battery per hour, as everywhere in a report: `2.91`, `0.08`.
  static func drain(_ value: Double?) -> String { text(value, decimals: 2) }
  static func drain(_ range: ClosedRange<Double>?) -> String { text(range, decimals: 2) }

  /// Metres, seconds and counts per hour: `12.5`, `2333`.
  static func plain(_ value: Double?) -> String { text(value, decimals: 1) }

  /// A change: `+58`, `-0.4`, `0`.
  static func change(_ value: Double) -> String { signed(text(abs(value), decimals: 1), value) }

  /// A change of a share in percent, rounded as a percentage is.
  static func changeOfShare(_ value: Double) -> String {
    abs(value) < 0.0005 ? "0" : signed(percent(abs(value)), value)
  }

  private static func signed(_ text: String, _ value: Double) -> String {
    text == "0" || text == "0.0" || text == "0.00" ? "0" : (value < 0 ? "-" : "+") + text
  }

  /// `8.26 s`, `4 min 03 s`.
  static func time(_ span: TimeSpan) -> String {
    span < .seconds(99.95) ? "\(text(span.seconds)) s" : span.clockText
  }

  /// Seconds in the unit that people read: s below 100 s, min below 100 min, then h, in two digits.
  /// `0.47 s`, `4.3 s`, `55 s`, `3.9 min`, `8.3 h`.
  static func span(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite else { return missing }
    let size = abs(seconds)
    if size < dust { return "0 s" }
    let (value, unit) = size < 99.5 ? (seconds, "s") : size < 99.5 * 60 ? (seconds / 60, "min") : (seconds / 3600, "h")
    let digits = abs(value) >= 9.95 ? 0 : abs(value) >= 0.995 ? 1 : 2
    let whole = digits == 0 ? DecimalText.grouped(Int(value.rounded(.toNearestOrAwayFromZero))) : fixed(value, digits)
    return "\(whole) \(unit)"
  }

  /// The number at a tick of an axis: `0.05`, `2.5`, `500`, `20,000`.
  static func tick(_ value: Double) -> String {
    if abs(value) >= 10_000, abs(value) < 1e15 { return DecimalText.grouped(Int(value.rounded())) }
    return DecimalText.significant(value, digits: 4)
  }

  /// `1 s`, `10 min`, `1 h`: round times of an axis.
  static func spanTick(_ seconds: Double) -> String {
    let (value, unit) = seconds < 60 ? (seconds, "s") : seconds < 3600 ? (seconds / 60, "min") : (seconds / 3600, "h")
    return "\(Figure.tick(value)) \(unit)"
  }

  /// `+51 s`, `-4.3 h`, `0 s`.
  static func changeOfSpan(_ seconds: Double) -> String {
    let text = span(abs(seconds))
    return text == "0 s" || text == "0.00 s" ? "0 s" : (seconds < 0 ? "-" : "+") + text
  }

  private static func fixed(_ value: Double, _ digits: Int) -> String { DecimalText.fixed(value, digits: digits) }
}

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
