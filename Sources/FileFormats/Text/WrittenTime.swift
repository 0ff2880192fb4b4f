/// Dates and times in words and numbers, token by token.
enum WrittenTime {
  /// Which of day and month comes first, as all dates together tell; `nil` where no date asks for it.
  static func order(of texts: some Sequence<String>) -> (order: TimeText.DateOrder, isAmbiguous: Bool)? {
    var (sawDayFirst, sawMonthFirst, saw, hasPoints) = (false, false, false, false)
    for text in texts {
      // Counts and dates with the year in front have no order.
      if text.utf8.prefix(3).allSatisfy({ (48...57).contains($0) }) { continue }
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

  static func reading(_ text: String, order: TimeText.DateOrder?) -> TimeText.Reading? {
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
    let day = "\(date.year)-\(TimeText.two(date.month))-\(TimeText.two(date.day))"
    return TimeText.iso8601(
      "\(day)T\(TimeText.two(clock.hour)):\(TimeText.two(clock.minute)):\(clock.second)\(zone ?? "Z")"
    ).map { TimeText.Reading(nanoseconds: $0, namesZone: zone != nil) }
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
    _ tokens: inout ArraySlice<Token>, _ order: TimeText.DateOrder?
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
      return (TimeText.century(number / 10_000), number / 100 % 100, number % 100)
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
        return (TimeText.century(year), month + 1, day)
      }
      return order == nil ? nil : (TimeText.century(numbers[1]), month + 1, numbers[0])
    }
    guard let numbers = Self.numbers(parts), case .number(let first) = parts[0], case .number(let last) = parts[2]
    else {
      return nil
    }
    if first.count == 4 { return (numbers[0], numbers[1], numbers[2]) }
    guard separator != ":", last.count == 4 || (last.count == 2 && order != nil) else { return nil }
    if order == .yearFirst { return (TimeText.century(numbers[0]), numbers[1], numbers[2]) }
    let isDayFirst: Bool
    if numbers[0] > 12 || separator == "." {
      isDayFirst = true
    } else if numbers[1] > 12 {
      isDayFirst = false
    } else {
      guard let order else { return nil }
      isDayFirst = order == .dayFirst
    }
    return (TimeText.century(numbers[2]), isDayFirst ? numbers[1] : numbers[0], isDayFirst ? numbers[0] : numbers[1])
  }

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
