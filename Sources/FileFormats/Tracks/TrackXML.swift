/// Reads the XML of recorders, which declare encodings that they do not write, and document types that nobody needs.
enum TrackXML {
  /// - Returns: what was done to the text, if anything.
  static func read(
    _ bytes: [UInt8], root: String, kind: String, remedy: String, file: String, into consumer: any XMLConsumer
  ) throws(InputError) -> String? {
    let reader = XMLReader(root: root, kind: kind, remedy: remedy, allowsDoctype: true)
    let head = String(decoding: bytes.prefix(400).filter { $0 > 0 && $0 < 0x80 }, as: UTF8.self)
    let declared = encoding(head)
    let (text, note) = TextEncoding.utf8(bytes)
    let believed = note != nil && (declared == nil || declared == "utf-8" || declared?.hasPrefix("utf-16") == true)
    // UTF-8 that calls itself UTF-16 is found too.
    let isWrong = note == nil && declared?.hasPrefix("utf-16") == true
    if note?.hasSuffix("UTF-16") == true || believed || isWrong {
      try reader.read(withoutLateDeclaration(text), file: file, encoding: "UTF-8", into: consumer)
      return note?.hasSuffix("UTF-16") == true ? nil : note
    }
    // The mark of UTF-8 says more than what the file declares.
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    try reader.read(
      withoutLateDeclaration(isMarked ? text : bytes), file: file, encoding: isMarked ? "UTF-8" : nil, into: consumer)
    return nil
  }

  /// The name of a file's outermost element without its prefix; `nil` for what is not XML.
  static func rootName(_ bytes: [UInt8]) -> String? {
    var rest = bytes.prefix(65_536).filter { $0 > 0 && $0 < 0x80 }[...]
    while let open = rest.firstIndex(where: { $0 > 32 }) {
      guard rest[open] == UInt8(ascii: "<"), open + 1 < rest.endIndex else { return nil }
      let next = rest[open + 1]
      if next == UInt8(ascii: "?") || next == UInt8(ascii: "!") {
        let isComment = rest[open...].starts(with: Array("<!--".utf8))
        guard let end = Self.end(of: rest[open...], isComment ? "-->" : ">") else { return nil }
        rest = rest[end...]
        continue
      }
      let name = rest[(open + 1)...].prefix { $0 > 32 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
      let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
      return String(decoding: local, as: UTF8.self)
    }
    return nil
  }

  private static func end(of bytes: ArraySlice<UInt8>, _ mark: String) -> Int? {
    let mark = Array(mark.utf8)
    var index = bytes.startIndex
    while index + mark.count <= bytes.endIndex {
      if bytes[index..<index + mark.count].elementsEqual(mark) { return index + mark.count }
      index += 1
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
      bytes[first...].starts(with: Array("<?xml".utf8)), let end = Self.end(of: bytes[first...].prefix(500), "?>")
    else { return bytes }
    var bytes = bytes
    for index in first..<end where bytes[index] != 10 && bytes[index] != 13 { bytes[index] = 32 }
    return bytes
  }
}
