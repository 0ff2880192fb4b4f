/// A correlation with two decimals.
enum CorrelationText {
  static func cell(_ value: Double) -> String {
    guard abs(value) < 1e12 else { return Figure.missing }
    let hundredths = Int((value * 100).rounded())
    let sign = hundredths < 0 ? "-" : ""
    let digits = abs(hundredths)
    return "\(sign)\(digits / 100).\(digits % 100 < 10 ? "0" : "")\(digits % 100)"
  }
}
