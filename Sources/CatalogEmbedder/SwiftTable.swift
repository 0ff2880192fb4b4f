/// Writes the table's Swift source.
enum SwiftTable {
  static func source(of entries: [Entry]) -> String {
    var source = """
      // Made by CatalogEmbedder from profiles/. Change the profiles, not this file.
      extension EmbeddedCatalog {
        static let table: [EmbeddedProfile] = [

      """
    for entry in entries {
      source += "    EmbeddedProfile(kind: \(literal(entry.kind)), name: \(literal(entry.name)), "
      source += "file: \(literal(entry.file)), text: \(literal(entry.text))),\n"
    }
    return source + "  ]\n}\n"
  }

  /// A Swift string literal with exactly this text.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      default:
        if scalar.value < 32 || scalar.value == 127 || scalar.properties.isPatternWhitespace && scalar != " " {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
