/// Reads the XML of recorders, which declare encodings that they do not write, and document types that nobody needs.
enum TrackXML {
  /// - Returns: what was done to the text, if anything.
  static func read(
    _ bytes: [UInt8], root: String, kind: String, remedy: String, file: String, into consumer: any XMLConsumer
  ) throws(InputError) -> String? {
    let reader = XMLReader(root: root, kind: kind, remedy: remedy, allowsDoctype: true)
    var (text, note) = TextEncoding.utf8(bytes)
    let head = String(decoding: bytes.prefix(400).filter { $0 > 0 && $0 < 0x80 }, as: UTF8.self)
    // What the bytes show says more than what the file declares, but among the encodings of one byte a character.
    if note == TextEncoding.guess, let known = encoding(head).flatMap({ TextEncoding.utf8(bytes, declared: $0) }) {
      (text, note) = (known, nil)
    }
    try reader.read(withoutLateDeclaration(text), file: file, encoding: "UTF-8", into: consumer)
    return note == TextEncoding.guess ? note : nil
  }

  /// The name of a file's outermost element without its prefix; `nil` for what is not XML.
  static func rootName(_ bytes: [UInt8]) -> String? {
    var rest = bytes.prefix(65_536).filter { $0 > 0 && $0 < 0x80 }[...]
    while let open = rest.firstIndex(where: { $0 > 32 }) {
      guard rest[open] == UInt8(ascii: "<"), open + 1 < rest.endIndex else { return nil }
      let next = rest[open + 1]
      if next == UInt8(ascii: "?") || next == UInt8(ascii: "!") {
        let mark = rest[open...].starts(with: "<!--".utf8) ? "-->" : ">"
        guard let end = rest[open...].firstIndex(of: mark) else { return nil }
        rest = rest[(end + mark.utf8.count)...]
        continue
      }
      let name = rest[(open + 1)...].prefix { $0 > 32 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
      let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
      return String(decoding: local, as: UTF8.self)
    }
    return nil
  }

  private static func encoding(_ head: String) -> String? {
    guard let end = head.firstRange(of: "?>"), let key = head.firstRange(of: "encoding"),
      key.upperBound < end.lowerBound
    else {
      return nil
    }
    let rest = head[key.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" || $0 == "\"" || $0 == "'" }
    return rest.prefix { $0 != "\"" && $0 != "'" }.lowercased()
  }

  /// A declaration after blank lines is no XML; blanked, so that lines and columns stay.
  private static func withoutLateDeclaration(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.firstIndex(where: { $0 > 32 }), first > 0,
      bytes[first...].starts(with: "<?xml".utf8), let end = bytes[first...].prefix(500).firstIndex(of: "?>")
    else { return bytes }
    var bytes = bytes
    for index in first..<end + 2 where bytes[index] != 10 && bytes[index] != 13 { bytes[index] = 32 }
    return bytes
  }
}
