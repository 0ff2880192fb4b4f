/// Numbers as people and systems of any language write them: digits of any script, groups of three or of two and three
/// (India), a point or a comma for decimals.
///
/// Separators: Unicode's locale data (CLDR) groups by comma, point, blank (also narrow or not breaking), apostrophe or U+066C, and
/// divides decimals by point, comma or U+066B.
package struct NumberText: Sendable, Hashable {
  /// The number if its last mark begins the decimals; `nil` where it cannot.
  package let decimal: Double?
  /// The number if all marks divide groups; `nil` where they cannot.
  package let grouped: Double?
  /// A point or a comma that may mean either; `nil` where there is none.
  package let mark: Character?

  /// The only reading; `nil` where there are two.
  package var only: Double? { decimal == nil || grouped == nil || decimal == grouped ? decimal ?? grouped : nil }

  /// - Returns: `nil` for what is no number.
  package init?(_ text: some StringProtocol) {
    var (parts, marks): ([String], [Character]) = ([""], [])
    var isNegative = false
    for character in text {
      if let digit = character.wholeNumberValue, (0...9).contains(digit), character.isNumber {
        parts[parts.count - 1] += "\(digit)"
      } else if "-\u{2212}+".contains(character), marks.isEmpty, parts[0].isEmpty {
        isNegative = character != "+"
      } else if Self.separators.contains(character) {
        marks.append("\u{A0}\u{202F}\u{2009} \u{2019}".contains(character) ? "'" : character)
        parts.append("")
      } else if !"\u{200E}\u{200F}\u{61C}".contains(character) {
        return nil
      }
    }
    while let last = marks.last, last == "'", parts.last == "" { (_, _) = (marks.removeLast(), parts.removeLast()) }
    while let first = marks.first, first == "'", parts[0].isEmpty {
      (_, _) = (marks.removeFirst(), parts.removeFirst())
    }
    guard parts.contains(where: { !$0.isEmpty }), parts.dropFirst().allSatisfy({ !$0.isEmpty }) else { return nil }
    func number(_ whole: ArraySlice<String>, _ fraction: String) -> Double? {
      Double(whole.joined() + (fraction.isEmpty ? "" : "." + fraction)).map { isNegative ? -$0 : $0 }
    }
    let whole = parts.dropLast()
    let sameBefore = Set(marks.dropLast()).count <= 1 && !marks.dropLast().contains("\u{66B}")
    let canDivide = marks.last.map { ".,\u{66B}".contains($0) } ?? false
    let divides =
      canDivide && sameBefore && !marks.dropLast().contains(marks[marks.count - 1]) && Self.areGroups(whole)
    grouped =
      Set(marks).count <= 1 && marks.last != "\u{66B}" && Self.areGroups(parts[...]) ? number(parts[...], "") : nil
    decimal = marks.isEmpty ? grouped : divides ? number(whole, parts[parts.count - 1]) : nil
    guard decimal != nil || grouped != nil else { return nil }
    mark = decimal != nil && grouped != nil ? marks.last : nil
  }

  private static let separators: Set<Character> = [
    ".", ",", "'", "\u{2019}", " ", "\u{A0}", "\u{202F}", "\u{2009}", "\u{66B}", "\u{66C}",
  ]

  private static func areGroups(_ parts: ArraySlice<String>) -> Bool {
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return true }
    return (1...3).contains(first.count) && first.first != "0" && last.count == 3
      && (parts.dropFirst().allSatisfy { $0.count == 3 }
        || (first.count <= 2 && parts.dropFirst().dropLast().allSatisfy { $0.count == 2 }))
  }
}

/// What a comma means in the numbers of a table.
package enum CommaMeaning: Sendable, Hashable {
  case decimal, group
  /// Every comma stands before three digits, and nothing else tells. The text is the first such number.
  case either(String)

  /// - Parameter separator: of the columns. Whoever divides columns by commas has a point for decimals.
  package init(in texts: some Sequence<String>, separator: UInt8) {
    var (sawDecimal, sawGroup, sawPoint): (Bool, Bool, Bool) = (false, false, false)
    var open: String?
    for text in texts {
      let utf8 = text.utf8
      guard utf8.contains(UInt8(ascii: ",")) else {
        sawPoint = sawPoint || utf8.contains(UInt8(ascii: "."))
        continue
      }
      guard let number = NumberText(text) else { continue }
      if number.only == nil {
        open = open ?? text
      } else if number.decimal != nil, text.last(where: { ".,".contains($0) }) == "," {
        sawDecimal = true
      } else {
        sawGroup = true
      }
    }
    let isGroup = sawGroup || (!sawDecimal && (sawPoint || separator == UInt8(ascii: ",")))
    if let open, !sawDecimal, !isGroup {
      self = .either(open)
    } else {
      self = sawDecimal ? .decimal : isGroup ? .group : .decimal
    }
  }

  /// `nil` for what is no number.
  package func value(_ text: String) -> Double? {
    if let plain = TrackNumber.plain(text) { return plain }
    guard let number = NumberText(text) else { return nil }
    return self == .group ? number.grouped ?? number.decimal : number.decimal ?? number.grouped
  }
}

/// Numbers with a comma where the point belongs, as many languages write them.
package enum DecimalComma {
  /// `30.5 m` for `30,5 m`; `nil` for a text without such a comma.
  package static func mended(_ text: String) -> String? {
    let characters = Array(text)
    guard let comma = characters.firstIndex(of: ","), comma > 0, comma + 1 < characters.count,
      isDigit(characters[comma - 1]), isDigit(characters[comma + 1]),
      characters[..<comma].allSatisfy({ isDigit($0) || $0 == "-" || $0 == "+" || $0 == " " })
    else { return nil }
    return String(characters[..<comma]) + "." + String(characters[(comma + 1)...])
  }

  /// What to say about it.
  package static func remedy(_ mended: String) -> String { "decimals take a point: write \(mended)" }

  static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}
