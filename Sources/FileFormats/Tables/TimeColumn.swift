import Core

/// What a table's column of times means, as its heading, the user and all its rows together tell.
struct TimeColumn {
  struct Reading: Equatable {
    /// Since 1970, or from any start.
    let seconds: Double
    /// Since 1970; `nil` outside the years 1900 to 2200, and from any start.
    let nanoseconds: Int64?
    /// Whether the text says its zone, as counts since 1970 do.
    let namesZone: Bool
    /// Whether it counts from some start of its own.
    var isElapsed = false
  }

  /// Seconds of a count; `nil` where its size tells.
  var unit: Double?
  /// Of dates whose year is not in front.
  var order: TimeText.DateOrder?
  /// Added to counts, in seconds.
  var epoch = 0.0
  /// Seconds ahead of UTC of times that name no zone.
  var zone = 0.0

  /// Less than three years since 1970 are no date.
  private static let elapsed = 0..<1e8

  /// `nil` for anything that is not a time.
  func reading(_ text: String) -> Reading? {
    if let unit, let count = TrackNumber.value(text) {
      let seconds = count * unit + epoch
      if Self.elapsed.contains(seconds) {
        return Reading(seconds: seconds, nanoseconds: nil, namesZone: false, isElapsed: true)
      }
      return Reading(seconds: seconds, nanoseconds: TimeText.nanoseconds(seconds: seconds), namesZone: true)
    }
    if let found = TimeText.reading(text, order: order) {
      let shift = epoch - (found.namesZone ? 0 : zone)
      let nanoseconds = found.nanoseconds + Int64(shift) * 1_000_000_000
      return Reading(
        seconds: Double(found.nanoseconds) * 1e-9 + shift, nanoseconds: nanoseconds, namesZone: found.namesZone)
    }
    guard unit == nil, let count = TrackNumber.value(text), Self.elapsed.contains(count) else { return nil }
    return Reading(seconds: count, nanoseconds: nil, namesZone: false, isElapsed: true)
  }

  /// Takes from all texts of a column in which order its dates are, and from which epoch its counts.
  ///
  /// Receivers count from 6 January 1980 without leap seconds (18 s since 2017), Apple's systems from 2001. Only a heading says so:
  /// by its size, a count may be of two epochs.
  ///
  /// - Parameters:
  ///   - dates: of the column that holds the dates.
  ///   - place: the row of the heading.
  /// - Returns: what was assumed.
  /// - Throws: `InputError` that names both readings.
  mutating func settle(
    _ texts: [String], dates: [String]? = nil, heading: String, _ place: CSVRowReader
  ) throws(InputError) -> [String] {
    var notes: [String] = []
    if let found = WrittenTime.order(of: dates ?? texts) {
      order = found.order
      if found.isAmbiguous { notes.append(Self.ambiguity) }
    }
    let key = ColumnHeading.key(heading)
    guard let first = texts.lazy.compactMap({ TimeText.count($0) }).first.map({ Double($0) * 1e-9 }) else {
      let isLocal = texts.contains { TimeText.reading($0, order: order)?.namesZone == false }
      return notes + (isLocal ? [Self.noZone] : [])
    }
    func names(_ words: [String]) -> Bool { words.contains { key.contains($0) } }
    let shown = XMLElement.shown(heading)
    if names(["apple", "cocoa", "cfabsolute", "since2001", "referencedate"]) {
      epoch = Self.apple
      return notes + ["'\(shown)' counts from 2001, as Apple's systems do"]
    }
    if names(["gpsepoch", "gpsseconds", "since1980"]) {
      epoch = Self.gps
      return notes + ["'\(shown)' counts from 1980, as satellites do; 18 leap seconds taken off"]
    }
    guard let doubt = Self.doubt(first, mayBeGPS: key.hasPrefix("gps")) else { return notes }
    throw place.error(
      "the counts under '\(shown)' \(doubt.readings)", at: place.fields.first,
      remedy: "head the column unix_s, \(doubt.heading) or write dates")
  }

  /// The readings of a count that is not surely from 1970, and how a heading names the other one.
  ///
  /// No receiver was for sale before 1994, and no log is of the years after 2028.
  static func doubt(_ seconds: Double, mayBeGPS: Bool = false) -> (readings: String, heading: String)? {
    let (isTooEarly, isGPSLater) = (seconds < firstReceivers, seconds + gps > latest)
    guard isTooEarly || (mayBeGPS && !isGPSLater) else { return nil }
    let isApple = isTooEarly && seconds + apple < latest
    let days = [seconds, seconds + (isApple ? apple : gps)].map { TimeText.day(Int64($0) * 1_000_000_000) }
    return (
      "may be from 1970 (Unix) or \(isApple ? "2001 (Apple)" : "1980 (GPS)"): \(days[0]) or \(days[1])",
      isApple ? "apple_epoch_s" : "gps_epoch_s"
    )
  }

  /// What to say where the order was taken and not told.
  static let ambiguity = "the dates may have the day or the month in front; the day was taken"

  static let noZone = "times name no time zone; taken as UTC"

  private static let apple = 978_307_200.0
  private static let gps = 315_964_800.0 - 18
  /// 1994, and 2028: a later time is none of a log.
  private static let (firstReceivers, latest) = (757_382_400.0, 1_830_297_600.0)

  /// What `--columns time=NAME:FORMAT` says: a unit of numbers, `iso`, or a pattern such as `dd/MM/yyyy HH:mm:ss`.
  init?(pattern text: String) {
    if let symbol = UnitTable.time.first(where: { $0.symbol == text }) {
      unit = symbol.factor
    } else if text != "iso" {
      let letters = text.filter { "dDMyY".contains($0) }
      guard let first = letters.first, letters.contains(where: { "yY".contains($0) }) else { return nil }
      order = "yY".contains(first) ? .yearFirst : first == "M" ? .monthFirst : .dayFirst
    }
  }

  init(unit: Double? = nil, order: TimeText.DateOrder? = nil) { (self.unit, self.order) = (unit, order) }
}

/// The time zone that two records of the same hours differ by.
package enum ZoneSearch {
  /// In seconds; Kiribati is 14 h ahead of UTC.
  private static let largest = 14 * 3600.0

  /// The shift of whole steps with the least cost; of equal ones the smallest, the later first.
  ///
  /// - Parameters:
  ///   - step: in seconds; zones are whole quarters of an hour.
  ///   - cost: of a shift in seconds; `nil` where nothing can be said of it.
  package static func shift(step: Double = 900, cost: (Double) -> Double?) -> (seconds: Double, cost: Double)? {
    var best: (seconds: Double, cost: Double)?
    for index in 0...Int(largest / step) {
      let size = Double(index) * step
      for seconds in index == 0 ? [0] : [size, -size] {
        if let found = cost(seconds), found < best?.cost ?? .infinity { best = (seconds, found) }
      }
    }
    return best
  }
}
