/// Reads the files of flight recorders (FAI, "Technical Specification for GNSS Flight Recorders", appendix A): the date of
/// the `HFDTE` record and the positions of `B` records.
///
/// A `B` record has the time, the place in degrees and thousandths of a minute, and two heights. An `I` record may name
/// further decimals of the minutes (`LAD`, `LOD`). A clock that goes back by more than twelve hours has passed midnight.
struct IGCReader {
  private let file: String
  private var group = RecordedPoints.Group(parts: [[]])
  /// Seconds since 1970 where a record has named a date, else since the first day.
  private var day = 0.0
  private var hasDate = false
  /// In seconds of the day.
  private var lastClock: Double?
  /// Where further decimals of the minutes stand in a `B` record.
  private var decimals: [String: Range<Int>] = [:]

  private init(file: String) { self.file = file }

  static func points(_ text: [UInt8], file: String) -> RecordedPoints {
    var reader = IGCReader(file: file)
    return reader.read(text)
  }

  /// - Parameter head: the beginning of a file, in ASCII.
  static func isKnown(_ head: [UInt8]) -> Bool {
    for (_, line) in TextLines(head) where line.starts(with: "HFDTE".utf8) || isFix(line) { return true }
    return false
  }

  /// Whether a line has the digits and letters of a `B` record's time and place.
  private static func isFix(_ line: ArraySlice<UInt8>) -> Bool {
    let line = Array(line.prefix(25))
    guard line.count == 25, line[0] == UInt8(ascii: "B") else { return false }
    return number(line, 1..<14) != nil && "NS".utf8.contains(line[14]) && number(line, 15..<23) != nil
      && "EW".utf8.contains(line[23]) && "AV".utf8.contains(line[24])
  }

  private mutating func read(_ text: [UInt8]) -> RecordedPoints {
    for (number, line) in TextLines(text) {
      switch line.first {
      case UInt8(ascii: "H"): readDate(line)
      case UInt8(ascii: "I"): readExtensions(Array(line))
      case UInt8(ascii: "B"): readFix(Array(line), number)
      default: break
      }
    }
    return RecordedPoints(
      groups: [group], notes: group.count > 0 && !hasDate ? ["no record has a date"] : [],
      remedy: "give a flight with B records")
  }

  /// `HFDTE310819` or `HFDTEDATE:310819,01`.
  private mutating func readDate(_ line: ArraySlice<UInt8>) {
    guard line.starts(with: "HFDTE".utf8) else { return }
    let digits = line.filter { (48...57).contains($0) }.prefix(6)
    guard let date = NMEAReader.date(String(decoding: digits, as: UTF8.self)) else { return }
    if !hasDate {
      // For the fixes before the first date, too.
      for index in group.parts[0].indices {
        group.parts[0][index].nanoseconds = group.parts[0][index].nanoseconds.flatMap {
          TimeText.nanoseconds(seconds: Double($0) * 1e-9 + date)
        }
      }
      day += date
      hasDate = true
    } else if date > day {
      (day, lastClock) = (date, nil)
    }
  }

  /// `I023638FXA4040LAD`: a count, then first and last column and name of each extension, from column 1.
  private mutating func readExtensions(_ line: [UInt8]) {
    var index = 3
    while index + 7 <= line.count {
      if let first = Self.number(line, index..<index + 2), let last = Self.number(line, index + 2..<index + 4),
        first > 35, first <= last
      {
        decimals[String(decoding: line[index + 4..<index + 7], as: UTF8.self)] = first - 1..<last
      }
      index += 7
    }
  }

  private mutating func readFix(_ line: [UInt8], _ number: Int) {
    func skip(_ reason: String, _ message: String) {
      let fault = FilePlace(file, number, 1).error(message, remedy: "remove the record")
      group.unread.skip(reason, line: number, error: fault)
    }
    guard Self.isFix(line[...]), let hours = Self.number(line, 1..<3), let minutes = Self.number(line, 3..<5),
      let seconds = Self.number(line, 5..<7), let latitude = angle(line, 7, limit: 90, "LAD"),
      let longitude = angle(line, 15, limit: 180, "LOD")
    else { return skip("without a valid place", "the B record has no valid time and place") }
    let clock = Double(hours * 3_600 + minutes * 60 + seconds)
    let isMidnight = lastClock.map { clock < $0 - 43_200 } ?? false
    guard hours < 24, minutes < 60, seconds < 60,
      let time = TimeText.nanoseconds(seconds: day + (isMidnight ? 86_400 : 0) + clock)
    else { return skip("with an unreadable time", "the B record has no valid time") }
    if isMidnight { day += 86_400 }
    lastClock = clock
    var point = RecordedPoints.Point(latitude: latitude, longitude: longitude, line: number)
    // The receiver's height, else that of the pressure.
    let heights = [30..<35, 25..<30].compactMap { height(line, $0) }
    point.elevation = heights.first { $0 != 0 } ?? heights.first
    point.nanoseconds = time
    group.append(point)
  }

  /// Degrees, whole minutes and thousandths, and the hemisphere behind them.
  private func angle(_ line: [UInt8], _ start: Int, limit: Double, _ extensionName: String) -> Double? {
    let width = limit > 90 ? 3 : 2
    let (whole, fine) = (start + width, start + width + 5)
    guard let degrees = Self.number(line, start..<whole), let thousandths = Self.number(line, whole..<fine),
      thousandths < 60_000
    else { return nil }
    var minutes = Double(thousandths) / 1_000
    if let range = decimals[extensionName], let further = Self.number(line, range) {
      var unit = 1e-3
      for _ in range { unit /= 10 }
      minutes += Double(further) * unit
    }
    let value = Double(degrees) + minutes / 60
    guard value <= limit else { return nil }
    return line[fine] == UInt8(ascii: "S") || line[fine] == UInt8(ascii: "W") ? -value : value
  }

  /// Five digits, or a minus and four.
  private func height(_ line: [UInt8], _ range: Range<Int>) -> Double? {
    guard range.upperBound <= line.count else { return nil }
    return Int(String(decoding: line[range], as: UTF8.self)).map(Double.init)
  }

  /// `nil` where the line ends before, or has anything else than digits there.
  private static func number(_ line: [UInt8], _ range: Range<Int>) -> Int? {
    guard range.upperBound <= line.count, range.count <= 13 else { return nil }
    var value = 0
    for byte in line[range] {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    return value
  }
}
