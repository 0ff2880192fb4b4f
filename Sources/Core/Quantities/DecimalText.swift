/// Decimal numbers as text, the same in every locale, without Foundation.
package enum DecimalText {
  /// `value` with exactly `digits` decimals (0 to 15), rounded half away from zero: `12.30`.
  ///
  /// The exact binary value is rounded, so 1.115 (a little less than its text) gives `1.11`. Values of 10^15 and above,
  /// and those that are not finite, are written as Swift writes them.
  package static func fixed(_ value: Double, digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e15, digits >= 0, digits <= 15 else { return "\(value)" }
    let scale = powerOfTen(digits)
    var whole = abs(value).rounded(.down)
    let fraction = abs(value) - whole
    let product = fraction * scale
    // What rounding took from the product decides when it seems to lie on a tie.
    let lost = (-product).addingProduct(fraction, scale)
    var units = product.rounded(.down)
    let half = (product - units - 0.5) + lost
    if half >= 0 { units += 1 }
    if units >= scale { (units, whole) = (units - scale, whole + 1) }
    let sign = value < 0 && (units != 0 || whole != 0) ? "-" : ""
    guard digits > 0 else { return "\(sign)\(UInt64(whole))" }
    let decimals = "\(UInt64(units))"
    return "\(sign)\(UInt64(whole)).\(String(repeating: "0", count: digits - decimals.count))\(decimals)"
  }

  /// `value` with at most `digits` significant digits and no trailing zeros: `1.25`, `86400`, `0.00031`.
  ///
  /// Digits before the decimal point are all kept. Values too small for 15 decimals are written as Swift writes them.
  package static func significant(_ value: Double, digits: Int) -> String {
    guard value != 0, value.isFinite else { return value == 0 ? "0" : "\(value)" }
    var exponent = 0
    var size = abs(value)
    while size >= 10 { (size, exponent) = (size / 10, exponent + 1) }
    while size < 1 { (size, exponent) = (size * 10, exponent - 1) }
    let decimals = digits - 1 - exponent
    guard decimals <= 15 else { return "\(value)" }
    if decimals <= 0 { return fixed(value, digits: 0) }
    var text = fixed(value, digits: decimals)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// The shortest text that reads back as exactly `value`; whole numbers without a decimal point.
  package static func exact(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 { return "\(Int64(value))" }
    return "\(value)"
  }

  /// Digits in groups of three, as in `12,345`.
  package static func grouped(_ value: Int) -> String {
    let digits = Array("\(value.magnitude)")
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return value < 0 ? "-" + text : text
  }

  private static func powerOfTen(_ exponent: Int) -> Double {
    var result = 1.0
    for _ in 0..<exponent { result *= 10 }
    return result
  }
}
