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
