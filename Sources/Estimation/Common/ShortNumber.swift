import RealModule

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
