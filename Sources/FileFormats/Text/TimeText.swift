import Core

/// Times as recorders, apps and converters write them: the one place where they are read.
///
/// Read are ISO 8601 with a `T`, a blank or nothing between date and time, dates with `/`, `.`, `-`, `_` and `:`, names of
/// months in English, AM and PM, `UTC`, `GMT` and offsets, and counts since 1970 whose unit the size tells. A time without a
/// zone is taken as UTC.
package enum TimeText {
  /// What `03/04/2020` means.
  package enum DateOrder: Sendable, Hashable {
    case yearFirst, dayFirst, monthFirst
  }

  struct Reading {
    /// Since 1970, as if in UTC where the text has no zone.
    let nanoseconds: Int64
    /// Whether the text says its zone, as counts since 1970 do.
    let namesZone: Bool
  }

  /// Nanoseconds since 1970; `nil` for what is no time between 1900 and 2200.
  ///
  /// - Parameter order: of dates that begin with neither the year nor a number above 12; they are refused without it, but
  ///   for those with points, where the day comes first. Years of two digits are refused without it, too.
  package static func nanoseconds(_ text: String, order: DateOrder? = nil) -> Int64? {
    reading(text, order: order)?.nanoseconds
  }

  static func reading(_ text: String, order: DateOrder? = nil) -> Reading? {
    if let nanoseconds = iso8601(text) {
      // The date has marks of its own.
      return Reading(nanoseconds: nanoseconds, namesZone: text.utf8.dropFirst(10).contains { "Zz+-".utf8.contains($0) })
    }
    if let nanoseconds = count(text) { return Reading(nanoseconds: nanoseconds, namesZone: true) }
    return WrittenTime.reading(text, order: order)
  }

  /// Of times as GPX writes them, `2019-08-31T17:05:21.120Z`: nanoseconds since 1970, without leap seconds; `nil` for anything that is not a date with a time
  /// between the years 1900 and 2200.
  ///
  /// Accepts a fraction of any length (cut after nanoseconds), `Z`, offsets `+hh:mm`, `+hhmm` and `+hh`, and no offset
  /// at all, which GPX defines as UTC. The leap second 23:59:60 counts as the second after it, as in Unix time, and 24:00:00 is
  /// the next day's midnight.
  /// By hand, because the system's formatter takes four seconds for 100,000 times.
  static func iso8601(_ text: String) -> Int64? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = ISO8601Reader(bytes: bytes)
      return reader.time()
    }
  }

  /// A count since 1970 of the unit that puts it between 1973 and 5138: seconds, milliseconds, microseconds, nanoseconds.
  static func count(_ text: String) -> Int64? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, (9...30).contains(words[0].utf8.count) else { return nil }
    let digits = words[0]
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, whole.utf8.count >= 9, whole.utf8.count <= 19,
      parts.allSatisfy({ part in part.utf8.allSatisfy { $0 >= 48 && $0 <= 57 } }), let value = Int64(whole)
    else { return Double(digits).flatMap(count) }
    let unit: Int64 =
      value < 100_000_000_000
      ? 1_000_000_000 : value < 100_000_000_000_000 ? 1_000_000 : value < 100_000_000_000_000_000 ? 1_000 : 1
    guard value >= 100_000_000 else { return nil }
    var nanoseconds = value.multipliedReportingOverflow(by: unit)
    guard !nanoseconds.overflow else { return nil }
    if parts.count == 2 {
      var scale = unit
      for digit in parts[1].utf8 where scale > 1 {
        scale /= 10
        nanoseconds.partialValue += Int64(digit - 48) * scale
      }
    }
    return inRange(nanoseconds.partialValue)
  }

  /// The same of a number, to the microsecond.
  static func count(_ number: Double) -> Int64? {
    guard number.isFinite, number >= 1e8, number < 1e20 else { return nil }
    let seconds = number < 1e11 ? number : number < 1e14 ? number / 1e3 : number < 1e17 ? number / 1e6 : number / 1e9
    return nanoseconds(seconds: seconds)
  }

  /// Days since 30 December 1899, as spreadsheets and OziExplorer count them, of 1954 to 2119.
  static let dayNumbers = 20_000.0...80_000.0

  /// The time of such a day number. Seven decimals are 9 ms: what is that near to a second is one.
  static func nanoseconds(days: Double) -> Int64? {
    guard dayNumbers.contains(days) else { return nil }
    let seconds = (days - 25_569) * 86_400
    let whole = seconds.rounded()
    return nanoseconds(seconds: abs(seconds - whole) < 0.01 ? whole : seconds)
  }

  /// To the microsecond, as fine as a `Double` of seconds since 1970 is.
  static func nanoseconds(seconds: Double) -> Int64? {
    let microseconds = (seconds * 1e6).rounded()
    guard abs(microseconds) < 9e15 else { return nil }
    return inRange(Int64(microseconds) * 1_000)
  }

  /// The years 1900 to 2200, in seconds since 1970; times since another start are far inside.
  static let years = -2_208_988_800.0...7_289_654_400.0

  private static func inRange(_ nanoseconds: Int64) -> Int64? {
    years.contains(Double(nanoseconds) * 1e-9) ? nanoseconds : nil
  }

  /// Seconds of `17:05:21.5`, of a day or of a recording.
  static func clock(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
    guard parts.count == 3, (1...3).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      let hours = Int(parts[0]), let minutes = Int(parts[1]), let seconds = TrackNumber.value(parts[2]),
      hours >= 0, (0..<60).contains(minutes), seconds >= 0, seconds < 60
    else { return nil }
    return Double(hours * 3_600 + minutes * 60) + seconds
  }

  /// `hhmmss.ss` in seconds of the day, as receivers write it.
  static func clock(digits text: some StringProtocol) -> Double? {
    let whole = text.utf8.prefix { $0 != UInt8(ascii: ".") }
    guard whole.count == 6, text.utf8.allSatisfy({ ($0 >= 48 && $0 <= 57) || $0 == 46 }),
      let value = Int(text.prefix(6)),
      // From the text, so that 0.2 s is not 0.19999.
      let seconds = Double(text.dropFirst(4)), value / 10_000 < 24, value / 100 % 100 < 60, seconds < 61
    else { return nil }
    return Double(value / 10_000 * 3600 + value / 100 % 100 * 60) + seconds
  }

  /// The beginning of a day in seconds since 1970; `nil` for what is no day between 1900 and 2200.
  static func seconds(year: Int, month: Int, day: Int) -> Double? {
    guard (1900...2200).contains(year), let day = CalendarDay(year: year, month: month, day: day) else { return nil }
    return Double(day.daysSince1970 * 86_400)
  }

  /// Years of two digits are those from 1980 to 2079.
  static func century(_ year: Int) -> Int { year < 80 ? 2000 + year : year < 100 ? 1900 + year : year }

  /// Seconds ahead of UTC: `Z`, `UTC`, `+01:00`, `-0330`, `+2`.
  static func zone(_ text: String) -> Double? {
    guard let start = reading("1970-01-01 00:00:00 \(text)"), start.namesZone else { return nil }
    return -Double(start.nanoseconds) / 1e9
  }

  /// The day of a time, as `2019-08-31`, in UTC.
  package static func day(_ nanoseconds: Int64) -> String {
    let (whole, part) = nanoseconds.quotientAndRemainder(dividingBy: 86_400_000_000_000)
    return CalendarDay(daysSince1970: Int(whole) - (part < 0 ? 1 : 0))?.description ?? ""
  }

  /// The same with hours and minutes: `2019-08-31T17:05Z`.
  package static func minute(_ nanoseconds: Int64) -> String {
    let minutes = ((nanoseconds / 60_000_000_000) % 1_440 + 1_440) % 1_440
    return "\(day(nanoseconds))T\(two(Int(minutes / 60))):\(two(Int(minutes % 60)))Z"
  }

  /// `UTC+02:00` of an offset in seconds.
  static func offset(seconds: Int) -> String {
    let minutes = abs(seconds) / 60
    return "UTC\(seconds < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }

  static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

private struct ISO8601Reader {
  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0

  mutating func time() -> Int64? {
    skipSpace()
    guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2),
      take("T") || take("t") || take(" "), let hour = digits(2), take(":"), let minute = digits(2)
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
    guard index == bytes.count, (1900...2200).contains(year),
      let date = CalendarDay(year: year, month: month, day: day),
      hour < 24 || (hour == 24 && minute == 0 && second == 0 && fraction == 0), minute < 60,
      second < 60 || (second == 60 && minute == 59)
    else { return nil }
    let seconds = Int64(date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset * 60)
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
}

extension CalendarDay {
  /// `nil` outside the years 1 to 9999.
  init?(daysSince1970 days: Int) {
    let shifted = days + Self.toEpoch
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Days after 1 January 1970, negative before it.
  ///
  /// Years are counted from March, so that the leap day comes last (Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013).
  var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - Self.toEpoch
  }

  /// From 1 March of the year 0 to 1970.
  private static let toEpoch = 719_468
}
