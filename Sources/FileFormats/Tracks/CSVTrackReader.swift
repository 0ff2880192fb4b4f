import Core

/// Reads positions from tables as recorders and converters write them: columns by their usual names, commas, semicolons or
/// tabs, decimals with a point or a comma, times as ISO 8601, as dates, as a spreadsheet's day numbers, or counted since 1970
/// in a unit that their size tells.
///
/// Stricter is `TableReader`, which `fit` uses: it guesses no unit.
struct CSVTrackReader {
  private typealias Column = PositionHeading

  let file: String
  private var group = RecordedPoints.Group()
  private var columns: [TableColumn?] = []
  private var time = TimeColumn()
  /// Of the hemispheres' letters, of offsets from UTC, and of positions written as `POINT (13.4 52.5)`.
  private var (north, east, offset, point): (Int?, Int?, Int?, Int?)
  /// Of the recording that a row belongs to.
  private var recordingColumn: Int?
  /// Whether times count from the start of the recording, and whether they are a spreadsheet's day numbers.
  private var (isElapsed, countsDays) = (false, false)
  private var withoutPosition = 0
  /// Of times without a date: the last one's time of day, and the days since the first.
  private var (lastClock, clockDay): (Double?, Int) = (nil, 0)

  static func points(_ text: [UInt8], file: String) throws(InputError) -> RecordedPoints {
    var reader = Self(file: file)
    // Some data loggers pad cells with zeros.
    let isPadded = text.contains(0) && heading(text) != nil
    return try reader.read(isPadded ? text.map { $0 == 0 ? 32 : $0 } : text)
  }

  private init(file: String) { self.file = file }

  /// Whether a line of the beginning names a latitude and a longitude.
  static func isTable(_ text: [UInt8]) -> Bool { heading(text) != nil }

  private static func heading(_ text: [UInt8]) -> (offset: Int, line: Int)? {
    CSVRowReader.heading(in: text) { headings in
      func has(_ column: Column) -> Bool { !column.role.columns(in: headings, anyUnit: true).isEmpty }
      let keys = Set(headings.map(\.key))
      if has(.latitude), has(.longitude) { return true }
      guard has(.time) || has(.date) else { return false }
      return isPlane(keys) || !wellKnownText.isDisjoint(with: keys)
        || !pointNames.isDisjoint(with: keys) && String(decoding: text.prefix(4096), as: UTF8.self).contains("POINT")
    }
  }

  /// Headings under which databases and geographic information systems write points as text (OGC 06-103r4).
  private static let wellKnownText: Set<String> = [
    "wkt", "geom", "thegeom", "geometry", "wktgeom", "geomwkt", "geometrywkt", "geog", "geography", "wkb", "ewkb",
  ]

  /// Headings that are as often words: only where the table has a `POINT`.
  private static let pointNames: Set<String> = ["point", "location", "position", "coordinates"]

  /// Headings of the recording that a row belongs to.
  private static let recordingNames: Set<String> = [
    "track", "trackid", "trackname", "trip", "tripid", "tripname", "session", "sessionid", "recording", "recordingid",
    "activityid", "device", "deviceid", "devicename", "vehicle", "vehicleid", "user", "userid", "tid",
  ]

  /// Whether a position is called `X`, `Y`. With a `Z` they are as likely the axes of a sensor.
  private static func isPlane(_ keys: Set<String>) -> Bool {
    keys.isSuperset(of: ["x", "y"]) && !keys.contains("z")
  }

  private mutating func read(_ text: [UInt8]) throws(InputError) -> RecordedPoints {
    guard let start = Self.heading(text) else {
      if let fault = Self.unknownHeading(text, file) { throw fault }
      throw InputError(
        file: file, line: 1, column: 1,
        message:
          "this is no recording that can be read: neither XML, JSON, NMEA nor a table that names a latitude and a "
          + "longitude",
        remedy: "give GPX, TCX, FIT, KML, GeoJSON, CSV, NMEA, GnssLogger, Overland, OwnTracks, IGC or PLT; "
          + "a scenario is given with --scenario")
    }
    var rows = try CSVRowReader(bytes: text, file: file, from: start)
    guard try rows.nextRow() else { return RecordedPoints(groups: []) }
    findColumns(rows.headings)
    var notes = try readAhead(rows)
    while try rows.nextRow() {
      guard let point = self.point(rows) else { continue }
      group.append(point, to: rows.cell(recordingColumn))
    }
    if BatteryLevels.areShares(group.parts.joined().compactMap(\.battery)) {
      group.scaleBattery(by: 100)
      notes.append(BatteryLevels.shareNote)
    }
    if isElapsed { notes.append("times count from the start of the recording; the day begins at 08:00") }
    if lastClock != nil, !isElapsed { notes.append("no row has a date") }
    if withoutPosition > 0 { notes.append("left out: \(withoutPosition) rows without a position") }
    return RecordedPoints(
      groups: [group], notes: notes,
      remedy: "give a table with rows of positions"
        + (withoutPosition > 0 ? "; \(withoutPosition) rows have none" : ""))
  }

  /// For a table whose headings name no position; `nil` for what is no table.
  private static func unknownHeading(_ text: [UInt8], _ file: String) -> InputError? {
    guard var rows = try? CSVRowReader(bytes: text, file: file), (try? rows.nextRow()) == true else { return nil }
    let fault = rows.unknown(
      "latitude and longitude",
      remedy: "name them latitude, longitude and time, or as apps do: lat, lon or lng, timestamp; or WKT, or X and Y, "
        + "with a time")
    return rows.fields.count > 1 && (try? rows.nextRow()) == true && rows.fields.count > 1 ? fault : nil
  }

  private mutating func findColumns(_ headings: [ColumnHeading]) {
    columns = Column.allCases.map { $0.role.columns(in: headings, anyUnit: true).first }
    func index(_ names: Set<String>) -> Int? { headings.firstIndex { names.contains($0.key) } }
    if self[.latitude] == nil || self[.longitude] == nil {
      point = index(Self.wellKnownText) ?? index(Self.pointNames)
      if point == nil, Self.isPlane(Set(headings.map(\.key))) {
        for (column, name) in [(Column.latitude, "y"), (.longitude, "x")] {
          columns[column.rawValue] = index([name]).map { column.role.column($0, headings[$0]) }
        }
      }
    }
    (north, east) = (index(["ns", "latitudehemisphere"]), index(["ew", "longitudehemisphere"]))
    (offset, recordingColumn) = (
      index(["utcofst", "utcoffset", "tz", "tzoffset", "timezone"]), index(Self.recordingNames)
    )
    guard let column = self[.time] else { return }
    let key = headings[column.index].key
    // Networks heard at a place, in the order of their names.
    group.isLog = key == "firstseen"
    time.unit = column.unit?.factor ?? (PositionHeading.elapsed.contains(key) ? 1 : nil)
  }

  private subscript(column: Column) -> TableColumn? { columns[column.rawValue] }

  /// What all rows together say: whether two columns may be the position, and what the times are.
  private mutating func readAhead(_ rows: CSVRowReader) throws(InputError) -> [String] {
    let headings = rows.headings
    let others = [Column.latitude, .longitude].map { column in
      headings.indices.filter {
        $0 != self[column]?.index && headings[$0].unit == nil && column.names.contains(headings[$0].key)
      }
    }
    var (times, dates): ([String], [String]) = ([], [])
    var hasOffsets = true
    try rows.ahead { row throws(InputError) in
      // A zone's name is no offset.
      if let zone = row.cell(offset), TimeText.iso8601("2020-01-01T00:00:00\(zone)") == nil { hasOffsets = false }
      if let text = cell(.time, row) { times.append(text) }
      if let text = cell(.date, row) { dates.append(text) }
      for (column, candidates) in zip([Column.latitude, .longitude], others) {
        guard let own = self[column], let value = cell(column, row).flatMap(TrackNumber.value) else { continue }
        for other in candidates {
          guard let second = row.cell(other).flatMap(TrackNumber.value), abs(second - value) > 0.01 else { continue }
          throw row.error(
            "'\(XMLElement.shown(own.heading))' and '\(XMLElement.shown(headings[other].text))' may both be the "
              + "\(column == .latitude ? "latitude" : "longitude") and differ: \(value) and \(second)",
            at: field(column, row), remedy: "rename the one that is not meant")
        }
      }
    }
    if !hasOffsets { offset = nil }
    countsDays = time.unit == nil ? try countsDays(rows) : false
    var notes: [String] = []
    let separate = self[.date].map { $0.index != self[.time]?.index } ?? false
    if let own = self[.time] ?? self[.date] {
      notes = try time.settle(times, dates: self[.date] == nil ? nil : dates, heading: own.heading, rows)
      if countsDays { (notes, time.epoch) = ([], 0) }
    }
    func isUTC(_ column: Column, _ words: [String]) -> Bool {
      self[column].map { column in words.contains { headings[column.index].key.contains($0) } } ?? false
    }
    if isUTC(.time, ["utc", "gmt", "zulu"]) || self[.time] == nil || offset != nil {
      notes.removeAll { $0 == TimeColumn.noZone }
    }
    if separate, offset == nil, !isUTC(.date, ["utc"]), !notes.contains(TimeColumn.noZone) {
      notes.append(TimeColumn.noZone)
    }
    if !others[0].isEmpty, let own = self[.latitude] {
      notes.append("positions are those under '\(XMLElement.shown(own.heading))'; other columns agree to 0.01 degrees")
    }
    return notes
  }

  /// Whether all times are day numbers, a date and a fraction of a day apart or both in one.
  ///
  /// Seconds since a start may be as large, but differ by more from row to row.
  private func countsDays(_ rows: CSVRowReader) throws(InputError) -> Bool {
    var days: [Double] = []
    var isDays = true
    try rows.ahead { row in
      guard isDays, cell(.date, row) != nil || cell(.time, row) != nil else { return }
      if let day = day(row) { days.append(day) } else { isDays = false }
    }
    guard isDays, days.count > 1 else { return false }
    let steps = zip(days, days.dropFirst()).map { abs($1 - $0) }.sorted()
    return steps[steps.count / 2] < Self.longestStep
  }

  /// In days, about six minutes: half of the rows of a track follow each other faster.
  private static let longestStep = 0.004

  /// The day number of a row; `nil` for a row without one.
  private func day(_ rows: CSVRowReader) -> Double? {
    let texts = (cell(.date, rows), cell(.time, rows))
    let (date, clock) = (texts.0.flatMap(TrackNumber.value), texts.1.flatMap(TrackNumber.value))
    if (texts.0 != nil && date == nil) || (texts.1 != nil && clock == nil) { return nil }
    if let date, let clock, (0..<1).contains(clock) {
      return date == date.rounded() && TimeText.dayNumbers.contains(date) ? date + clock : nil
    }
    return (clock ?? date).flatMap { TimeText.dayNumbers.contains($0) ? $0 : nil }
  }

  private func cell(_ column: Column, _ rows: CSVRowReader) -> String? { rows.cell(self[column]?.index) }

  private func number(_ column: Column, _ rows: CSVRowReader) -> Double? {
    guard let value = cell(column, rows).flatMap(TrackNumber.value), let own = self[column] else { return nil }
    return own.converted(value)
  }

  private func field(_ column: Column, _ rows: CSVRowReader) -> CSVRowReader.Field? {
    self[column].flatMap { $0.index < rows.fields.count ? rows.fields[$0.index] : nil }
  }

  private mutating func point(_ rows: CSVRowReader) -> RecordedPoints.Point? {
    let (north, east) = place(rows)
    // Rows without a position, such as other events of a log, are no points; a spreadsheet's blank rows are nothing.
    if north == nil, east == nil {
      if rows.fields.contains(where: { $0.end > $0.start }) { withoutPosition += 1 }
      return nil
    }
    // A row may have a line or an area in place of a point.
    let isGeometry = self.point != nil && north == east
    let (latitude, longitude) = (degrees(north, .latitude, rows), degrees(east, .longitude, rows))
    let start = field(.latitude, rows)
    let place = group.point(latitude, longitude, written: (north, east), line: rows.line) { message, remedy in
      rows.error(
        message, at: start, remedy: isGeometry ? "give a point and a time in each row; a line has no times" : remedy)
    }
    guard var point = place else { return nil }
    point.elevation = number(.elevation, rows)
    point.accuracy = number(.accuracy, rows).flatMap { $0 > 0 ? $0 : nil }
    if self[.speed]?.unit != nil { point.speed = number(.speed, rows).flatMap { $0 >= 0 ? $0 : nil } }
    point.battery = number(.battery, rows).flatMap { (0...100).contains($0) ? $0 : nil }
    guard let text = timeText(rows) else { return point }
    let days = countsDays ? day(rows).flatMap(TimeText.nanoseconds(days:)) : nil
    guard let time = days ?? self.time(text) else {
      let fault = rows.error(
        "'\(XMLElement.shown(text))' is not a time", at: field(.time, rows) ?? field(.date, rows),
        remedy: "write times such as 2019-08-31T17:05:21Z, or name the unit of a count in its heading, as in time_s")
      group.unread.skip("with an unreadable time", line: rows.line, error: fault)
      return nil
    }
    point.nanoseconds = time
    return point
  }

  /// The texts of latitude and longitude.
  private func place(_ rows: CSVRowReader) -> (north: String?, east: String?) {
    guard let point else { return (cell(.latitude, rows), cell(.longitude, rows)) }
    // EWKT has the number of the reference system before the point.
    let text = rows.cell(point)?.split(separator: ";").last.map(String.init) ?? ""
    if let (east, north) = Self.binaryPoint(text) { return ("\(north)", "\(east)") }
    let parts = text.split { $0 == "(" || $0 == ")" }
    guard parts.count > 1, parts[0].uppercased().drop(while: \.isWhitespace).hasPrefix("POINT") else {
      let isEmpty = text.allSatisfy(\.isWhitespace) || text.uppercased().hasSuffix("EMPTY")
      return isEmpty ? (nil, nil) : (text, text)
    }
    let numbers = parts[1].split(separator: " ").map(String.init)
    return numbers.count > 1 ? (numbers[1], numbers[0]) : (text, text)
  }

  /// A point as PostGIS writes it: hexadecimal well-known binary, with or without the number of the reference system
  /// (OGC 06-103r4, section 8.2.2; PostGIS manual, section 4.1.2 on EWKB).
  private static func binaryPoint(_ text: String) -> (east: Double, north: Double)? {
    let digits = Array(text.utf8.drop { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "x") })
    guard digits.count >= 42, digits.count <= 74, digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16) else { return nil }
      bytes.append(byte)
    }
    func number(_ place: Int, _ size: Int) -> UInt64 {
      let part = bytes[place..<place + size]
      return (bytes[0] == 1 ? part.reversed() : Array(part)).reduce(0) { $0 << 8 | UInt64($1) }
    }
    let kind = number(1, 4)
    let start = kind & 0x2000_0000 == 0 ? 5 : 9
    guard bytes[0] <= 1, kind & 0xFF == 1 || kind == 1001, bytes.count >= start + 16 else { return nil }
    return (Double(bitPattern: number(start, 8)), Double(bitPattern: number(start + 8, 8)))
  }

  private func timeText(_ rows: CSVRowReader) -> String? {
    guard let clock = cell(.time, rows) else { return cell(.date, rows) }
    // A whole time and its offset from UTC beside it.
    if let offset = rows.cell(offset), clock.utf8.count > 15, let sign = offset.first, "+-".contains(sign),
      TimeText.nanoseconds(clock + offset) != nil
    {
      return clock + offset
    }
    guard let date = cell(.date, rows), self[.date]?.index != self[.time]?.index,
      clock.utf8.count <= 15, clock.utf8.contains(UInt8(ascii: ":")) || clock.utf8.count == 6
    else { return clock }
    return "\(date) \(clock)\(rows.cell(offset) ?? "")"
  }

  private mutating func time(_ text: String) -> Int64? {
    guard let reading = time.reading(text), time.unit != nil || !reading.isElapsed else { return clock(text) }
    return reading.isElapsed ? elapsed(reading.seconds) : reading.nanoseconds
  }

  /// A recording that counts from its start begins at 08:00.
  private mutating func elapsed(_ seconds: Double) -> Int64? {
    isElapsed = true
    return TimeText.nanoseconds(seconds: seconds + TrackReader.setsOut.seconds)
  }

  /// `17:05:21` in a table without dates: since the start of the recording, or of days that follow each other, from the
  /// first of 1970 on.
  private mutating func clock(_ text: String) -> Int64? {
    guard time.unit != nil || self[.date] == nil, let seconds = TimeText.clock(text) else { return nil }
    if time.unit != nil { return elapsed(seconds) }
    guard seconds < 86_400 else { return nil }
    if let lastClock {
      // A step of more than half a day is midnight; so is one back of a row that came late.
      if seconds < lastClock - 43_200 { clockDay += 1 } else if seconds > lastClock + 43_200 { clockDay -= 1 }
    }
    lastClock = seconds
    return TimeText.nanoseconds(seconds: seconds + Double(clockDay) * 86_400)
  }

  /// With the sign of the hemisphere's column, if there is one.
  private func degrees(_ text: String?, _ column: Column, _ rows: CSVRowReader) -> Double? {
    guard let plain = text.flatMap(Self.degrees) else { return nil }
    let value = self[column]?.converted(plain) ?? plain
    guard value > 0, let letters = rows.cell(column == .latitude ? north : east)?.uppercased().filter(\.isLetter) else {
      return value
    }
    return letters.hasPrefix("S") || letters.hasPrefix("W") ? -value : value
  }

  /// `52.5`, `52,5`, `52.5°`, `N 52.5` and `52.5 S`; `N 52° 30.25'`, `52°30'15.5"S`, and as receivers write it `5230.25N`.
  private static func degrees(_ text: String) -> Double? {
    if let value = TrackNumber.value(text) { return value }
    let upper = text.uppercased()
    let isNegative = upper.contains("S") || upper.contains("W")
    let plain = upper.filter { !"NSEW°".contains($0) }
    guard plain.utf8.count < upper.utf8.count else { return nil }
    let value: Double
    if let whole = TrackNumber.value(plain) {
      // Two or three digits of degrees and two of minutes.
      let digits = plain.drop { $0 == " " }.prefix { $0.isNumber }.count
      let minutes = [(whole / 100).rounded(.down), whole.truncatingRemainder(dividingBy: 100)]
      value = digits == 4 || digits == 5 ? sexagesimal(minutes) ?? .nan : whole
    } else {
      let parts = upper.split { "NSEW°'\"′″ ".contains($0) }.map { TrackNumber.value(String($0)) ?? .nan }
      guard (2...3).contains(parts.count), let sum = sexagesimal(parts) else { return nil }
      value = sum
    }
    guard value.isFinite, !(isNegative && value < 0) else { return nil }
    return isNegative ? -value : value
  }

  /// Degrees, minutes and seconds, of which all but the last are whole.
  private static func sexagesimal(_ parts: [Double]) -> Double? {
    guard parts.allSatisfy(\.isFinite), parts.dropLast().allSatisfy({ $0 == $0.rounded() }),
      parts.dropFirst().allSatisfy({ (0..<60).contains($0) })
    else { return nil }
    let size = parts.reversed().reduce(0) { $0 / 60 + abs($1) }
    return parts[0].sign == .minus ? -size : size
  }
}
