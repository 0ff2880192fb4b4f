import Core

/// The number at a tick: `0.05`, `2.5`, `500`, `20,000`.
enum TickText {
  static func text(_ value: Double) -> String {
    if abs(value) >= 10_000, abs(value) < 1e15 { return DecimalText.grouped(Int(value.rounded())) }
    return DecimalText.significant(value, digits: 4)
  }
}
