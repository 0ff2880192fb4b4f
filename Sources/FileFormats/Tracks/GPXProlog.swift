/// Looks at a file's first bytes before the XML parser does, and refuses what GPX never needs.
///
/// Entities can make a kilobyte unfold into gigabytes. They can only be defined in a document type declaration before
/// the first element, so a file with one is not read at all.
enum GPXProlog {
  static func check(_ bytes: [UInt8], file: String) throws(InputError) {
    if bytes.allSatisfy({ isSpace($0) }) {
      throw InputError(file: file, message: "the file is empty", remedy: "give a GPX file with a track")
    }
    if bytes.prefix(4).contains(0) || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw InputError(
        file: file, line: 1, column: 1, message: "the file is not in an encoding this tool reads (UTF-16 or binary)",
        remedy: "save it as UTF-8")
    }
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < bytes.count {
      if matches("<!--", bytes, index) {
        index = end(of: "-->", bytes, from: index + 4)
      } else if matches("<?", bytes, index) {
        index = end(of: "?>", bytes, from: index + 2)
      } else if matches("<!", bytes, index) {
        let (line, column) = place(index, in: bytes)
        throw InputError(
          file: file, line: line, column: column,
          message: "the file has a document type declaration, which could define entities; entities are not expanded",
          remedy: "remove the <!DOCTYPE ...> part; GPX needs none")
      } else if bytes[index] == UInt8(ascii: "<") {
        return
      } else if isSpace(bytes[index]) {
        index += 1
      } else {
        let (line, column) = place(index, in: bytes)
        throw InputError(
          file: file, line: line, column: column, message: "this is not an XML file",
          remedy: Catalog.isPath(file) && !file.lowercased().hasSuffix(".gpx")
            ? "give a GPX file; a scenario is given with --scenario"
            : "give a GPX file, which starts with <?xml or <gpx")
      }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private static func matches(_ text: StaticString, _ bytes: [UInt8], _ index: Int) -> Bool {
    text.withUTF8Buffer { bytes[index...].starts(with: $0) }
  }

  private static func end(of text: StaticString, _ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if matches(text, bytes, index) { return index + text.utf8CodeUnitCount }
      index += 1
    }
    return index
  }

  private static func place(_ index: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    var (line, column) = (1, 1)
    for byte in bytes[..<index] { (line, column) = byte == 10 ? (line + 1, 1) : (line, column + 1) }
    return (line, column)
  }
}
