package import Core

/// The units that headings and users name, by quantity, the one that readers get first.
package enum UnitTable {
  package static let time = [
    UnitSymbol("s", 1), UnitSymbol("ms", 1e-3), UnitSymbol("us", 1e-6), UnitSymbol("ns", 1e-9), UnitSymbol("min", 60),
    UnitSymbol("h", 3600),
  ]
  /// E7 is ten-millionths of a degree; 2^31 semicircles are 180 degrees.
  package static let angle = [
    UnitSymbol("deg", 1), UnitSymbol("rad", 180 / Double.pi), UnitSymbol("e7", 1e-7),
    UnitSymbol("semicircles", 180 / 2_147_483_648),
  ]
  static let length = [UnitSymbol("m", 1), UnitSymbol("km", 1000), UnitSymbol("ft", 0.3048)]
  static let speed = [
    UnitSymbol("m/s", 1), UnitSymbol("km/h", 1 / 3.6), UnitSymbol("mph", 0.44704), UnitSymbol("kn", 1852.0 / 3600),
  ]
  static let rate = [
    UnitSymbol("bit/s", 1), UnitSymbol("kbit/s", 1e3), UnitSymbol("Mbit/s", 1e6), UnitSymbol("Gbit/s", 1e9),
    UnitSymbol("B/s", 8), UnitSymbol("kB/s", 8e3), UnitSymbol("MB/s", 8e6),
  ]
  static let current = [UnitSymbol("A", 1), UnitSymbol("mA", 1e-3), UnitSymbol("uA", 1e-6)]
  static let voltage = [UnitSymbol("V", 1), UnitSymbol("mV", 1e-3), UnitSymbol("uV", 1e-6)]
  static let power = [UnitSymbol("W", 1), UnitSymbol("mW", 1e-3), UnitSymbol("uW", 1e-6)]
  static let energy = [UnitSymbol("Ws", 1), UnitSymbol("mWs", 1e-3), UnitSymbol("J", 1), UnitSymbol("mJ", 1e-3)]
  static let percent = [UnitSymbol("%", 1)]
  static let level = [UnitSymbol("dBm", 1)]
  static let ratio = [UnitSymbol("dB", 1)]
  static let density = [UnitSymbol("dBHz", 1)]

  /// Letters of other spellings, in small letters.
  private static let spellings: [String: Set<String>] = [
    "s": ["sec", "seconds"], "deg": ["degrees"], "rad": ["radian", "radians"], "m": ["meters", "metres"],
    "ft": ["feet"],
    "m/s": ["mps", "ms", "meterspersecond"], "km/h": ["kmh", "kph", "kmph"], "kn": ["kt", "kts", "knots"],
    "%": ["percent", "pct"], "bit/s": ["bps", "bits", "bs"], "kbit/s": ["kbps", "kbits", "kbs"],
    "Mbit/s": ["mbps", "mbits", "mbs"], "Gbit/s": ["gbps", "gbits"],
  ]

  /// The unit among `units` that a text names in any of its spellings: `kbps`, `Mb/s`, `kmh`, `ma`, the micro sign.
  static func symbol(_ text: String, among units: [UnitSymbol]) -> UnitSymbol? {
    let plain = text.replacing("\u{B5}", with: "u").replacing("\u{3BC}", with: "u")
    if let exact = units.first(where: { $0.symbol == plain }) { return exact }
    let letters = plain.filter(\.isLetter)
    let word = letters.lowercased()
    // A capital B counts bytes, a small one bits.
    if letters.contains("B"), !word.contains("bit"), !word.hasSuffix("bps"),
      let bytes = units.first(where: { $0.symbol.contains("B/") && $0.symbol.filter(\.isLetter) == letters })
    {
      return bytes
    }
    if let spelled = units.first(where: { spellings[$0.symbol]?.contains(word) ?? false }) { return spelled }
    let same = units.filter { $0.symbol.lowercased() == plain.lowercased() }
    return same.count == 1 ? same[0] : nil
  }
}
