/// Makes names from files harmless where they are shown.
package enum PlainText {
  /// `text` on one line, with every control and formatting character replaced, so that it can neither move a cursor
  /// nor reverse what follows.
  package static func line(_ text: String) -> String {
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

  /// `text` with a capital letter, as a sentence or a heading begins.
  package static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// Several lines, each made harmless.
  static func block(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }.joined(separator: "\n")
  }

  /// Lines for people without commands to a build server, which reads what a step prints: GitHub's runner takes `::name` at
  /// the beginning of a line and `##[name]` anywhere in it, that of Azure `##vso[name]`. A backslash parts them.
  package static func printed(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = parted(String(line))[...]
      let scalars = line.unicodeScalars
      let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
      guard scalars[start...].starts(with: "::".unicodeScalars) else { return line }
      return line[..<start] + "\\" + line[start...]
    }.joined(separator: "\n")
  }

  /// `text` without `##[name]` and `##vso[name]`, which build servers take for commands anywhere in a line.
  static func parted(_ text: String) -> String {
    text.replacing("##[", with: "#\\#[").replacing("##vso[", with: "#\\#vso[")
  }

  /// `text` for HTML and SVG, in elements and in quoted attributes.
  static func markup(_ text: String) -> String { replacing(text, entities).replacing("##", with: "#&#35;") }

  static func markdown(_ text: String) -> String { replacing(text, escapes) }

  private static let entities: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
  ]
  private static let escapes: [Unicode.Scalar: String] = Dictionary(
    uniqueKeysWithValues: "|\\`*_[]~#!@".unicodeScalars.map { ($0, "\\\($0)") }
      + [("<", "&lt;"), (">", "&gt;"), ("&", "&amp;")])

  private static func replacing(_ text: String, _ replacements: [Unicode.Scalar: String]) -> String {
    var result = ""
    for scalar in line(text).unicodeScalars {
      if let other = replacements[scalar] { result += other } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}

/// Words of a command line.
package enum ShellText {
  /// The word, in single quotes where a shell would read it otherwise.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:,+@%".contains($0)) }
    if isPlain, !word.isEmpty { return word }
    var text = "'"
    for character in word { text += character == "'" ? "'\\''" : String(character) }
    return text + "'"
  }
}
