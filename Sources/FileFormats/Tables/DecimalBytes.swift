/// Reads decimal numbers straight from bytes.
///
/// Up to 15 digits with a power of ten up to 10^22 need one exact multiplication or division (Clinger, "How to read
/// floating point numbers accurately", PLDI 1990), up to 19 digits over up to 10^19 one division of whole numbers; everything else
/// goes through the standard library. The result is the same.
enum DecimalBytes {
  /// The number in `bytes[start..<end]`, blanks around it allowed; `nil` for anything else, infinities and NaN included.
  static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Double? {
    var (start, end) = (start, end)
    while start < end, bytes[start] == 32 || bytes[start] == 9 { start += 1 }
    while end > start, bytes[end - 1] == 32 || bytes[end - 1] == 9 { end -= 1 }
    var index = start
    var isNegative = false
    if index < end, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      isNegative = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    var mantissa: UInt64 = 0
    var (digits, scale) = (0, 0)
    var (sawDigit, sawPoint) = (false, false)
    while index < end {
      let byte = bytes[index]
      if byte >= 48, byte <= 57 {
        sawDigit = true
        if digits < 19 {
          mantissa = mantissa &* 10 &+ UInt64(byte - 48)
          if mantissa > 0 { digits += 1 }
        } else {
          return slow(bytes, start, end)
        }
        if sawPoint { scale -= 1 }
      } else if byte == UInt8(ascii: "."), !sawPoint {
        sawPoint = true
      } else {
        break
      }
      index += 1
    }
    guard sawDigit else { return nil }
    if index < end {
      guard bytes[index] | 32 == UInt8(ascii: "e"), let exponent = exponent(bytes, index + 1, end) else {
        return slow(bytes, start, end)
      }
      scale += exponent
    }
    let magnitude: Double
    if mantissa <= 1 << 53, abs(scale) <= 22 {
      magnitude = scale < 0 ? Double(mantissa) / powers[-scale] : Double(mantissa) * powers[scale]
    } else if (-19...0).contains(scale) {
      magnitude = quotient(mantissa, by: wholePowers[-scale])
    } else {
      return slow(bytes, start, end)
    }
    return isNegative ? -magnitude : magnitude
  }

  /// A sign and up to four digits; `nil` for anything else.
  private static func exponent(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
    var index = start
    if index < end, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") { index += 1 }
    guard index < end, end - index <= 4 else { return nil }
    var value = 0
    while index < end {
      guard bytes[index] >= 48, bytes[index] <= 57 else { return nil }
      value = 10 * value + Int(bytes[index] - 48)
      index += 1
    }
    return bytes[start] == UInt8(ascii: "-") ? -value : value
  }

  /// A quotient of whole numbers above 0, rounded once: 64 of its bits, the last of which says whether a rest is left.
  private static func quotient(_ dividend: UInt64, by divisor: UInt64) -> Double {
    let (up, down) = (dividend.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let (high, low) = (dividend << UInt64(up), divisor << UInt64(down))
    let isLarger = high >= low
    let (bits, rest) =
      isLarger ? low.dividingFullWidth((high >> 1, high << 63)) : low.dividingFullWidth((high, 0))
    let significand = Double(bits | (rest > 0 ? 1 : 0))
    return Double(sign: .plus, exponent: down - up - (isLarger ? 63 : 64), significand: significand)
  }

  /// 1 to 10^19.
  private static let wholePowers = (0..<19).reduce(into: [1 as UInt64]) { powers, last in
    powers.append(10 * powers[last])
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  private static func slow(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Double? {
    let part = UnsafeBufferPointer(rebasing: bytes[start..<end])
    guard part.allSatisfy({ ($0 >= 48 && $0 <= 57) || [43, 45, 46, 69, 101].contains($0) }),
      let value = Double(String(decoding: part, as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }
}

/// Numbers of recordings, some of which are written with a comma for decimals.
enum TrackNumber {
  /// `nil` for what is no finite decimal number.
  static func value(_ text: String) -> Double? {
    if let value = plain(text) { return value }
    guard text.utf8.contains(UInt8(ascii: ",")) else { return nil }
    return plain(text.replacing(",", with: ".", maxReplacements: 1))
  }

  /// The same with a point only.
  static func plain(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { bytes in
      var (start, end) = (0, bytes.count)
      while start < end, bytes[start] <= 32 { start += 1 }
      while end > start, bytes[end - 1] <= 32 { end -= 1 }
      return DecimalBytes.number(bytes, start, end)
    }
  }
}
