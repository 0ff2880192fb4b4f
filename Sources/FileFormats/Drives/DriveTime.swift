/// Reads times as apps write them: `2019.12.16_12.27.05`, `16/12/2019 12:27:05.120`, `Dec 16, 2019 12:27:05 PM`,
/// `20191216122705`, ISO 8601 and Unix times.
///
/// Without an offset in the text a time is local; `zone` says of where.
struct DriveTime {
  enum Order: Sendable, Hashable { case yearFirst, dayFirst, monthFirst }

  /// Of dates whose year is not in front.
  var order = Order.dayFirst
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
    guard !text.isEmpty else { return nil }
    if let number = Double(text), number.isFinite, text.utf8.allSatisfy({ $0 < 128 }), !Self.isCompact(text) {
      return self.number(number)
    }
    if let nanoseconds = iso(text) { return nanoseconds }
    guard let parts = Self.parts(text) else { return nil }
    return calendar(parts)
  }

  private func number(_ value: Double) -> Reading? {
    if let factor { return Reading(seconds: value * factor, isUTC: value * factor > 1e8) }
    for (limit, scale) in [(4e9, 1.0), (4e12, 1e-3), (4e15, 1e-6), (4e18, 1e-9)] where value >= 0 && value < limit {
      // Seconds from any start, or since 1970.
      if scale == 1 { return Reading(seconds: value, isUTC: value > 1e8) }
      return value * scale > 1e8 ? Reading(seconds: value * scale, isUTC: true) : nil
    }
    return nil
  }

  private func iso(_ text: String) -> Reading? {
    guard text.utf8.count >= 16, text.utf8.dropFirst(4).first == UInt8(ascii: "-") else { return nil }
    let separator = text.utf8.dropFirst(10).first
    guard separator == UInt8(ascii: " ") || separator == UInt8(ascii: "T") || separator == UInt8(ascii: "t") else {
      return nil
    }
    // Offsets are sometimes set off by a blank.
    let rest = text.dropFirst(11).filter { $0 != " " }
    guard let nanoseconds = ISO8601Time.nanoseconds(text.prefix(10) + "T" + rest) else { return nil }
    let isUTC = rest.contains { "Zz+-".contains($0) }
    return Reading(seconds: Double(nanoseconds) * 1e-9 - (isUTC ? 0 : zone), isUTC: isUTC)
  }

  /// Numbers of a date and a time, with what stands before each.
  struct Parts {
    var numbers: [(value: Int, digits: Int, before: Character?)] = []
    /// Index of a month written as a word.
    var month: Int?
    /// Hours to add for PM; -1 without AM or PM.
    var half = -1
  }

  static func parts(_ text: String) -> Parts? {
    var result = Parts()
    var digits = ""
    var word = ""
    var before: Character?
    var held: Character?
    func close(_ parts: inout Parts) -> Bool {
      if !digits.isEmpty {
        guard digits.count <= 14 else { return false }
        for group in split(digits, first: parts.numbers.isEmpty) {
          guard let value = Int(group) else { return false }
          parts.numbers.append((value, group.count, held))
        }
        digits = ""
      }
      if !word.isEmpty {
        let lower = word.lowercased()
        if lower == "am" || lower == "a" || lower == "pm" || lower == "p" {
          parts.half = lower.hasPrefix("p") ? 12 : 0
        } else if let month = months.firstIndex(of: String(lower.prefix(3))) {
          parts.month = parts.numbers.count
          parts.numbers.append((month + 1, 2, held))
        } else if !["t", "z", "utc", "gmt", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "st", "nd", "rd", "th"]
          .contains(lower)
        {
          return false
        }
        word = ""
      }
      return true
    }
    for character in text {
      if character.isASCII, character.isNumber {
        if !word.isEmpty, !close(&result) { return nil }
        if digits.isEmpty { held = before }
        digits.append(character)
      } else if character.isLetter {
        if !digits.isEmpty, !close(&result) { return nil }
        if word.isEmpty { held = before }
        word.append(character)
      } else {
        guard close(&result), ".-/_:, \t;'".contains(character) else { return nil }
        before = character
      }
      if character.isLetter || character.isNumber { before = nil }
    }
    guard close(&result) else { return nil }
    return result.numbers.count >= 5 ? result : nil
  }

  /// `20191216122705`, `20191216` and `122705` into their parts.
  private static func split(_ digits: String, first: Bool) -> [String] {
    var widths: [Int]
    switch digits.count {
    case 14: widths = [4, 2, 2, 2, 2, 2]
    case 12 where first: widths = [4, 2, 2, 2, 2]
    case 8 where first: widths = [4, 2, 2]
    case 6 where !first: widths = [2, 2, 2]
    default: return [digits]
    }
    var rest = digits[...]
    return widths.map { width in
      defer { rest = rest.dropFirst(width) }
      return String(rest.prefix(width))
    }
  }

  private static func isCompact(_ text: String) -> Bool {
    text.utf8.count == 14 && (text.hasPrefix("19") || text.hasPrefix("20"))
  }

  private func calendar(_ parts: Parts) -> Reading? {
    var numbers = parts.numbers
    var fraction = 0.0
    if numbers.count == 7 {
      let last = numbers.removeLast()
      // A number after a sign would be an offset, which only ISO 8601 has.
      guard let before = last.before, ".,:".contains(before) else { return nil }
      var scale = 1.0
      for _ in 0..<last.digits { scale *= 10 }
      fraction = Double(last.value) / scale
    }
    guard numbers.count == 5 || numbers.count == 6 else { return nil }
    let (a, b, c) = (numbers[0].value, numbers[1].value, numbers[2].value)
    var (year, month, day) = (c, b, a)
    if numbers[0].digits == 4 {
      (year, month, day) = (a, b, c)
    } else if parts.month == 0 {
      (year, month, day) = (c, a, b)
    } else if parts.month == 1 {
      (year, month, day) = (c, b, a)
    } else {
      switch order {
      case .yearFirst: (year, month, day) = (a, b, c)
      case .dayFirst: (year, month, day) = (c, b, a)
      case .monthFirst: (year, month, day) = (c, a, b)
      }
    }
    if year < 100 { year += year >= 80 ? 1900 : 2000 }
    var hour = numbers[3].value
    if parts.half >= 0 {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + parts.half
    }
    let second = numbers.count == 6 ? numbers[5].value : 0
    func padded(_ value: Int, _ width: Int) -> String {
      String(repeating: "0", count: max(0, width - String(value).count)) + String(value)
    }
    let text =
      "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(hour, 2)):\(padded(numbers[4].value, 2)):"
      + "\(padded(second, 2))Z"
    return ISO8601Time.nanoseconds(text).map {
      Reading(seconds: Double($0) * 1e-9 + fraction - zone, isUTC: false)
    }
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Which of day and month comes first, as all dates together tell.
  ///
  /// - Returns: the order, and whether the other one would do as well.
  static func order(of texts: some Sequence<String>) -> (order: Order, isAmbiguous: Bool) {
    var (sawDayFirst, sawMonthFirst, saw, points) = (false, false, false, false)
    for text in texts {
      guard let parts = parts(trimmed(text)), parts.month == nil, let first = parts.numbers.first, first.digits != 4
      else { continue }
      saw = true
      if first.value > 12 { sawDayFirst = true }
      if parts.numbers[1].value > 12 { sawMonthFirst = true }
      if parts.numbers[1].before == "." { points = true }
    }
    if sawMonthFirst, !sawDayFirst { return (.monthFirst, false) }
    return (.dayFirst, saw && !sawDayFirst && !points)
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
