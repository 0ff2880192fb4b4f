/// Makes names from files harmless where they are shown.
enum PlainText {
  /// `text` on one line, with every control and formatting character replaced, so that it can neither move a cursor
  /// nor reverse what follows.
  static func line(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: result.append("\u{FFFD}")
      // Joiners shape emoji and scripts; the other invisible characters only deceive.
      case .format where scalar != "\u{200D}" && scalar != "\u{200C}": result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// `text` for HTML and SVG, in elements and in quoted attributes.
  static func markup(_ text: String) -> String {
    var result = ""
    for character in line(text).unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// `text` for a cell of a Markdown table.
  static func markdown(_ text: String) -> String {
    var result = ""
    for character in line(text).unicodeScalars {
      switch character {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "|", "\\", "`", "*", "_", "[", "]", "~", "#", "!", "@":
        result += "\\"
        result.unicodeScalars.append(character)
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
