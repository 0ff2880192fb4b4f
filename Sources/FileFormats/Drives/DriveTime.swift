/// Reads times as apps write them: `2019.12.16_12.27.05`, `16/12/2019 12:27:05.120`, `Dec 16, 2019 12:27:05 PM`,
/// `20191216122705`, ISO 8601 and Unix times.
///
/// Without an offset in the text a time is local; `zone` says of where.
struct DriveTime {
  /// Of dates whose year is not in front.
  var order = TrackTime.DateOrder.dayFirst
  /// Seconds ahead of UTC of times that name no zone.
  var zone = 0.0
  /// Of numbers: seconds per unit; `nil` tells seconds, ms, us and ns by their size.
  var factor: Double?

  struct Reading: Equatable {
    let seconds: Double
    /// Whether the text says its zone, as Unix times do.
    let isUTC: Bool
  }

  /// `nil` for anything that is not a time.
  func reading(_ text: String) -> Reading? {
    let text = Self.trimmed(text)
    // 14 digits are a date.
    if let number = Double(text), number.isFinite, text.utf8.count != 14 || text.utf8.contains(UInt8(ascii: ".")) {
      return self.number(number)
    }
    return TrackTime.date(text, order: order).map {
      Reading(seconds: Double($0.nanoseconds) * 1e-9 - ($0.namesZone ? 0 : zone), isUTC: $0.namesZone)
    }
  }

  private func number(_ value: Double) -> Reading? {
    if let factor { return Reading(seconds: value * factor, isUTC: value * factor > 1e8) }
    // Seconds from any start.
    if value >= 0, value < 1e8 { return Reading(seconds: value, isUTC: false) }
    return TrackTime.epoch(value).map { Reading(seconds: Double($0) * 1e-9, isUTC: true) }
  }

  /// What `--columns time=NAME:FORMAT` says: a unit of numbers, `iso`, or a pattern such as `dd/MM/yyyy HH:mm:ss`.
  static func pattern(_ text: String) -> DriveTime? {
    if let unit = ["s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "min": 60, "h": 3600.0][text] {
      return DriveTime(factor: unit)
    }
    if text == "iso" { return DriveTime() }
    let letters = text.filter { "dDMyY".contains($0) }
    guard let first = letters.first, letters.contains(where: { "yY".contains($0) }) else { return nil }
    return DriveTime(order: "yY".contains(first) ? .yearFirst : first == "M" ? .monthFirst : .dayFirst)
  }

  /// Seconds ahead of UTC: `Z`, `UTC`, `+01:00`, `-0330`, `+2`.
  static func offset(_ text: String) -> Double? {
    let upper = text.uppercased()
    if upper == "Z" || upper == "UTC" || upper == "GMT" { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard (1...4).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(digits)
    else {
      return nil
    }
    let (hours, minutes) = digits.count > 2 ? (value / 100, value % 100) : (value, 0)
    guard hours <= 14, minutes < 60 else { return nil }
    return Double(hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
  }

  static func trimmed(_ text: String) -> String {
    var part = text[...]
    while part.first?.isWhitespace == true { part.removeFirst() }
    while part.last?.isWhitespace == true { part.removeLast() }
    return String(part)
  }
}
