import Core

/// Reads positions from tables as recorders and converters write them: columns by their usual names, commas, semicolons or
/// tabs, decimals with a point or a comma, times as ISO 8601, as dates, as a spreadsheet's day numbers, or counted since 1970
/// in a unit that their size tells.
///
/// Stricter is `MeasurementTableReader`, which `fit` uses: it guesses no unit.
struct CSVTrackReader {
  private typealias Column = PositionHeading

  let file: String
  private var group = RecordedPoints.Group()
  private var columns: [Int?] = Column.allCases.map { _ in nil }
  /// Of the hemispheres' letters, where they have columns of their own.
  private var hemispheres: [Int?] = [nil, nil]
  /// Of a count; `nil` where its size tells.
  private var timeUnit: Double?
  private var order: TrackTime.DateOrder?
  /// Whether times count from the start of the recording.
  private var isElapsed = false
  /// Whether times are a spreadsheet's day numbers.
  private var countsDays = false
  /// Of offsets from UTC, where they have a column of their own.
  private var offsetColumn: Int?
  /// Of positions written as `POINT (13.4 52.5)`.
  private var pointColumn: Int?
  /// Of the recording that a row belongs to, and the parts begun by its name.
  private var recordingColumn: Int?
  private var parts: [String: Int] = [:]
  /// To degrees, of latitude and longitude.
  private var angles = [1.0, 1.0]
  /// To m/s; `nil` where the heading does not say the unit.
  private var speedFactor: Double?
  /// Added to counts, in seconds.
  private var epoch = 0.0
  private var withoutPosition = 0
  /// Of times without a date: the last one's time of day, and the days since the first.
  private var lastClock: Double?
  private var clockDay = 0

  static func points(_ bytes: [UInt8], file: String) throws(InputError) -> RecordedPoints {
    let (text, note) = TextEncoding.utf8(bytes)
    var reader = Self(file: file)
    // Some data loggers pad cells with zeros.
    let isPadded = text.contains(0) && heading(text) != nil
    var points = try reader.read(isPadded ? text.map { $0 == 0 ? 32 : $0 } : text)
    if let note { points.notes.append(note) }
    return points
  }

  private init(file: String) { self.file = file }

  /// Whether a line of the beginning names a latitude and a longitude.
  static func isTable(_ text: [UInt8]) -> Bool { heading(text) != nil }

  /// The first line that is a heading, among the first 100.
  private static func heading(_ text: [UInt8]) -> (offset: Int, line: Int)? {
    var (start, line) = (0, 1)
    while start < text.count, line <= 100 {
      let end = text[start...].firstIndex { $0 == 10 || $0 == 13 } ?? text.count
      // A comment's mark may stand before the heading.
      let first = text[start..<end].firstIndex { $0 != 35 && $0 != 32 } ?? end
      if end - first < 4_000, let rows = try? CSVRowReader(bytes: Array(text[first..<end]), file: ""),
        isHeading(names(rows))
      {
        return (first, line)
      }
      if end < text.count, text[end] == 13, end + 1 < text.count, text[end + 1] == 10 {
        start = end + 2
      } else {
        start = end + 1
      }
      line += 1
    }
    return nil
  }

  private static func isHeading(_ names: [String]) -> Bool {
    func has(_ column: Column) -> Bool { names.contains(where: column.tableNames.contains) }
    if has(.latitude), has(.longitude) { return true }
    if names.contains("latitudee7"), names.contains("longitudee7") { return true }
    return (has(.time) || has(.date)) && (!wellKnownText.isDisjoint(with: names) || isPlane(names))
  }

  /// Headings under which databases and geographic information systems write points as text (OGC 06-103r4).
  private static let wellKnownText: Set<String> = [
    "wkt", "geom", "thegeom", "geometry", "wktgeom", "geomwkt", "geometrywkt",
  ]

  /// Headings of the recording that a row belongs to.
  private static let recordingNames: Set<String> = [
    "track", "trackid", "trackname", "trip", "tripid", "tripname", "session", "sessionid", "recording", "recordingid",
    "activityid",
  ]

  /// Whether a position is called `X`, `Y`. With a `Z` they are as likely the axes of a sensor.
  private static func isPlane(_ names: [String]) -> Bool {
    names.contains("x") && names.contains("y") && !names.contains("z")
  }

  private static func names(_ reader: CSVRowReader) -> [String] {
    var rows = reader
    guard (try? rows.nextRow()) == true else { return [] }
    return rows.fields.flatMap { field in
      let heading = ColumnHeading(rows.text(field))
      return [heading.base, heading.text].map { PositionHeading.key($0) }
    }
  }

  private mutating func read(_ text: [UInt8]) throws(InputError) -> RecordedPoints {
    guard let start = Self.heading(text) else {
      if let fault = Self.unknownHeading(text, file) { throw fault }
      throw InputError(
        file: file, line: 1, column: 1,
        message:
          "this is no recording that can be read: neither XML, JSON, NMEA nor a table that names a latitude and a "
          + "longitude",
        remedy: "give GPX, TCX, KML, GeoJSON, CSV, NMEA, GnssLogger, Overland, OwnTracks, "
          + LineTrackFormat.all.map(\.name).joined(separator: " or ") + "; a scenario is given with --scenario")
    }
    var rows = try CSVRowReader(bytes: text, file: file, from: start)
    guard try rows.nextRow() else { return RecordedPoints(groups: []) }
    let headings = rows.fields.map { ColumnHeading(rows.text($0)) }
    for column in Column.allCases { columns[column.rawValue] = Self.index(of: column, headings) }
    readAngles(headings)
    recordingColumn = headings.firstIndex { Self.recordingNames.contains(PositionHeading.key($0.text)) }
    if columns[Column.latitude.rawValue] == nil || columns[Column.longitude.rawValue] == nil {
      let keys = headings.map { PositionHeading.key($0.text) }
      pointColumn = keys.firstIndex(where: Self.wellKnownText.contains)
      if pointColumn == nil, Self.isPlane(keys) {
        columns[Column.latitude.rawValue] = keys.firstIndex(of: "y")
        columns[Column.longitude.rawValue] = keys.firstIndex(of: "x")
      }
    }
    hemispheres = [["ns", "latitudehemisphere"], ["ew", "longitudehemisphere"]].map { names in
      headings.firstIndex { names.contains(PositionHeading.key($0.text)) }
    }
    offsetColumn = headings.firstIndex { ["utcofst", "utcoffset"].contains(PositionHeading.key($0.text)) }
    // Networks heard at a place, in the order of their names.
    group.isLog = columns[Column.time.rawValue].map { PositionHeading.key(headings[$0].text) == "firstseen" } ?? false
    readUnit(headings)
    if timeUnit == nil { countsDays = try Self.countsDays(text, start, file, columns) }
    var notes: [String] = []
    if let found = try Self.dateOrder(text, start, file, columns) {
      order = found.order
      if found.isAmbiguous { notes.append(TrackTime.ambiguity) }
    }
    notes += try readAhead(rows, headings)
    while try rows.nextRow() {
      guard let point = self.point(rows) else { continue }
      guard let recordingColumn, rows.fields.indices.contains(recordingColumn) else {
        group.append(point)
        continue
      }
      let name = rows.text(rows.fields[recordingColumn])
      if parts[name] == nil {
        parts[name] = group.parts.count
        group.names[group.parts.count] = String(name.prefix(80))
        group.parts.append([])
      }
      group.parts[parts[name] ?? 0].append(point)
    }
    let levels = group.parts.joined().compactMap(\.battery)
    if BatteryLevels.areShares(levels) {
      for part in group.parts.indices {
        for index in group.parts[part].indices {
          group.parts[part][index].battery = group.parts[part][index].battery.map { $0 * 100 }
        }
      }
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
    let headings = rows.fields
    guard headings.count > 1, (try? rows.nextRow()) == true, rows.fields.count > 1 else { return nil }
    let shown = headings.prefix(20).map { "'\(XMLElement.shown(rows.text($0)))'" }.joined(separator: ", ")
    return InputError(
      file: file, line: 1, column: 1,
      message: "no columns are known as latitude and longitude; the columns are \(shown)"
        + (headings.count > 20 ? " and \(headings.count - 20) more" : ""),
      remedy: "name them latitude, longitude and time, or as apps do: lat, lon or lng, timestamp; or WKT, or X and Y, "
        + "with a time")
  }

  private static func index(of column: Column, _ headings: [ColumnHeading]) -> Int? {
    for name in column.tableNames {
      if let found = headings.firstIndex(where: { PositionHeading.key($0.text) == name }) { return found }
    }
    for name in column.tableNames {
      if let found = headings.firstIndex(where: { $0.unit != nil && PositionHeading.key($0.base) == name }) {
        return found
      }
    }
    return nil
  }

  /// Units of angles that headings name; degrees without one.
  private mutating func readAngles(_ headings: [ColumnHeading]) {
    speedFactor = columns[Column.speed.rawValue].flatMap { headings[$0].unit }.flatMap {
      DriveQuantity.speed.unit($0)?.factor
    }
    for (place, column) in [Column.latitude, .longitude].enumerated() {
      if let index = columns[column.rawValue] {
        switch headings[index].unit?.lowercased() {
        case "rad", "radian", "radians": angles[place] = 180 / Double.pi
        case "e7": angles[place] = 1e-7
        case "semicircles": angles[place] = 180 / 2_147_483_648
        default: break
        }
      } else if let index = headings.firstIndex(where: {
        PositionHeading.key($0.text) == (place == 0 ? "latitudee7" : "longitudee7")
      }) {
        (columns[column.rawValue], angles[place]) = (index, 1e-7)
      }
    }
  }

  /// What all rows together say: whether two columns may be the position, and which epoch times count from.
  ///
  /// - Throws: `InputError` for two columns that differ, and for counts that may be of two epochs.
  private mutating func readAhead(_ rows: CSVRowReader, _ headings: [ColumnHeading]) throws(InputError) -> [String] {
    let heading = rows
    var (rows, notes): (CSVRowReader, [String]) = (rows, [])
    let others = [Column.latitude, .longitude].map { column in
      headings.indices.filter {
        $0 != columns[column.rawValue] && headings[$0].unit == nil
          && column.names.contains(PositionHeading.key(headings[$0].text))
      }
    }
    var texts: [String] = []
    while try rows.nextRow() {
      for (column, candidates) in zip([Column.latitude, .longitude], others) {
        guard let index = columns[column.rawValue], let value = Self.value(index, rows), value.isFinite else {
          continue
        }
        for other in candidates {
          guard let second = Self.value(other, rows), abs(second - value) > 0.01 else { continue }
          throw rows.error(
            "'\(XMLElement.shown(headings[index].text))' and '\(XMLElement.shown(headings[other].text))' may both be the "
              + "\(column == .latitude ? "latitude" : "longitude") and differ: \(value) and \(second)",
            at: field(column, rows),
            remedy: "rename the one that is not meant")
        }
      }
      if let text = cell(.time, rows) { texts.append(text) }
    }
    if !others[0].isEmpty, let index = columns[Column.latitude.rawValue] {
      notes.append(
        "positions are those under '\(XMLElement.shown(headings[index].text))'; other columns agree to 0.01 degrees")
    }
    let separate = columns[Column.date.rawValue].map { $0 != columns[Column.time.rawValue] } ?? false
    if let index = columns[Column.time.rawValue], !countsDays {
      let found = try TrackTime.epoch(
        of: texts, heading: headings[index].text, heading, order: order)
      epoch = found.offset
      let isUTC = ["utc", "gmt", "zulu"].contains { PositionHeading.key(headings[index].text).contains($0) }
      if let note = found.note, !(isUTC && found.offset == 0) { notes.append(note) }
    }
    if separate, offsetColumn == nil, let index = columns[Column.date.rawValue],
      !PositionHeading.key(headings[index].text).contains("utc"), !notes.contains(TrackTime.noZone)
    {
      notes.append(TrackTime.noZone)
    }
    return notes
  }

  private mutating func readUnit(_ headings: [ColumnHeading]) {
    guard let index = columns[Column.time.rawValue] else { return }
    if let unit = headings[index].unit, let symbol = ColumnHeading.symbol(unit, among: ColumnRole.timeUnits) {
      timeUnit = symbol.factor
    } else if PositionHeading.elapsed.contains(PositionHeading.key(headings[index].text)) {
      timeUnit = 1
    }
  }

  /// What dates with slashes mean.
  private static func dateOrder(
    _ text: [UInt8], _ start: (offset: Int, line: Int), _ file: String, _ columns: [Int?]
  ) throws(InputError) -> (order: TrackTime.DateOrder, isAmbiguous: Bool)? {
    guard let index = columns[Column.date.rawValue] ?? columns[Column.time.rawValue] else { return nil }
    var rows = try CSVRowReader(bytes: text, file: file, from: start)
    var texts: [String] = []
    _ = try rows.nextRow()
    while try rows.nextRow() {
      guard rows.fields.indices.contains(index) else { continue }
      let field = rows.fields[index]
      // Counts and dates with the year in front have no order.
      guard field.end - field.start > 5,
        rows.bytes[field.start..<field.start + 3].contains(where: { !(48...57).contains($0) })
      else {
        if texts.isEmpty { return nil }
        continue
      }
      texts.append(rows.text(field))
    }
    return TrackTime.order(of: texts)
  }

  /// Whether all times are day numbers, a date and a fraction of a day apart or both in one.
  ///
  /// Seconds since a start may be as large, but differ by more from row to row.
  private static func countsDays(
    _ text: [UInt8], _ start: (offset: Int, line: Int), _ file: String, _ columns: [Int?]
  ) throws(InputError) -> Bool {
    var rows = try CSVRowReader(bytes: text, file: file, from: start)
    var days: [Double] = []
    _ = try rows.nextRow()
    while try rows.nextRow() {
      let (date, clock) = (
        value(columns[Column.date.rawValue], rows), value(columns[Column.time.rawValue], rows)
      )
      guard date != nil || clock != nil else { continue }
      guard let day = dayNumber(date, clock) else { return false }
      days.append(day)
    }
    guard days.count > 1 else { return false }
    let steps = zip(days, days.dropFirst()).map { abs($1 - $0) }.sorted()
    return steps[steps.count / 2] < longestStep
  }

  /// In days, about six minutes: half of the rows of a track follow each other faster.
  private static let longestStep = 0.004

  /// A cell's number, NaN for another text; `nil` for an empty cell and without a column.
  private static func value(_ index: Int?, _ rows: CSVRowReader) -> Double? {
    guard let index, rows.fields.indices.contains(index) else { return nil }
    let text = rows.text(rows.fields[index])
    return text.contains { !$0.isWhitespace } ? TrackNumber.value(text) ?? .nan : nil
  }

  private static func dayNumber(_ date: Double?, _ clock: Double?) -> Double? {
    switch (date, clock) {
    case (let date?, let clock?) where (0..<1).contains(clock):
      date == date.rounded() && TrackTime.dayNumbers.contains(date) ? date + clock : nil
    case (_, let whole?), (let whole?, nil): TrackTime.dayNumbers.contains(whole) ? whole : nil
    case (nil, nil): nil
    }
  }

  private func cell(_ column: Column, _ rows: CSVRowReader) -> String? {
    guard let index = columns[column.rawValue], rows.fields.indices.contains(index) else { return nil }
    let text = rows.text(rows.fields[index])
    return text.contains { !$0.isWhitespace } ? text : nil
  }

  private func field(_ column: Column, _ rows: CSVRowReader) -> CSVRowReader.Field? {
    columns[column.rawValue].flatMap { rows.fields.indices.contains($0) ? rows.fields[$0] : nil }
  }

  private mutating func point(_ rows: CSVRowReader) -> RecordedPoints.Point? {
    let (north, east) = place(rows)
    // Rows without a position, such as other events of a log, are no points; a spreadsheet's blank rows are nothing.
    if north == nil, east == nil {
      if rows.fields.contains(where: { $0.end > $0.start }) { withoutPosition += 1 }
      return nil
    }
    var values: [Double] = []
    for (column, text, limit) in [(Column.latitude, north, 90.0), (.longitude, east, 180.0)] {
      guard let value = degrees(text, column, rows), abs(value) <= limit else {
        let word = column == .latitude ? "latitude" : "longitude"
        let fault = rows.error(
          "'\(XMLElement.shown(text ?? ""))' is not a \(word) of -\(Int(limit)) to \(Int(limit)) degrees",
          at: field(column, rows), remedy: "write degrees, and check whether latitude and longitude are swapped")
        group.unread.skip("without a valid place", line: rows.line, error: fault)
        return nil
      }
      values.append(value)
    }
    var point = RecordedPoints.Point(latitude: values[0], longitude: values[1], line: rows.line)
    point.elevation = cell(.elevation, rows).flatMap(TrackNumber.value)
    point.accuracy = cell(.accuracy, rows).flatMap(TrackNumber.value).flatMap { $0 > 0 ? $0 : nil }
    if let speedFactor {
      point.speed = cell(.speed, rows).flatMap(TrackNumber.value).flatMap { $0 >= 0 ? $0 * speedFactor : nil }
    }
    point.battery = cell(.battery, rows).flatMap(TrackNumber.value).flatMap { (0...100).contains($0) ? $0 : nil }
    guard let text = timeText(rows) else { return point }
    let days =
      countsDays
      ? Self.dayNumber(
        Self.value(columns[Column.date.rawValue], rows), Self.value(columns[Column.time.rawValue], rows))
      : nil
    guard let time = days.flatMap(TrackTime.nanoseconds(days:)) ?? self.time(text) else {
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
    guard let pointColumn else { return (cell(.latitude, rows), cell(.longitude, rows)) }
    guard rows.fields.indices.contains(pointColumn) else { return (nil, nil) }
    // EWKT has the number of the reference system before the point.
    let whole = rows.text(rows.fields[pointColumn])
    let text = whole.lastIndex(of: ";").map { String(whole[whole.index(after: $0)...]) } ?? whole
    let parts = text.split { $0 == "(" || $0 == ")" }
    guard parts.count > 1, parts[0].uppercased().drop(while: \.isWhitespace).hasPrefix("POINT") else {
      let isEmpty = text.allSatisfy(\.isWhitespace) || text.uppercased().hasSuffix("EMPTY")
      return isEmpty ? (nil, nil) : (text, text)
    }
    let numbers = parts[1].split(separator: " ").map(String.init)
    return numbers.count > 1 ? (numbers[1], numbers[0]) : (text, text)
  }

  private func timeText(_ rows: CSVRowReader) -> String? {
    guard let clock = cell(.time, rows) else { return cell(.date, rows) }
    guard let date = cell(.date, rows), columns[Column.date.rawValue] != columns[Column.time.rawValue],
      clock.utf8.count <= 15, clock.utf8.contains(UInt8(ascii: ":")) || clock.utf8.count == 6
    else { return clock }
    guard let offsetColumn, rows.fields.indices.contains(offsetColumn) else { return "\(date) \(clock)" }
    return "\(date) \(clock)\(rows.text(rows.fields[offsetColumn]))"
  }

  private mutating func time(_ text: String) -> Int64? {
    if let timeUnit, let count = TrackNumber.value(text) {
      let seconds = count * timeUnit + epoch
      // Less than three years since 1970 are no date.
      guard seconds < 1e8, seconds >= 0 else { return TrackTime.nanoseconds(seconds: seconds) }
      isElapsed = true
      return TrackTime.nanoseconds(seconds: seconds + 28_800)
    }
    return TrackTime.nanoseconds(text, order: order).map { $0 + Int64(epoch) * 1_000_000_000 } ?? clock(text)
  }

  /// `17:05:21` in a table without dates: since the start of the recording, or of days that follow each other, from the
  /// first of 1970 on.
  private mutating func clock(_ text: String) -> Int64? {
    let isSpan = timeUnit != nil
    guard isSpan || columns[Column.date.rawValue] == nil, let seconds = TrackTime.clock(text) else { return nil }
    if isSpan {
      isElapsed = true
      return TrackTime.nanoseconds(seconds: seconds + 28_800)
    }
    guard seconds < 86_400 else { return nil }
    if let lastClock {
      // A step of more than half a day is midnight; so is one back of a row that came late.
      if seconds < lastClock - 43_200 { clockDay += 1 } else if seconds > lastClock + 43_200 { clockDay -= 1 }
    }
    lastClock = seconds
    return TrackTime.nanoseconds(seconds: seconds + Double(clockDay) * 86_400)
  }

  /// With the sign of the hemisphere's column, if there is one.
  private func degrees(_ text: String?, _ column: Column, _ rows: CSVRowReader) -> Double? {
    guard let value = text.flatMap(Self.degrees).map({ $0 * angles[column == .latitude ? 0 : 1] }) else { return nil }
    guard let index = hemispheres[column == .latitude ? 0 : 1], rows.fields.indices.contains(index), value > 0 else {
      return value
    }
    let letter = rows.text(rows.fields[index]).uppercased().filter(\.isLetter)
    return letter.hasPrefix("S") || letter.hasPrefix("W") ? -value : value
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
