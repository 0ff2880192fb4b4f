/// Damages files the way disks, editors, exporters and attackers do: bytes, tokens of the format, numbers at extremes,
/// structure, truncation, encodings. One seed, one damage, on every machine.
package struct Mutation: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// SplitMix64 (Steele, Lea and Flood 2014).
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  static let numbers = [
    "0", "-0", "-1", "1", "1e308", "-1e308", "1e400", "1e-320", "4.9e-324", "1e19", "-1e19", "1e38", "1e100",
    "9223372036854775807", "9223372036854775808", "18446744073709551616", "2147483648", "1580000000000", "99999999999",
    "nan", "inf", "-inf", "0x1p3", "00", "1,5", "1_0", "0.1", "1e5", "90", "-180", "24:00", "31", "1e-9", ".", "-", "",
  ]
  static let tokens = [
    "\u{0}", "\u{1B}[31m", "\r", "\n", "\t", " ", "\"", "'", "\\", "\\ud83d", "\\ud83d\\ude00", "{", "}", "[", "]", ":",
    ",", ";", "&a", "*a", "!!str ", "<<: ", "---\n", "- ", "? ", "|\n", "#", "~", "null", "<", ">", "</", "/>", "<!--",
    "-->", "<![CDATA[", "]]>", "<!DOCTYPE a [<!ENTITY b \"c\">]>", "&b;", "&#0;", "&#x10FFFF;", "&amp;", "<?xml?>",
    "encoding=\"utf-16\"", "encoding=\"windows-1252\"", "encoding=\"x\"", "\u{FEFF}", "é", "日", "😀", "\u{2028}",
    "\u{202E}",
    "::error::", "=cmd()", "$GPRMC,", "*00", "Fix,", "m", "km", "s", "ms", "mW", "W", "%", "h", "d", "none", "true",
  ].map { Array($0.utf8) }

  /// The tokens and numbers in libFuzzer's form.
  package static var dictionary: String {
    (tokens + numbers.map { Array($0.utf8) }).filter { !$0.isEmpty }.map { token in
      "\"" + token.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\"\n"
    }.joined()
  }

  /// `input` with one to four damages; `other` is a file to take pieces of.
  package mutating func damaged(_ input: [UInt8], with other: [UInt8] = []) -> [UInt8] {
    var bytes = input
    for _ in 0...below(4) { damage(&bytes, with: other) }
    return bytes
  }

  private mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

  private mutating func range(of bytes: [UInt8], most: Int) -> Range<Int> {
    let start = below(bytes.count + 1)
    return start..<min(bytes.count, start + below(most))
  }

  private mutating func damage(_ bytes: inout [UInt8], with other: [UInt8]) {
    let place = below(bytes.count + 1)
    switch below(13) {
    case 0: if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: next()) }
    case 1: if place < bytes.count { bytes[place] ^= 1 << UInt8(below(8)) }
    case 2: bytes.insert(contentsOf: Self.tokens[below(Self.tokens.count)], at: place)
    case 3: bytes.removeSubrange(range(of: bytes, most: 40))
    case 4:
      // Pieces again, somewhere else: lines, elements, keys given twice; now and then very often.
      let piece = bytes[range(of: bytes, most: 200)]
      for _ in 0...(below(20) == 0 ? below(200) : 0) { bytes.insert(contentsOf: piece, at: place) }
    case 5, 6, 7: replaceNumber(&bytes, from: place)
    case 8: if below(4) == 0 { bytes.removeSubrange(place...) }
    case 9: moveLine(&bytes)
    case 10: if !other.isEmpty { bytes.insert(contentsOf: other[range(of: other, most: 300)], at: place) }
    case 11: replaceWord(&bytes, from: place)
    default: if below(8) == 0 { encode(&bytes) }
    }
  }

  private mutating func replaceNumber(_ bytes: inout [UInt8], from place: Int) {
    func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
    guard let start = bytes[place...].firstIndex(where: isDigit) ?? bytes.firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) && ![46, 45, 43, 69, 101].contains($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: Array(Self.numbers[below(Self.numbers.count)].utf8))
  }

  private mutating func moveLine(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    guard lines.count > 1 else { return }
    let line = lines[below(lines.count)]
    if below(2) == 0 { lines.remove(at: below(lines.count)) }
    lines.insert(line, at: below(lines.count + 1))
    bytes = Array(lines.joined(separator: [10]))
  }

  /// A word becomes another word of the same file.
  private mutating func replaceWord(_ bytes: inout [UInt8], from place: Int) {
    func isLetter(_ byte: UInt8) -> Bool { (byte | 32 >= 97 && byte | 32 <= 122) || byte == 95 }
    func word(_ from: Int) -> Range<Int>? {
      guard let start = bytes[from...].firstIndex(where: isLetter) else { return nil }
      return start..<(bytes[start...].firstIndex { !isLetter($0) } ?? bytes.count)
    }
    guard let target = word(place), let source = word(below(bytes.count + 1)) else { return }
    bytes.replaceSubrange(target, with: Array(bytes[source]))
  }

  private mutating func encode(_ bytes: inout [UInt8]) {
    switch below(5) {
    case 0: bytes = [0xFF, 0xFE] + bytes.flatMap { [$0, 0] }
    case 1: bytes = bytes.flatMap { [0, $0] }
    case 2: bytes = [0xEF, 0xBB, 0xBF] + bytes
    case 3: bytes = bytes.map { $0 == UInt8(ascii: "e") ? 0xE9 : $0 }
    default: bytes = bytes.flatMap { $0 == 10 ? [13, 10] : [$0] }
    }
  }
}
