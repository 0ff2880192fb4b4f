/// Looks through the text before the YAML parser does, for what the parser itself would not survive well.
enum YAMLGuard {
  struct Place: Equatable {
    var line: Int
    var column: Int
  }

  /// Where an anchor (`&name`) may stand, or `nil` when the text has none for certain.
  ///
  /// The parser resolves aliases while it reads and hashes whole subtrees as keys, so a bomb must be stopped here.
  /// An anchor follows a line start or one of `: - ? [ { ,` or a tag; text that looks like that in quotes is refused as
  /// well, which the message explains.
  static func anchor(in text: String) -> Place? {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return nil }
    var place = Place(line: 1, column: 0)
    // Whether a node may start here, and whether the current word is a tag.
    var (nodeMayStart, inTag) = (true, false)
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      place.column += 1
      switch scalar {
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        if scalar != "\r" || scalars.first != "\n" { place = Place(line: place.line + 1, column: 0) }
        (nodeMayStart, inTag) = (true, false)
      case " ", "\t":
        nodeMayStart = nodeMayStart || inTag
        inTag = false
      case ":", "-", "?", "[", "{", ",":
        (nodeMayStart, inTag) = (true, inTag)
      case "!" where nodeMayStart:
        (nodeMayStart, inTag) = (false, true)
      case "&" where nodeMayStart:
        if let next = scalars.first, !next.properties.isWhitespace { return place }
        nodeMayStart = false
      default:
        nodeMayStart = false
      }
    }
    return nil
  }

  /// Where brackets nest deeper than `limit`, counted without regard to quotes.
  static func deepBracket(in text: String, limit: Int) -> Place? {
    var depth = 0
    var place = Place(line: 1, column: 0)
    for byte in text.utf8 {
      place.column += 1
      switch byte {
      case UInt8(ascii: "\n"): place = Place(line: place.line + 1, column: 0)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > limit { return place }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      default: break
      }
    }
    return nil
  }

  static func startsWithTab(_ text: String, line: Int) -> Bool {
    var number = 1
    for part in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if number == line { return part.drop { $0 == " " }.first == "\t" }
      number += 1
    }
    return false
  }

  static func place(ofCharacter offset: Int, in text: String) -> Place {
    var place = Place(line: 1, column: 1)
    for character in text.prefix(offset) {
      place = character.isNewline ? Place(line: place.line + 1, column: 1) : place
      if !character.isNewline { place.column += 1 }
    }
    return place
  }

  static func anchorError(file: String, line: Int, column: Int) -> InputError {
    InputError(
      file: file, line: line, column: column, message: "anchors and aliases ('&name', '*name') are not allowed",
      remedy: "write the value out where it is used, or use 'and' for '&' in a text")
  }

  static func depthError(file: String, line: Int?, column: Int?) -> InputError {
    InputError(
      file: file, line: line, column: column,
      message: "values are nested more than \(YAMLDocument.nestingLimit) deep", remedy: "remove the extra levels")
  }
}
