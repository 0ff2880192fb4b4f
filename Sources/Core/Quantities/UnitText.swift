/// Reads and writes numbers with units, the same in every locale.
package enum UnitText {
  /// Splits `150 mW` into 150 and `mW`.
  ///
  /// - Throws: `QuantityError` when the text does not start with a finite decimal number.
  package static func split(_ text: String, quantity: String) throws(QuantityError) -> (number: Double, unit: String) {
    let trimmed = trim(text[...])
    var end = trimmed.startIndex
    var sawDigit = false
    while end < trimmed.endIndex {
      let character = trimmed[end]
      if character.isASCII, character.isNumber {
        sawDigit = true
      } else if character == "e" || character == "E" {
        guard sawDigit, startsExponent(trimmed[trimmed.index(after: end)...]) else { break }
      } else if character == "-" || character == "+" {
        if end != trimmed.startIndex {
          let before = trimmed[trimmed.index(before: end)]
          guard before == "e" || before == "E" else { break }
        }
      } else if character != "." {
        break
      }
      end = trimmed.index(after: end)
    }
    let digits = trimmed[..<end]
    guard sawDigit, let number = Double(String(digits)), number.isFinite else {
      throw QuantityError(
        message: "'\(text)' is not \(article(quantity)) \(quantity)",
        remedy: "write a finite number and a unit, with a point for decimals")
    }
    return (number, String(trim(trimmed[end...])))
  }

  private static func article(_ quantity: String) -> String {
    quantity.first.map("aeiou".contains) == true ? "an" : "a"
  }

  /// Reads a number with one of `units` and returns it in the first of them.
  ///
  /// - Throws: `QuantityError` for a missing or unknown unit, and for anything that is not a finite number.
  package static func parse(
    _ text: String, quantity: String, units: [UnitSymbol]
  ) throws(QuantityError) -> Double {
    let (number, symbol) = try split(text, quantity: quantity)
    let known = units.map(\.symbol).filter { !$0.isEmpty }.joined(separator: ", ")
    guard let unit = units.first(where: { $0.symbol == symbol }) else {
      if symbol.isEmpty {
        throw QuantityError(message: "'\(text)' has no unit", remedy: "add one of: \(known)")
      }
      let charge =
        quantity == "energy" && symbol.hasSuffix("Ah")
        ? "; of a charge, multiply by the cell's voltage: 3279 mAh at 3.87 V are 12.69 Wh" : ""
      throw QuantityError(
        message: "unknown unit '\(symbol)' for \(article(quantity)) \(quantity)",
        remedy: "use one of: \(known)\(charge)")
    }
    let value = number * unit.factor
    guard value.isFinite else {
      throw QuantityError(
        message: "'\(text)' is too large for \(article(quantity)) \(quantity)", remedy: "write a smaller number")
    }
    return value
  }

  /// The written unit that keeps the number between 1 and 1,000 where there is one; none among no units.
  package static func unit(of siValue: Double, among units: [UnitSymbol]) -> UnitSymbol {
    let base = units.first ?? UnitSymbol("", 1)
    guard siValue != 0, siValue.isFinite else { return base }
    let size = abs(siValue)
    let written = units.filter(\.isWritten)
    let fitting = written.filter { size >= $0.factor * 0.999_999_999 }
    return fitting.max { $0.factor < $1.factor } ?? written.min { $0.factor < $1.factor } ?? base
  }

  /// Number and unit.
  package static func describe(_ siValue: Double, units: [UnitSymbol]) -> String {
    guard !units.isEmpty else { return "\(siValue)" }
    let best = unit(of: siValue, among: units)
    let number = DecimalText.significant(siValue / best.factor, digits: 6)
    return best.symbol.isEmpty ? number : "\(number) \(best.symbol)"
  }

  static func trim(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first.isWhitespace { text = text.dropFirst() }
    while let last = text.last, last.isWhitespace { text = text.dropLast() }
    return text
  }

  private static func startsExponent(_ rest: Substring) -> Bool {
    var rest = rest
    if let sign = rest.first, sign == "-" || sign == "+" { rest = rest.dropFirst() }
    guard let digit = rest.first else { return false }
    return digit.isASCII && digit.isNumber
  }
}

/// Why a text is not a quantity. `message` says what is wrong, `remedy` what to write instead.
package struct QuantityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the text.
  package let message: String
  /// What to write instead.
  package let remedy: String

  /// Both in plain words, without a full stop.
  package init(message: String, remedy: String) {
    self.message = message
    self.remedy = remedy
  }

  /// Message and remedy in one line.
  package var description: String { "\(message); \(remedy)" }
}
