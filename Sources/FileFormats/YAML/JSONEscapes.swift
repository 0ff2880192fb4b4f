/// JSON writes characters beyond the first 65,536 as two escapes, such as `\ud83d\ude00`; YAML knows one, `\U0001F600`.
enum JSONEscapes {
  /// The text with each such pair as YAML's escape. Texts that do not begin as JSON stay as they are.
  static func joined(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let first = bytes.first(where: { $0 > 32 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      bytes.contains(backslash)
    else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == backslash else {
        result.append(bytes[index])
        index += 1
        continue
      }
      if let high = unit(bytes, index), UTF16.isLeadSurrogate(high), let low = unit(bytes, index + 6),
        UTF16.isTrailSurrogate(low)
      {
        let scalar = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
        let digits = String(scalar, radix: 16)
        result += Array("\\U\(String(repeating: "0", count: 8 - digits.count))\(digits)".utf8)
        index += 12
      } else {
        // With the character it escapes, which may be a backslash.
        result += bytes[index..<min(bytes.count, index + 2)]
        index += 2
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let backslash = UInt8(ascii: "\\")

  /// The number of an escape `\uXXXX`.
  private static func unit(_ bytes: [UInt8], _ index: Int) -> UInt16? {
    guard index + 6 <= bytes.count, bytes[index] == backslash, bytes[index + 1] == UInt8(ascii: "u") else { return nil }
    let digits = String(decoding: bytes[index + 2..<index + 6], as: UTF8.self)
    return digits.allSatisfy(\.isHexDigit) ? UInt16(digits, radix: 16) : nil
  }
}
