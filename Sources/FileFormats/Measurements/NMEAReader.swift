import Core

/// Reads NMEA 0183 sentences RMC, GGA, GNS and GLL (NMEA 0183 version 4.11; the field order as u-blox and Android receivers
/// write it) into points.
///
/// A point is one instant. RMC says validity (A), position, speed in knots and date. The others say validity and position, and
/// take their date from the RMC or ZDA before them, the day after when the clock has gone back by more than six hours. Of
/// several sentences of one instant, RMC is taken, else the first. Sentences without a valid checksum, invalid fixes and
/// fixes before any date are left out and counted. A file of which no sentence has a checksum is taken without. Text around
/// a sentence, as in Android's logs, is ignored.
struct NMEAReader {
  /// Whether a fix takes its day from the first date after it, and some day where no sentence has a date, and whether
  /// sentences count where checksums are missing or always wrong: a track needs neither.
  let guessesDay: Bool

  private static let positionTypes = ["RMC", "GGA", "GNS", "GLL"]
  private static let types = positionTypes + ["ZDA"]

  /// What to make of the checksums of a file.
  private struct Checksums {
    /// Whether sentences without one are taken.
    var allowsMissing = false
    var allowsWrong = false
    var note: String?

    func allows(_ sentence: NMEASentence) -> Bool { sentence.isRight.map { $0 || allowsWrong } ?? allowsMissing }
  }

  func points(_ bytes: [UInt8], file: String) -> RecordedPoints {
    var group = RecordedPoints.Group()
    var points: [RecordedPoints.Point] = []
    var day: Double?
    var lastClock = 0.0
    let checksums = checksums(bytes)
    var notes = [checksums.note].compactMap(\.self)
    if guessesDay {
      day = Self.firstDay(bytes, checksums)
      if day == nil { notes.append("no sentence has a date") }
      day = day ?? 0
    }
    for sentence in NMEASentence.all(Self.types, of: bytes) {
      func skip(_ what: String) {
        group.unread.skip(
          "no valid \(what)", line: sentence.line,
          error: FilePlace(file, sentence.line, sentence.column).error(
            "the \(sentence.type) sentence has no valid \(what)",
            remedy: "remove it, or record the file again without loss"))
      }
      guard checksums.allows(sentence) else {
        skip("checksum")
        continue
      }
      if sentence.type == "ZDA" {
        day = sentence.day ?? day
        lastClock = sentence.clock ?? lastClock
        continue
      }
      // Sentences of old receivers that say a place and no time.
      let fields = sentence.fields
      if sentence.type == "GLL", fields.count < 7 || fields[5].isEmpty { continue }
      guard sentence.isValid else {
        group.declined.count(
          SkippedRows(reason: "the receiver called the fix invalid", count: 1, firstLine: sentence.line))
        continue
      }
      guard let clock = sentence.clock else {
        skip("time")
        continue
      }
      guard let place = sentence.place else {
        skip("position")
        continue
      }
      let isRMC = sentence.type == "RMC"
      if isRMC, !(guessesDay && fields[9].isEmpty) {
        guard let date = sentence.day else {
          skip("date")
          continue
        }
        day = date
      } else if let known = day, clock < lastClock - 21_600 {
        day = known + 86_400
      }
      guard let day else {
        skip("date before it")
        continue
      }
      lastClock = clock
      var point = RecordedPoints.Point(latitude: place.latitude, longitude: place.longitude, line: sentence.line)
      point.nanoseconds = TimeText.nanoseconds(seconds: day + clock)
      point.speed = isRMC ? TrackNumber.plain(fields[7]).map { $0 * 1852 / 3600 } : nil
      point.technology = "gnss"
      if points.last?.nanoseconds != point.nanoseconds {
        points.append(point)
      } else if isRMC {
        points[points.count - 1] = point
      }
    }
    group.parts = [points]
    return RecordedPoints(
      groups: [group], notes: notes, remedy: "give a log with RMC, GGA, GNS or GLL sentences of valid fixes")
  }

  /// A file without any checksum is taken without. For a track, so is one of which more than 5 % of the sentences have none;
  /// and where none is right, they are no checksums.
  private func checksums(_ bytes: [UInt8]) -> Checksums {
    guard bytes.contains(UInt8(ascii: "*")) else {
      return Checksums(allowsMissing: true, note: "no sentence has a checksum")
    }
    guard guessesDay else { return Checksums() }
    var (right, wrong, missing) = (0, 0, 0)
    for sentence in NMEASentence.all(Self.types, of: bytes) {
      switch sentence.isRight {
      case true: right += 1
      case false: wrong += 1
      case nil: missing += 1
      }
    }
    if right == 0, wrong > 0 {
      return Checksums(allowsMissing: missing > 0, allowsWrong: true, note: "no sentence has a right checksum")
    }
    guard Double(missing) > RowPolicy().badShareLimit * Double(right + wrong + missing) else { return Checksums() }
    return Checksums(allowsMissing: true, note: "\(missing) sentences without a checksum taken")
  }

  /// The day of the first fix: of the first date, or the day before where the clock shows that midnight lay between.
  private static func firstDay(_ bytes: [UInt8], _ checksums: Checksums) -> Double? {
    var earliest: Double?
    for sentence in NMEASentence.all(types, of: bytes) where checksums.allows(sentence) {
      guard let clock = sentence.clock else { continue }
      if let date = sentence.day { return (earliest ?? clock) > clock + 21_600 ? date - 86_400 : date }
      if sentence.type != "ZDA", sentence.isValid { earliest = earliest ?? clock }
    }
    return nil
  }

  /// `ddmmyy` in seconds since 1970.
  static func date(_ text: String) -> Double? {
    guard text.utf8.count == 6, let number = Int(text), number >= 0 else { return nil }
    return TimeText.seconds(
      year: TimeText.century(number % 100), month: number / 100 % 100, day: number / 10_000)
  }
}

/// A sentence of NMEA 0183 in a line of text.
struct NMEASentence {
  let line: Int
  /// Of its `$`, counted from 1.
  let column: Int
  /// Without the two letters of the talker.
  let type: String
  /// Between `$` and `*`; the first is the address.
  let fields: [String]
  /// Whether the checksum is the exclusive or of all bytes between them; `nil` without one.
  let isRight: Bool?

  /// Those of some types, in order; others, such as those of the maker, tell nothing of the way.
  static func all(_ types: [String], of bytes: [UInt8]) -> some Sequence<NMEASentence> {
    TextLines(bytes).lazy.compactMap { NMEASentence($0, $1, types) }
  }

  private init?(_ number: Int, _ text: ArraySlice<UInt8>, _ types: [String]) {
    guard let dollar = text.firstIndex(of: UInt8(ascii: "$")) else { return nil }
    let whole = text[(dollar + 1)...]
    let address = whole.prefix { $0 != UInt8(ascii: ",") }
    guard address.count == 5, let type = types.first(where: { address.suffix(3).elementsEqual($0.utf8) }) else {
      return nil
    }
    let body = whole.prefix { $0 != UInt8(ascii: "*") }
    let digits = whole[body.endIndex...].dropFirst().prefix(2)
    (line, column, self.type) = (number, dollar - text.startIndex + 1, type)
    isRight =
      body.endIndex == whole.endIndex
      ? nil : digits.count == 2 && UInt8(String(decoding: digits, as: UTF8.self), radix: 16) == body.reduce(0, ^)
    fields = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Seconds of the day.
  var clock: Double? {
    let index = type == "GLL" ? 5 : 1
    return index < fields.count ? TimeText.clock(digits: fields[index]) : nil
  }

  /// Whether the receiver calls the fix valid, and all fields of a position are there.
  var isValid: Bool {
    switch type {
    case "RMC": fields.count > 9 && fields[2] == "A"
    case "GLL": fields.count > 6 && fields[6] == "A"
    // A letter for each system of satellites, N for none.
    case "GNS": fields.count > 6 && fields[6].contains { $0 != "N" }
    default: fields.count > 6 && fields[6] != "0" && !fields[6].isEmpty
    }
  }

  /// The date of a valid RMC or of a ZDA sentence, in seconds since 1970.
  var day: Double? {
    if type == "RMC" { return isValid ? NMEAReader.date(fields[9]) : nil }
    guard type == "ZDA", fields.count > 4, fields[4].utf8.count == 4 else { return nil }
    let numbers = fields[2...4].compactMap { Int($0) }
    return numbers.count == 3 ? TimeText.seconds(year: numbers[2], month: numbers[1], day: numbers[0]) : nil
  }

  /// Of a valid sentence, in degrees.
  var place: (latitude: Double, longitude: Double)? {
    let index = type == "RMC" ? 3 : type == "GLL" ? 1 : 2
    guard let latitude = Self.angle(fields[index], fields[index + 1], limit: 90, positive: "N", negative: "S"),
      let longitude = Self.angle(fields[index + 2], fields[index + 3], limit: 180, positive: "E", negative: "W")
    else { return nil }
    return (latitude, longitude)
  }

  /// `dddmm.mmmm` with its hemisphere, in degrees.
  private static func angle(
    _ text: String, _ hemisphere: String, limit: Double, positive: String, negative: String
  ) -> Double? {
    guard text.utf8.allSatisfy({ ($0 >= 48 && $0 <= 57) || $0 == 46 }), let value = TrackNumber.plain(text),
      hemisphere == positive || hemisphere == negative
    else { return nil }
    let degrees = (value / 100).rounded(.down)
    let minutes = value - degrees * 100
    let angle = degrees + minutes / 60
    guard minutes < 60, angle <= limit else { return nil }
    return hemisphere == positive ? angle : -angle
  }
}
