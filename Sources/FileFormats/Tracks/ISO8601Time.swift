/// Times as GPX writes them: `2019-08-31T17:05:21.120Z`.
package enum ISO8601Time {
  /// Nanoseconds since 1970-01-01T00:00:00Z, without leap seconds; `nil` for anything that is not a date with a time
  /// between the years 1900 and 2200.
  ///
  /// Accepts a fraction of any length (cut after nanoseconds), `Z`, offsets `+hh:mm`, `+hhmm` and `+hh`, and no offset
  /// at all, which GPX defines as UTC. The leap second 23:59:60 counts as the second after it, as in Unix time, and 24:00:00 is
  /// the next day's midnight.
  /// By hand, because the system's formatter takes four seconds for 100,000 times.
  package static func nanoseconds(_ text: String) -> Int64? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = Reader(bytes: bytes)
      return reader.time()
    }
  }

  /// The day of a time, as `2019-08-31`, in UTC.
  ///
  /// Civil days from a count: Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013.
  package static func day(_ nanoseconds: Int64) -> String {
    let unit: Int64 = 86_400_000_000_000
    let days = Int((nanoseconds - ((nanoseconds % unit) + unit) % unit) / unit) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(yearOfEra + era * 400 + (month <= 2 ? 1 : 0))-\(two(month))-\(two(day))"
  }

  /// The same with hours and minutes: `2019-08-31T17:05Z`.
  package static func minute(_ nanoseconds: Int64) -> String {
    let minutes = ((nanoseconds / 60_000_000_000) % 1_440 + 1_440) % 1_440
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(day(nanoseconds))T\(two(minutes / 60)):\(two(minutes % 60))Z"
  }

  /// `UTC+02:00` of an offset in seconds.
  static func offset(seconds: Int) -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let minutes = abs(seconds) / 60
    return "UTC\(seconds < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }

  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0

    mutating func time() -> Int64? {
      skipSpace()
      guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2),
        take("T") || take("t"), let hour = digits(2), take(":"), let minute = digits(2)
      else { return nil }
      var second = 0
      var fraction: Int64 = 0
      if take(":") {
        guard let value = digits(2) else { return nil }
        second = value
        if take(".") || take(",") {
          guard let value = fractionDigits() else { return nil }
          fraction = value
        }
      }
      guard let offset = offsetMinutes() else { return nil }
      skipSpace()
      guard index == bytes.count, (1900...2200).contains(year), (1...12).contains(month), day >= 1,
        day <= Self.days(month: month, year: year),
        hour < 24 || (hour == 24 && minute == 0 && second == 0 && fraction == 0), minute < 60,
        second < 60 || (second == 60 && minute == 59)
      else { return nil }
      let days = Self.daysSince1970(year: year, month: month, day: day)
      let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset * 60)
      return seconds * 1_000_000_000 + fraction
    }

    private mutating func offsetMinutes() -> Int? {
      if index == bytes.count || take("Z") || take("z") { return 0 }
      let sign: Int
      if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return isSpace ? 0 : nil }
      guard let hours = digits(2), hours <= 14 else { return nil }
      let colon = take(":")
      let minutes = digits(2)
      if colon, minutes == nil { return nil }
      guard (minutes ?? 0) < 60 else { return nil }
      return sign * (hours * 60 + (minutes ?? 0))
    }

    private mutating func digits(_ count: Int) -> Int? {
      guard index + count <= bytes.count else { return nil }
      var value = 0
      for place in index..<index + count {
        guard (48...57).contains(bytes[place]) else { return nil }
        value = value * 10 + Int(bytes[place] - 48)
      }
      index += count
      return value
    }

    private mutating func fractionDigits() -> Int64? {
      var (value, scale): (Int64, Int64) = (0, 1_000_000_000)
      let start = index
      while index < bytes.count, (48...57).contains(bytes[index]) {
        if scale > 1 {
          scale /= 10
          value += Int64(bytes[index] - 48) * scale
        }
        index += 1
      }
      return index > start ? value : nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
      index += 1
      return true
    }

    private var isSpace: Bool { index < bytes.count && [9, 10, 13, 32].contains(bytes[index]) }
    private mutating func skipSpace() { while isSpace { index += 1 } }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func days(month: Int, year: Int) -> Int {
      switch month {
      case 2: isLeap(year) ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    }

    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
      // Years counted from March, so that the leap day comes last.
      let shifted = month <= 2 ? year - 1 : year
      let monthFromMarch = (month + 9) % 12
      let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
      return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
  }
}
