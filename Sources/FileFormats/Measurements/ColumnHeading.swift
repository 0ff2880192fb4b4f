import Core

/// A column's heading taken apart: `Main Avg Current (mA)`, `latitude_deg` and `Timestamp(ms)` name a unit.
struct ColumnHeading {
  /// As written.
  let text: String
  /// In lower case, words divided by single blanks.
  let base: String
  /// The part in brackets or after the last underline, if it looks like a unit.
  let unit: String?

  init(_ text: String) {
    self.text = text
    let trimmed = Self.trimmed(text)
    if let last = trimmed.last, last == ")" || last == "]",
      let open = trimmed.lastIndex(where: { $0 == "(" || $0 == "[" }), open > trimmed.startIndex
    {
      base = Self.words(trimmed[..<open])
      unit = Self.trimmed(trimmed[trimmed.index(after: open)..<trimmed.index(before: trimmed.endIndex)])
    } else if let line = trimmed.lastIndex(of: "_"), line > trimmed.startIndex {
      base = Self.words(trimmed[..<line])
      unit = String(trimmed[trimmed.index(after: line)...])
    } else {
      base = Self.words(trimmed[...])
      unit = nil
    }
  }

  /// The whole heading as words, unit included.
  var whole: String { Self.words(text[...]) }

  /// The unit among `units`; small spellings such as `ma`, `percent` and the micro sign are known.
  static func symbol(_ text: String, among units: [UnitSymbol]) -> UnitSymbol? {
    let plain = text.replacing("\u{B5}", with: "u").replacing("\u{3BC}", with: "u")
    if let exact = units.first(where: { $0.symbol == plain }) { return exact }
    let spelled = ["percent": "%", "pct": "%", "degrees": "deg", "mps": "m/s", "sec": "s", "seconds": "s"][
      plain.lowercased()]
    if let spelled { return units.first { $0.symbol == spelled } }
    let same = units.filter { $0.symbol.lowercased() == plain.lowercased() }
    return same.count == 1 ? same[0] : nil
  }

  static func words(_ text: Substring) -> String {
    var result = ""
    var wasLower = false
    for character in text {
      if character.isLetter || character.isNumber {
        // A capital after a small letter starts a word, as in LatitudeDegrees.
        if character.isUppercase, wasLower, !result.hasSuffix(" ") { result += " " }
        result += character.lowercased()
        wasLower = character.isLowercase
      } else {
        if !result.isEmpty, !result.hasSuffix(" ") { result += " " }
        wasLower = false
      }
    }
    while result.hasSuffix(" ") { result.removeLast() }
    return result
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var part = Substring(text)
    while part.first == " " || part.first == "#" || part.first == "\t" { part.removeFirst() }
    while part.last == " " || part.last == "\t" { part.removeLast() }
    return String(part)
  }
}
