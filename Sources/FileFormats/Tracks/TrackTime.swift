/// Times as recorders, apps and converters write them, beside the one of GPX.
///
/// Read are ISO 8601 with a `T`, a blank or nothing between date and time, dates with `/`, `.`, `-`, `_` and `:`, names of
/// months in English, AM and PM, `UTC`, `GMT` and offsets, and counts since 1970 whose unit the size tells. A time without a
/// zone is taken as UTC.
package enum TrackTime {
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
    ISO8601Time.nanoseconds(text) ?? epoch(text) ?? written(text, order: order)?.nanoseconds
  }

  /// A date with a time, not a count.
  static func date(_ text: String, order: DateOrder? = nil) -> Reading? {
    guard let nanoseconds = ISO8601Time.nanoseconds(text) else { return written(text, order: order) }
    // The date has marks of its own.
    return Reading(nanoseconds: nanoseconds, namesZone: text.utf8.dropFirst(10).contains { "Zz+-".utf8.contains($0) })
  }

  /// Which of day and month comes first, as all dates together tell; `nil` where no date asks for it.
  static func order(of texts: some Sequence<String>) -> (order: DateOrder, isAmbiguous: Bool)? {
    var (sawDayFirst, sawMonthFirst, saw, hasPoints) = (false, false, false, false)
    for text in texts {
      let marks = tokens(text).drop { if case .number = $0 { false } else { true } }.prefix(5)
      guard marks.count > 2, case .number(let first) = marks[marks.startIndex],
        case .mark(let mark) = marks[marks.startIndex + 1],
        // The day and the hour of May 6 17:05:21.
        mark != " " || marks.count < 4 || marks[marks.startIndex + 3] != .mark(":"),
        case .number(let second) = marks[marks.startIndex + 2],
        first.count <= 2, second.count <= 2, mark != ":"
      else { continue }
      saw = true
      if (Int(first) ?? 0) > 12 { sawDayFirst = true }
      if (Int(second) ?? 0) > 12 { sawMonthFirst = true }
      if mark == "." { hasPoints = true }
    }
    guard saw else { return nil }
    if sawMonthFirst, !sawDayFirst { return (.monthFirst, false) }
    return (.dayFirst, !sawDayFirst && !hasPoints)
  }

  /// What to say where the order was taken and not told.
  static let ambiguity = "the dates may have the day or the month in front; the day was taken"

  static let noZone = "times name no time zone; taken as UTC"

  /// What to add to the counts of a column so that they are seconds since 1970, and what that assumes.
  ///
  /// Receivers count from 6 January 1980 without leap seconds (18 s since 2017), Apple's systems from 2001. Only a heading says so:
  /// by its size, a count may be of two epochs.
  ///
  /// - Parameter place: the row of the heading.
  /// - Throws: `InputError` that names both readings.
  static func epoch(
    of texts: [String], heading: String, _ place: CSVRowReader, order: DateOrder? = nil
  ) throws(InputError) -> (offset: Double, note: String?) {
    let key = PositionHeading.key(heading)
    let counts = texts.lazy.compactMap { epoch($0) }
    guard let first = counts.first.map({ Double($0) * 1e-9 }) else {
      let isLocal = texts.contains { date($0, order: order)?.namesZone == false }
      return (0, isLocal ? noZone : nil)
    }
    func names(_ words: [String]) -> Bool { words.contains { key.contains($0) } }
    if names(["apple", "cocoa", "cfabsolute", "since2001", "referencedate"]) {
      return (apple, "'\(XMLElement.shown(heading))' counts from 2001, as Apple's systems do")
    }
    if names(["gpsepoch", "gpsseconds", "since1980"]) {
      return (gps, "'\(XMLElement.shown(heading))' counts from 1980, as satellites do; 18 leap seconds taken off")
    }
    // No receiver was for sale before, and no log is of the years after.
    let (isTooEarly, isGPSLater) = (first < firstReceivers, first + gps > latest)
    guard isTooEarly || (key.hasPrefix("gps") && !isGPSLater) else { return (0, nil) }
    let (other, name) = isTooEarly && first + apple < latest ? (apple, "2001 (Apple)") : (gps, "1980 (GPS)")
    let days = [first, first + other].map { ISO8601Time.day(Int64($0) * 1_000_000_000) }
    throw place.error(
      "the counts under '\(XMLElement.shown(heading))' may be from 1970 (Unix) or \(name): \(days[0]) or \(days[1])",
      at: place.fields.first,
      remedy: "head the column unix_s, \(other == apple ? "apple_epoch_s" : "gps_epoch_s") or write dates")
  }

  private static let apple = 978_307_200.0
  private static let gps = 315_964_800.0 - 18
  /// 1994, and 2028: a later time is none of a log.
  private static let (firstReceivers, latest) = (757_382_400.0, 1_830_297_600.0)

  /// A count since 1970 of the unit that puts it between 1973 and 5138: seconds, milliseconds, microseconds, nanoseconds.
  static func epoch(_ text: String) -> Int64? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, (9...30).contains(words[0].utf8.count) else { return nil }
    let digits = words[0]
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, whole.utf8.count >= 9, whole.utf8.count <= 19,
      parts.allSatisfy({ part in part.utf8.allSatisfy { $0 >= 48 && $0 <= 57 } }), let value = Int64(whole)
    else { return Double(digits).flatMap(epoch) }
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

  /// Seconds of `17:05:21.5`, of a day or of a recording.
  static func clock(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
    guard parts.count == 3, (1...3).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      let hours = Int(parts[0]), let minutes = Int(parts[1]), let seconds = TrackNumber.value(parts[2]),
      hours >= 0, (0..<60).contains(minutes), seconds >= 0, seconds < 60
    else { return nil }
    return Double(hours * 3_600 + minutes * 60) + seconds
  }

  /// The same of a number, to the microsecond.
  static func epoch(_ number: Double) -> Int64? {
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

  private static func inRange(_ nanoseconds: Int64) -> Int64? {
    ColumnRole.times.contains(Double(nanoseconds) * 1e-9) ? nanoseconds : nil
  }

  /// A run of digits or of letters, or another character.
  private enum Token: Equatable {
    case number(String)
    case word(String)
    case mark(Character)
  }

  private static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    for character in text {
      let isDigit = character.isASCII && character.isNumber
      switch (tokens.last, isDigit, character.isLetter) {
      case (.number(let digits), true, _): tokens[tokens.count - 1] = .number(digits + String(character))
      case (.word(let word), _, true): tokens[tokens.count - 1] = .word(word + character.lowercased())
      case (_, true, _): tokens.append(.number(String(character)))
      case (_, _, true): tokens.append(.word(character.lowercased()))
      default: tokens.append(.mark(character.isWhitespace ? " " : character))
      }
    }
    return tokens
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
  private static let weekdays: Set<String> = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  private static func written(_ text: String, order: DateOrder?) -> Reading? {
    guard text.utf8.count <= 100 else { return nil }
    // JavaScript writes the zone's name behind its offset, in brackets.
    let offset = text.firstIndex(of: "(").map { text[..<$0] }.flatMap { $0.contains("GMT") ? String($0) : nil }
    var tokens = Self.tokens(offset ?? text)[...]
    func skipMarks() { while case .mark(let mark)? = tokens.first, " ,".contains(mark) { tokens.removeFirst() } }
    skipMarks()
    if case .word(let word)? = tokens.first, weekdays.contains(String(word.prefix(3))) {
      tokens.removeFirst()
      skipMarks()
    }
    tokens = yearBehindDay(tokens)
    guard let date = Self.date(&tokens, order) else { return nil }
    while case .mark(let mark)? = tokens.first, " ,;_-".contains(mark) { tokens.removeFirst() }
    if tokens.first == .word("t") || tokens.first == .word("at") { tokens.removeFirst() }
    skipMarks()
    guard var clock = Self.clock(&tokens) else { return nil }
    skipMarks()
    if case .word(let half)? = tokens.first, ["am", "pm", "a", "p"].contains(half) {
      tokens.removeFirst()
      guard (1...12).contains(clock.hour) else { return nil }
      clock.hour = clock.hour % 12 + (half.hasPrefix("p") ? 12 : 0)
    }
    skipMarks()
    guard case .some(let zone) = Self.zone(tokens) else { return nil }
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return ISO8601Time.nanoseconds(
      "\(date.year)-\(two(date.month))-\(two(date.day))T\(two(clock.hour)):\(two(clock.minute)):\(clock.second)\(zone ?? "Z")"
    ).map { Reading(nanoseconds: $0, namesZone: zone != nil) }
  }

  /// `May 6 17:05:21 GMT 2019`, as C and Java write it, with the year behind the day.
  private static func yearBehindDay(_ tokens: ArraySlice<Token>) -> ArraySlice<Token> {
    guard case .word? = tokens.first, case .number(let year)? = tokens.last, year.count == 4,
      tokens.dropLast().last == .mark(" "), let colon = tokens.firstIndex(of: .mark(":")),
      colon - tokens.startIndex > 3, tokens[colon - 2] == .mark(" ")
    else { return tokens }
    let day = Array(tokens[..<(colon - 2)])
    return (day + [.mark(" "), .number(year)] + Array(tokens[(colon - 2)...].dropLast(2)))[...]
  }

  private static func date(
    _ tokens: inout ArraySlice<Token>, _ order: DateOrder?
  ) -> (year: Int, month: Int, day: Int)? {
    // 20190831 and 20190831170521 in one word.
    if case .number(let digits)? = tokens.first, digits.count == 8 || digits.count == 14 {
      tokens.removeFirst()
      if digits.count == 14 { tokens.insert(.number(String(digits.suffix(6))), at: tokens.startIndex) }
      guard let number = Int(digits.prefix(8)) else { return nil }
      return (number / 10_000, number / 100 % 100, number % 100)
    }
    // 190831 before a clock, as data loggers write it.
    if case .number(let digits)? = tokens.first, digits.count == 6 {
      tokens.removeFirst()
      guard let number = Int(digits) else { return nil }
      return (century(number / 10_000), number / 100 % 100, number % 100)
    }
    var parts: [Token] = []
    var separator: Character?
    while parts.count < 3 {
      guard let part = tokens.popFirst() else { return nil }
      parts.append(part)
      guard parts.count < 3 else { break }
      // 16th
      if case .word(let ending)? = tokens.first, ["st", "nd", "rd", "th"].contains(ending) { tokens.removeFirst() }
      // Runs of digits and letters follow each other in 16Dec2019.
      guard case .mark(let mark)? = tokens.first else { continue }
      tokens.removeFirst()
      guard "-/. ,_:".contains(mark) else { return nil }
      separator = separator ?? mark
      while case .mark(let more)? = tokens.first, " ,".contains(more) { tokens.removeFirst() }
    }
    if let named = parts.firstIndex(where: { if case .word = $0 { true } else { false } }) {
      guard case .word(let word) = parts.remove(at: named), let month = months.firstIndex(of: String(word.prefix(3))),
        let numbers = Self.numbers(parts)
      else { return nil }
      if let year = numbers.first(where: { $0 > 31 }), let day = numbers.first(where: { $0 <= 31 }) {
        return (century(year), month + 1, day)
      }
      return order == nil ? nil : (century(numbers[1]), month + 1, numbers[0])
    }
    guard let numbers = Self.numbers(parts), case .number(let first) = parts[0], case .number(let last) = parts[2]
    else {
      return nil
    }
    if first.count == 4 { return (numbers[0], numbers[1], numbers[2]) }
    guard separator != ":", last.count == 4 || (last.count == 2 && order != nil) else { return nil }
    if order == .yearFirst { return (century(numbers[0]), numbers[1], numbers[2]) }
    let isDayFirst: Bool
    if numbers[0] > 12 || separator == "." {
      isDayFirst = true
    } else if numbers[1] > 12 {
      isDayFirst = false
    } else {
      guard let order else { return nil }
      isDayFirst = order == .dayFirst
    }
    return (century(numbers[2]), isDayFirst ? numbers[1] : numbers[0], isDayFirst ? numbers[0] : numbers[1])
  }

  /// Years of two digits are those from 1980 to 2079.
  private static func century(_ year: Int) -> Int { year < 80 ? 2000 + year : year < 100 ? 1900 + year : year }

  private static func numbers(_ parts: [Token]) -> [Int]? {
    let numbers = parts.compactMap { part in if case .number(let digits) = part { Int(digits) } else { nil } }
    return numbers.count == parts.count ? numbers : nil
  }

  private static func clock(_ tokens: inout ArraySlice<Token>) -> (hour: Int, minute: Int, second: String)? {
    func number() -> String? {
      guard case .number(let digits)? = tokens.first else { return nil }
      tokens.removeFirst()
      return digits
    }
    guard let first = number() else { return nil }
    // 170521 in one word.
    if first.count == 6, let value = Int(first) {
      return (value / 10_000, value / 100 % 100, String(first.suffix(2)) + fraction(&tokens))
    }
    guard let hour = Int(first), first.count <= 2, case .mark(let mark)? = tokens.popFirst(), ":.-_".contains(mark),
      let minutes = number(), minutes.count == 2, let minute = Int(minutes)
    else { return nil }
    guard tokens.first == .mark(mark) || (mark == "." && tokens.first == .mark(",")) else {
      return (hour, minute, "00")
    }
    tokens.removeFirst()
    guard let seconds = number(), seconds.count <= 2 else { return nil }
    return (hour, minute, (seconds.count == 1 ? "0" : "") + seconds + fraction(&tokens))
  }

  private static func fraction(_ tokens: inout ArraySlice<Token>) -> String {
    guard case .mark(let mark)? = tokens.first, ".,:".contains(mark), tokens.count > 1,
      case .number(let digits) = tokens[tokens.startIndex + 1]
    else { return "" }
    tokens.removeFirst(2)
    return "." + digits
  }

  /// As ISO 8601 writes it; `.some(nil)` where the text names none, and `nil` for what is no zone.
  private static func zone(_ tokens: ArraySlice<Token>) -> String?? {
    var tokens = tokens
    var named: String?
    if case .word(let word)? = tokens.first {
      guard ["z", "utc", "gmt"].contains(word) else { return nil }
      tokens.removeFirst()
      named = "Z"
    }
    while tokens.first == .mark(" ") { tokens.removeFirst() }
    guard let sign = tokens.popFirst() else { return .some(named) }
    guard case .mark(let mark) = sign, mark == "+" || mark == "-", case .number(let digits)? = tokens.popFirst(),
      digits.count <= 4
    else { return nil }
    var text = digits.count == 1 || digits.count == 3 ? "0" + digits : digits
    if tokens.first == .mark(":"), case .number(let minutes)? = tokens.dropFirst().first {
      text += minutes
      tokens.removeFirst(2)
    }
    while tokens.first == .mark(" ") { tokens.removeFirst() }
    guard tokens.isEmpty, text.count == 2 || text.count == 4 else { return nil }
    return "\(mark)\(text)"
  }
}
