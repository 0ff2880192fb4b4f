/// Base64 of RFC 4648, section 4.
enum Base64Text {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  static func of(_ bytes: [UInt8]) -> String {
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = (0..<3).reduce(0) { $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0) }
      for digit in 0..<4 {
        text.append(start + digit <= bytes.count ? digits[group >> (18 - 6 * digit) & 63] : "=")
      }
    }
    return text
  }
}
