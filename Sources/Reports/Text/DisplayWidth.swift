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

/// How wide a text may become in a drawing, whose font is the reader's own.
///
/// Widths are those of DejaVu Sans by classes of characters, rounded up: a wide font, so that others take less.
enum TextExtent {
  static func width(_ text: String, size: Double) -> Double { text.reduce(0) { $0 + ems($1) } * size }

  /// `text` cut to at most `limit`, with an ellipsis before its end, by which names differ as often as by their beginning.
  static func clipped(_ text: String, to limit: Double, size: Double) -> String {
    guard width(text, size: size) > limit else { return text }
    let end = String(text.suffix(4))
    let tail = width(end, size: size) < limit / 2 ? "…" + end : "…"
    var (result, sum) = ("", width(tail, size: size))
    for character in text {
      sum += ems(character) * size
      if sum > limit { break }
      result.append(character)
    }
    return result + tail
  }

  private static func ems(_ character: Character) -> Double {
    switch character {
    case "i", "j", "l", "'", "|", ".", ",", ":", ";", " ", "I": 0.35
    case "f", "t", "r", "-", "(", ")", "[", "]", "/", "!": 0.42
    case "m", "w", "M", "W", "@", "%", "…": 1
    case "A"..."Z": 0.79
    case "a"..."z", "0"..."9", "_", "+", "=": 0.65
    default: [0, 0.9, 1.1][min(2, DisplayWidth.of(character))]
    }
  }
}
