/// How wide a text may become in a drawing, whose font is the reader's own.
///
/// Widths are those of DejaVu Sans by classes of characters, rounded up: a wide font, so that others take less.
enum TextExtent {
  static func width(_ text: String, size: Double) -> Double { text.reduce(0) { $0 + ems($1) } * size }

  /// `text` cut to at most `limit`, with an ellipsis where something is missing.
  static func clipped(_ text: String, to limit: Double, size: Double) -> String {
    guard width(text, size: size) > limit else { return text }
    var (result, sum) = ("", ems("…") * size)
    for character in text {
      sum += ems(character) * size
      if sum > limit { break }
      result.append(character)
    }
    return result + "…"
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
