/// How many columns a text takes on a terminal.
///
/// Combining marks take none; East Asian wide and fullwidth characters and emoji take two (Unicode Annex 11, the main
/// blocks); all others one.
enum DisplayWidth {
  static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

  static func of(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      if scalar == "\u{FE0F}" { return 2 }
      width = max(width, of(scalar))
    }
    return width
  }

  /// `text` cut to at most `limit` columns, with an ellipsis where something is missing.
  static func clipped(_ text: String, to limit: Int) -> String {
    guard of(text) > limit else { return text }
    var result = ""
    var width = 0
    for character in text {
      let next = of(character)
      if width + next > limit - 1 { break }
      result.append(character)
      width += next
    }
    return result + "…"
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default:
      return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
