import Core
import World

/// Reads NMEA 0183 sentences RMC, GGA, GNS and GLL (NMEA 0183 version 4.11; the field order as u-blox and Android receivers
/// write it) into fixes.
///
/// A fix is one instant. RMC says validity (A), position, speed in knots and date. The others say validity and position, and
/// take their date from the RMC or ZDA before them, the day after when the clock has gone back by more than six hours. Of
/// several sentences of one instant, RMC is taken, else the first. Sentences without a valid checksum, invalid fixes and
/// fixes before any date are left out and counted. A file of which no sentence has a checksum is taken without. Text around
/// a sentence, as in Android's logs, is ignored.
struct NMEAReader {
  let policy: RowPolicy
  /// Whether a fix takes its day from the first date after it, and some day where no sentence has a date, and whether
  /// sentences count where checksums are missing or always wrong: a track needs neither.
  var guessesDay = false

  private static let positionTypes = ["RMC", "GGA", "GNS", "GLL"]

  /// What to make of the checksums of a file.
  private struct Checksums {
    /// Whether sentences without one are taken.
    var allowsMissing: Bool
    /// Whether wrong ones are.
    var allowsWrong = false
    var note: String?
  }

  func read(bytes: [UInt8], file: String) throws(InputError) -> FixRecording {
    var fixes: [MeasuredFix] = []
    var tally = RowTally()
    // Invalid fixes are the receiver's honest word, not damage: they do not count as bad rows.
    var invalid: (count: Int, first: Int) = (0, 0)
    var day: Double?
    var lastClock = 0.0
    var notes: [String] = []
    let checksums = checksums(bytes)
    if let note = checksums.note { notes.append(note) }
    if guessesDay {
      day = Self.firstDay(bytes, checksums)
      if day == nil {
        notes.append("no sentence has a date")
        day = 0
      }
    }
    for (number, line) in TextLines(bytes) {
      guard let dollar = line.firstIndex(of: UInt8(ascii: "$")) else { continue }
      guard let type = Self.type(line[dollar...]) else { continue }
      guard let fields = Self.sentence(line[dollar...], checksums) else {
        tally.skip(
          "no valid checksum", line: number,
          error: InputError(
            file: file, line: number, column: line.distance(from: line.startIndex, to: dollar) + 1,
            message: "the sentence has no valid checksum", remedy: "record the file again without loss"))
        continue
      }
      if type == "ZDA" {
        if let date = Self.day(fields) { day = date }
        if fields.count > 1, let clock = TimeText.clock(digits: fields[1]) { lastClock = clock }
        continue
      }
      let isRMC = type == "RMC"
      func malformed(_ what: String) -> InputError {
        InputError(
          file: file, line: number, column: 1, message: "the \(type) sentence has no valid \(what)",
          remedy: "remove the sentence")
      }
      // Sentences of old receivers that say a place and no time.
      if type == "GLL", fields.count < 7 || fields[5].isEmpty { continue }
      guard Self.isValid(type, fields) else {
        invalid = (invalid.count + 1, invalid.count == 0 ? number : invalid.first)
        continue
      }
      let offset = isRMC ? 3 : type == "GLL" ? 1 : 2
      guard let clock = TimeText.clock(digits: fields[Self.clockIndex(type)]) else {
        tally.skip("no valid time", line: number, error: malformed("time"))
        continue
      }
      guard let latitude = Self.angle(fields[offset], fields[offset + 1], limit: 90, positive: "N", negative: "S"),
        let longitude = Self.angle(fields[offset + 2], fields[offset + 3], limit: 180, positive: "E", negative: "W")
      else {
        tally.skip("no valid position", line: number, error: malformed("position"))
        continue
      }
      if isRMC, !(guessesDay && fields[9].isEmpty) {
        guard let date = Self.date(fields[9]) else {
          tally.skip("no valid date", line: number, error: malformed("date"))
          continue
        }
        day = date
      } else if let known = day, clock < lastClock - 21_600 {
        day = known + 86_400
      }
      guard let day else {
        tally.skip("\(type) before any date", line: number, error: malformed("date before it"))
        continue
      }
      lastClock = clock
      let fix = MeasuredFix(
        unixSeconds: day + clock, position: GeodeticPosition(latitude: latitude, longitude: longitude),
        speed: isRMC ? Double(fields[7]).map { $0 * 1852 / 3600 } : nil, technology: "gnss", line: number)
      if let last = fixes.last, last.unixSeconds == fix.unixSeconds {
        if isRMC { fixes[fixes.count - 1] = fix }
      } else {
        fixes.append(fix)
      }
    }
    try tally.check(policy, kept: fixes.count + invalid.count, file: file, takesPolicy: !guessesDay)
    var skipped = tally.rows
    if invalid.count > 0 {
      skipped.append(
        SkippedRows(reason: "the receiver called the fix invalid", count: invalid.count, firstLine: invalid.first))
    }
    return FixRecording(
      file: file, digest: SHA256.hexadecimal(of: bytes), format: .nmea, fixes: fixes, skipped: skipped, notes: notes)
  }

  /// Of a sentence with a position or a date; others, such as those of the maker, tell nothing of the way.
  private static func type(_ sentence: ArraySlice<UInt8>) -> String? {
    let name = sentence.dropFirst().prefix { $0 != UInt8(ascii: ",") }
    guard name.count == 5 else { return nil }
    return (positionTypes + ["ZDA"]).first { name.suffix(3).elementsEqual($0.utf8) }
  }

  private static func clockIndex(_ type: String) -> Int { type == "GLL" ? 5 : 1 }

  /// Whether the receiver calls the fix valid, and all fields of a position are there.
  private static func isValid(_ type: String, _ fields: [String]) -> Bool {
    switch type {
    case "RMC": fields.count > 9 && fields[2] == "A"
    case "GLL": fields.count > 6 && fields[6] == "A"
    // A letter for each system of satellites, N for none.
    case "GNS": fields.count > 6 && fields[6].contains { $0 != "N" }
    default: fields.count > 6 && fields[6] != "0" && !fields[6].isEmpty
    }
  }

  /// A file without any checksum is taken without. For a track, so is one of which more than 5 % of the sentences have none;
  /// and where none is right, they are no checksums.
  private func checksums(_ bytes: [UInt8]) -> Checksums {
    let star = UInt8(ascii: "*")
    guard bytes.contains(star) else { return Checksums(allowsMissing: true, note: "no sentence has a checksum") }
    guard guessesDay else { return Checksums(allowsMissing: false) }
    var (right, wrong, missing) = (0, 0, 0)
    let strict = Checksums(allowsMissing: false)
    for (_, line) in TextLines(bytes) {
      guard let dollar = line.firstIndex(of: UInt8(ascii: "$")), Self.type(line[dollar...]) != nil else { continue }
      if Self.sentence(line[dollar...], strict) != nil {
        right += 1
      } else if line[dollar...].contains(star) {
        wrong += 1
      } else {
        missing += 1
      }
    }
    if right == 0, wrong > 0 {
      return Checksums(allowsMissing: missing > 0, allowsWrong: true, note: "no sentence has a right checksum")
    }
    guard Double(missing) > RowPolicy().badShareLimit * Double(right + wrong + missing) else { return strict }
    return Checksums(allowsMissing: true, note: "\(missing) sentences without a checksum taken")
  }

  /// The day of the first fix: of the first date, or the day before where the clock shows that midnight lay between.
  private static func firstDay(_ bytes: [UInt8], _ checksums: Checksums) -> Double? {
    var earliest: Double?
    for (_, line) in TextLines(bytes) {
      guard let dollar = line.firstIndex(of: UInt8(ascii: "$")), let type = type(line[dollar...]),
        let fields = sentence(line[dollar...], checksums), fields.count > clockIndex(type),
        let clock = TimeText.clock(digits: fields[clockIndex(type)])
      else { continue }
      if type == "RMC" || type == "ZDA", let date = day(fields) {
        return (earliest ?? clock) > clock + 21_600 ? date - 86_400 : date
      }
      if earliest == nil, positionTypes.contains(type), isValid(type, fields) { earliest = clock }
    }
    return nil
  }

  /// The date of an RMC or a ZDA sentence, in seconds since 1970.
  private static func day(_ fields: [String]) -> Double? {
    if fields[0].hasSuffix("RMC") { return fields.count > 9 && fields[2] == "A" ? date(fields[9]) : nil }
    guard fields.count > 4, fields[4].utf8.count == 4 else { return nil }
    let numbers = fields[2...4].compactMap { Int($0) }
    return numbers.count == 3 ? TimeText.seconds(year: numbers[2], month: numbers[1], day: numbers[0]) : nil
  }

  /// The fields between `$` and `*`, when the checksum (exclusive or of all bytes between them) is right or not asked for.
  private static func sentence(_ bytes: ArraySlice<UInt8>, _ checksums: Checksums) -> [String]? {
    let whole = bytes.dropFirst()
    let star = whole.firstIndex(of: UInt8(ascii: "*"))
    let body = whole[..<(star ?? whole.endIndex)]
    if let star {
      guard checksums.allowsWrong || isRight(whole[star...], body.reduce(0, ^)) else { return nil }
    } else {
      guard checksums.allowsMissing, body.count > 5 else { return nil }
    }
    return body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Whether two hexadecimal digits behind the star are the sum.
  private static func isRight(_ mark: ArraySlice<UInt8>, _ sum: UInt8) -> Bool {
    mark.count >= 3 && UInt8(String(decoding: mark.dropFirst().prefix(2), as: UTF8.self), radix: 16) == sum
  }

  /// `ddmmyy` in seconds since 1970.
  static func date(_ text: String) -> Double? {
    guard text.utf8.count == 6, let number = Int(text), number >= 0 else { return nil }
    return TimeText.seconds(
      year: TimeText.century(number % 100), month: number / 100 % 100, day: number / 10_000)
  }

  /// `dddmm.mmmm` with its hemisphere, in degrees.
  private static func angle(
    _ text: String, _ hemisphere: String, limit: Double, positive: String, negative: String
  ) -> Double? {
    guard let value = plain(text), hemisphere == positive || hemisphere == negative else { return nil }
    let degrees = (value / 100).rounded(.down)
    let minutes = value - degrees * 100
    let angle = degrees + minutes / 60
    guard minutes < 60, angle <= limit else { return nil }
    return hemisphere == positive ? angle : -angle
  }

  private static func plain(_ text: String) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy({ ($0 >= 48 && $0 <= 57) || $0 == 46 }) else { return nil }
    return Double(text)
  }
}
