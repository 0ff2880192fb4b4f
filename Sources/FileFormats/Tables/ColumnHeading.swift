/// A column's heading taken apart: `Main Avg Current (mA)`, `latitude_deg` and `Timestamp(ms)` name a unit.
struct ColumnHeading {
  /// As written, without blanks around it.
  let text: String
  /// Its letters and digits in small letters.
  let key: String
  /// The same of what stands before the unit.
  let base: String
  /// The part in brackets or after the last underline, if it looks like a unit.
  let unit: String?

  init(_ text: String) {
    self.text = text.trimmingBlanks()
    // A comment's mark may stand before the first heading.
    let trimmed = String(self.text.drop { $0 == "#" || $0.isWhitespace })
    key = Self.key(trimmed)
    if let last = trimmed.last, last == ")" || last == "]",
      let open = trimmed.lastIndex(where: { $0 == "(" || $0 == "[" }), open > trimmed.startIndex
    {
      base = Self.key(trimmed[..<open])
      unit = String(trimmed[trimmed.index(after: open)...].dropLast()).trimmingBlanks()
    } else if let line = trimmed.lastIndex(of: "_"), line > trimmed.startIndex {
      base = Self.key(trimmed[..<line])
      unit = String(trimmed[trimmed.index(after: line)...])
    } else {
      (base, unit) = (key, nil)
    }
  }

  static func key(_ text: some StringProtocol) -> String {
    String(text.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  /// Words in small letters with single blanks between; a capital after a small letter begins a word.
  static func words(_ text: some StringProtocol) -> String {
    var words = [""]
    var wasLower = false
    for character in text {
      let isOfWord = character.isLetter || character.isNumber
      if !isOfWord || (character.isUppercase && wasLower) { words.append("") }
      if isOfWord { words[words.count - 1] += character.lowercased() }
      wasLower = character.isLowercase
    }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension StringProtocol {
  /// In one line with single blanks, cut off at a length; `nil` for blanks alone.
  func oneLine(_ limit: Int) -> String? {
    let words = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(limit))
  }

  func trimmingBlanks() -> String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
