/// Turns the texts of recorders into UTF-8: many write UTF-16 or one byte a character without saying so.
enum TextEncoding {
  /// The text as UTF-8 without a byte order mark, and what was done, where that is more than taking off the mark.
  ///
  /// UTF-16 is told by its byte order mark, or by zeros in every other byte of the beginning. What is neither that nor
  /// UTF-8 is taken as windows-1252, of which ISO-8859-1 is a part but for control characters. Lines stay the same.
  static func utf8(_ bytes: [UInt8]) -> (bytes: [UInt8], note: String?) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return utf8(Array(bytes[3...])) }
    if let isLittle = utf16Order(bytes) {
      let start = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) ? 2 : 0
      let units = stride(from: start, to: bytes.count - 1, by: 2).map { index -> UInt16 in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isLittle ? second << 8 | first : first << 8 | second
      }
      return (Array(String(decoding: units, as: UTF16.self).utf8), "read as UTF-16")
    }
    if isUTF8(bytes) { return (bytes, nil) }
    return (decoded(bytes, windows1252), guess)
  }

  /// What is said of a text that is neither UTF-8 nor UTF-16.
  static let guess = "not UTF-8; read as windows-1252"

  /// A text of one byte a character; `nil` for an encoding that is none of these.
  static func utf8(_ bytes: [UInt8], declared encoding: String) -> [UInt8]? {
    switch encoding.lowercased() {
    case "windows-1252", "cp1252": decoded(bytes, windows1252)
    case "iso-8859-15", "latin-9", "latin9": decoded(bytes, latin9)
    case "iso-8859-1", "latin1", "latin-1", "iso8859-1", "iso_8859-1": decoded(bytes, [:])
    default: nil
    }
  }

  /// 0x80 to 0x9F of windows-1252; where it has no character, that of ISO-8859-1.
  private static let windows1252 = Dictionary(
    uniqueKeysWithValues: zip(
      0x80...0x9F as ClosedRange<UInt8>,
      "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars))
  /// Where ISO-8859-15 differs from ISO-8859-1.
  private static let latin9: [UInt8: Unicode.Scalar] = [
    0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",
  ]

  /// - Parameter scalars: of the bytes that mean another one than in ISO-8859-1.
  private static func decoded(_ bytes: [UInt8], _ scalars: [UInt8: Unicode.Scalar]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 { result.append(byte) } else { result += String(scalars[byte] ?? Unicode.Scalar(byte)).utf8 }
    }
    return result
  }

  static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

  /// Whether UTF-16 is little-endian; `nil` for other texts.
  private static func utf16Order(_ bytes: [UInt8]) -> Bool? {
    if bytes.starts(with: [0xFF, 0xFE]) { return true }
    if bytes.starts(with: [0xFE, 0xFF]) { return false }
    let head = bytes.prefix(512)
    guard head.count >= 8 else { return nil }
    let (even, odd) = head.indices.reduce(into: (0, 0)) { sum, index in
      guard head[index] == 0 else { return }
      if index % 2 == 0 { sum.0 += 1 } else { sum.1 += 1 }
    }
    // Texts of recorders are nearly all ASCII, so nearly every second byte is zero.
    let most = head.count * 2 / 5
    if odd >= most, even * 8 < odd { return true }
    return even >= most && odd * 8 < even ? false : nil
  }
}

extension ArraySlice<UInt8> {
  /// Where a text begins.
  func firstIndex(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    var index = startIndex
    while index + wanted.count <= endIndex, let found = self[index...].firstIndex(of: wanted[0]) {
      if self[found...].starts(with: wanted) { return found }
      index = found + 1
    }
    return nil
  }
}

/// The lines of a file with their numbers, without their ends.
struct TextLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var index: Int
  private var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
    guard index < bytes.count else { return nil }
    let end = bytes[index...].firstIndex(of: 10) ?? bytes.count
    var line = bytes[index..<end]
    if line.last == 13 { line.removeLast() }
    index = end + 1
    number += 1
    return (number, line)
  }
}
