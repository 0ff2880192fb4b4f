import CExpat

/// Encodings of one byte a character that receivers and converters declare, besides those that the parser knows.
enum XMLEncoding {
  /// 0x80 to 0x9F of windows-1252; -1 where it has no character.
  private static let windows1252: [CInt] = [
    0x20AC, -1, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, -1, 0x017D, -1,
    -1, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, -1, 0x017E,
    0x0178,
  ]
  /// Where ISO-8859-15 differs from ISO-8859-1.
  private static let latin9: [Int: CInt] = [
    0xA4: 0x20AC, 0xA6: 0x0160, 0xA8: 0x0161, 0xB4: 0x017D, 0xB8: 0x017E, 0xBC: 0x0152, 0xBD: 0x0153, 0xBE: 0x0178,
  ]

  /// What a byte above 0x7F means in windows-1252; where it has no character, that of ISO-8859-1.
  static func scalar(windows1252 byte: UInt8) -> Unicode.Scalar {
    let scalar = (0x80..<0xA0).contains(byte) ? windows1252[Int(byte) - 0x80] : -1
    return scalar < 0 ? Unicode.Scalar(byte) : Unicode.Scalar(UInt32(scalar)) ?? Unicode.Scalar(byte)
  }

  /// Tells the parser what the bytes of an encoding mean, when it is one of these.
  static func fill(_ name: UnsafePointer<CChar>?, _ encoding: UnsafeMutablePointer<XML_Encoding>?) -> CInt {
    let refused = CInt(XML_STATUS_ERROR.rawValue)
    guard let name, let encoding else { return refused }
    var map = (0..<256).map { CInt($0) }
    switch String(cString: name).lowercased() {
    case "windows-1252", "cp1252": map.replaceSubrange(0x80..<0xA0, with: windows1252)
    case "iso-8859-15", "latin-9", "latin9": for (byte, scalar) in latin9 { map[byte] = scalar }
    case "latin1", "latin-1", "iso8859-1", "iso_8859-1": break
    default: return refused
    }
    withUnsafeMutableBytes(of: &encoding.pointee.map) { place in map.withUnsafeBytes { place.copyMemory(from: $0) } }
    return CInt(XML_STATUS_OK.rawValue)
  }
}
