import Core

/// Reads tables of a phone's own gauge or of a power monitor: current, voltage, power, level and charger over time.
///
/// Known are Android's BatteryManager properties (microamperes, microvolts), tables of an iPhone's powerlog (mA, mV, the
/// accumulated load in mWs), Monsoon and others whose headings name their units. A phone that draws may write its current
/// with either sign: the sign off the charger is taken as drawing.
enum PowerTableImport {
  static let format = "power table"

  private enum Column: Int, CaseIterable {
    case time, current, voltage, power, load, level, charging

    /// Headings in small letters, with the factor to SI where they name no unit.
    var names: [(name: String, factor: Double?)] {
      switch self {
      case .time:
        [
          ("unix", nil), ("timestamp", nil), ("time", nil), ("datetime", nil), ("date time", nil), ("epoch", nil),
          ("elapsed", nil), ("elapsed time", nil), ("time stamp", nil), ("date", nil), ("apple epoch", nil),
          ("gps epoch", nil),
        ]
      case .current:
        [
          ("current now", 1e-6), ("battery property current now", 1e-6), ("instant amperage", 1e-3),
          ("instantamperage", 1e-3), ("amperage", 1e-3), ("main avg current", nil), ("main current", nil),
          ("current", nil), ("main", nil),
        ]
      case .voltage:
        [
          ("voltage now", 1e-6), ("main avg voltage", nil), ("main voltage", nil), ("voltage", 1e-3), ("volt", 1e-3),
        ]
      case .power: [("power", nil), ("main avg power", nil), ("avg power", nil)]
      case .load: [("accumulated system load", 1e-3), ("accumulatedsystemload", 1e-3)]
      case .level: [("level", 1), ("battery level", 1), ("battery", 1), ("capacity", 1)]
      case .charging:
        [("is charging", 1), ("ischarging", 1), ("charging", 1), ("plugged", 1), ("externalconnected", 1)]
      }
    }

    /// Of currents and powers.
    var unit: String { self == .current ? "A" : "W" }

    var units: [UnitSymbol] {
      switch self {
      case .time: ColumnRole.timeUnits
      case .current: [UnitSymbol("A", 1), UnitSymbol("mA", 1e-3), UnitSymbol("uA", 1e-6)]
      case .voltage: [UnitSymbol("V", 1), UnitSymbol("mV", 1e-3), UnitSymbol("uV", 1e-6)]
      case .power: [UnitSymbol("W", 1), UnitSymbol("mW", 1e-3), UnitSymbol("uW", 1e-6)]
      case .load: [UnitSymbol("Ws", 1), UnitSymbol("mWs", 1e-3), UnitSymbol("J", 1), UnitSymbol("mJ", 1e-3)]
      case .level: [UnitSymbol("%", 1)]
      case .charging: []
      }
    }
  }

  private struct Found {
    let index: Int
    /// As written.
    let heading: String
    /// To SI; `nil` where the heading does not tell.
    var factor: Double?
    /// Whether the heading names the unit, rather than being known for it.
    var namesUnit = false
  }

  private struct Row {
    var time = 0.0
    var current: Double?
    var voltage: Double?
    var power: Double?
    var load: Double?
    var level: Double?
    var isCharging: Bool?
    var line = 0
  }

  static func isPowerTable(_ text: [UInt8]) -> Bool {
    guard let columns = Self.columns(text)?.columns else { return false }
    // Levels beside positions are the log of an app.
    return columns[.time] != nil
      && (columns[.current] != nil || columns[.power] != nil || columns[.load] != nil
        || (columns[.level] != nil && !CSVTrackReader.isTable(text)))
  }

  private static func columns(_ text: [UInt8]) -> (columns: [Column: Found], start: (offset: Int, line: Int))? {
    var (start, line) = (0, 1)
    while start < text.count, line <= 100 {
      let end = text[start...].firstIndex { $0 == 10 || $0 == 13 } ?? text.count
      let first = text[start..<end].firstIndex { $0 != 35 && $0 != 32 } ?? end
      if end - first < 4_000, first < end, var rows = try? CSVRowReader(bytes: Array(text[first..<end]), file: ""),
        (try? rows.nextRow()) == true
      {
        let headings = rows.fields.map { ColumnHeading(rows.text($0)) }
        var found: [Column: Found] = [:]
        for column in Column.allCases { found[column] = Self.find(column, headings) }
        if found[.time] != nil, found.count > 1 { return (found, (first, line)) }
      }
      start = end + 1 < text.count && text[end] == 13 && text[end + 1] == 10 ? end + 2 : end + 1
      line += 1
    }
    return nil
  }

  private static func find(_ column: Column, _ headings: [ColumnHeading]) -> Found? {
    for (name, factor) in column.names {
      if let index = headings.firstIndex(where: { $0.whole == name }) {
        return Found(index: index, heading: headings[index].text, factor: factor)
      }
      if let index = headings.firstIndex(where: { $0.base == name && $0.unit != nil }), let unit = headings[index].unit
      {
        if let symbol = ColumnHeading.symbol(unit, among: column.units) {
          return Found(index: index, heading: headings[index].text, factor: symbol.factor, namesUnit: true)
        }
      }
    }
    return nil
  }

  /// That a table has no columns that are known; `nil` for what is no table.
  static func unknownTable(_ text: [UInt8], file: String) -> InputError? {
    guard var rows = try? CSVRowReader(bytes: Array(text.prefix(8_192)), file: file), (try? rows.nextRow()) == true
    else { return nil }
    let (headings, line) = (rows.fields.map { ColumnHeading(rows.text($0)) }, rows.line)
    // What follows a heading has as many fields.
    guard headings.count > 1, headings.allSatisfy({ $0.base.contains(where: \.isLetter) && !$0.text.contains("{") }),
      (try? rows.nextRow()) == true, rows.fields.count == headings.count
    else { return nil }
    let lacksTime = find(.time, headings) == nil
    let known =
      lacksTime
      ? Column.time.names.map { $0.name } : Column.level.names.map { $0.name } + ["power_mW", "current_mA, voltage_V"]
    let shown = headings.prefix(8).map { "'\(XMLElement.shown($0.text))'" }.joined(separator: ", ")
    return InputError(
      file: file, line: line, column: 1,
      message: "no heading of the table is known as a \(lacksTime ? "time" : "level, power or current"): \(shown)",
      remedy: "known names are \(known.joined(separator: ", "))")
  }

  static func read(bytes: [UInt8], file: String) throws(InputError) -> ImportedRecording {
    let (text, note) = TextEncoding.utf8(bytes)
    guard let found = Self.columns(text), let time = found.columns[.time] else {
      throw InputError(
        file: file, line: 1, column: 1, message: "the table has no columns of time and power that are known",
        remedy: "head them, such as time_s, current_mA, voltage_V or power_mW")
    }
    let start = found.start
    var columns = found.columns
    for (column, word) in [(Column.current, "current"), (.power, "power")] {
      guard let found = columns[column], found.factor == nil else { continue }
      throw InputError(
        file: file, line: start.line, column: 1, message: "the heading of the \(word) does not say its unit",
        remedy: "name it, as in \(word)_m\(column == .current ? "A" : "W")")
    }
    var recording = ImportedRecording(file: file, digest: SHA256.hexadecimal(of: bytes), format: format)
    if let note { recording.notes.append(note) }
    var tally = RowTally()
    var all: [Row] = []
    var rows = try CSVRowReader(bytes: text, file: file, from: start)
    _ = try rows.nextRow()
    let style = try Self.style(rows, &columns)
    recording.notes += style.notes
    while try rows.nextRow() {
      guard let row = Self.row(rows, columns, time, style, &tally) else { continue }
      all.append(row)
    }
    try tally.check(RowPolicy(), kept: all.count, file: file, takesPolicy: false)
    guard all.count > 1 else {
      throw InputError(file: file, message: "the table has fewer than two usable rows", remedy: "record for longer")
    }
    let measured = [Column.level, .power, .current, .load].compactMap { columns[$0] }.map {
      "'\(XMLElement.shown($0.heading))'"
    }
    guard all.contains(where: { ($0.level ?? $0.power ?? $0.current ?? $0.load) != nil }) else {
      throw InputError(
        file: file, line: all.first?.line,
        message: "no row has a usable number under \(measured.joined(separator: " or "))",
        remedy: "write plain numbers; a level is 0 to 100 %")
    }
    all.sort { ($0.time, $0.line) < ($1.time, $1.line) }
    recording.skipped = tally.rows
    for row in all {
      guard let level = row.level, recording.readings.last?.percent != level || row.line == all.last?.line else {
        continue
      }
      recording.readings.append(BatteryLevels.Reading(time: row.time, percent: level, line: row.line))
    }
    if columns[.charging] != nil, !all.contains(where: { $0.isCharging != nil }) {
      recording.notes.append("no row says whether the phone charged; all are taken as off the charger")
    }
    recording.charging = charging(all)
    let (spans, notes) = try power(all, columns, file)
    recording.power = spans
    recording.notes += notes
    return recording
  }

  /// How a table writes its values, as all rows together show it.
  private struct Style {
    var comma = CommaMeaning.decimal
    var order: TrackTime.DateOrder?
    /// Added to counts of seconds.
    var epoch = 0.0
    var notes: [String] = []
  }

  private static func style(_ rows: CSVRowReader, _ columns: inout [Column: Found]) throws(InputError) -> Style {
    let heading = rows
    var (rows, texts): (CSVRowReader, [Column: [String]]) = (rows, [:])
    while try rows.nextRow() {
      for (column, found) in columns where rows.fields.indices.contains(found.index) {
        texts[column, default: []].append(rows.text(rows.fields[found.index]))
      }
    }
    var style = Style()
    let numbers = [Column.current, .voltage, .power, .load, .level].flatMap { texts[$0] ?? [] }
    style.comma = CommaMeaning(in: numbers, separator: rows.separator)
    if case .either(let text) = style.comma, let number = NumberText(text) {
      throw heading.error(
        "'\(XMLElement.shown(text))' may be \(DecimalText.exact(number.decimal ?? 0)) or "
          + "\(DecimalText.exact(number.grouped ?? 0))", at: heading.fields.first,
        remedy: "write numbers without marks between thousands, and decimals with a point")
    }
    if style.comma == .group, let text = numbers.first(where: { $0.contains(",") }) {
      style.notes.append(
        "commas divide thousands: '\(XMLElement.shown(text))' is \(DecimalText.exact(style.comma.value(text) ?? 0))")
    }
    if let found = columns[.level], !found.namesUnit {
      let levels = (texts[.level] ?? []).compactMap(style.comma.value)
      if BatteryLevels.areShares(levels) {
        columns[.level]?.factor = 100
        style.notes.append(BatteryLevels.shareNote)
      }
    }
    if let found = columns[.current], !found.namesUnit, found.factor == 1e-6 {
      let sizes = (texts[.current] ?? []).compactMap(style.comma.value).map(abs).filter { $0 > 0 }.sorted()
      if let most = sizes.last, most < mostPower * 1e3, sizes[sizes.count / 2] < leastAwake {
        columns[.current]?.factor = 1e-3
        style.notes.append(
          "'\(XMLElement.shown(found.heading))' is in mA, as some phones write it: in uA an awake phone would draw less than "
            + "\(Int(leastAwake)) uA")
      }
    }
    let times = texts[.time] ?? []
    style.order = TrackTime.order(of: times)?.order
    if TrackTime.order(of: times)?.isAmbiguous == true { style.notes.append(TrackTime.ambiguity) }
    // A unit says nothing of the year that a count begins in.
    if let found = columns[.time], found.factor == nil || found.heading.lowercased().contains("epoch") {
      let (epoch, note) = try TrackTime.epoch(of: times, heading: found.heading, heading, order: style.order)
      style.epoch = epoch
      if let note { style.notes.append(note) }
    }
    return style
  }

  /// In uA: no phone draws less while it is awake to write a row (2 mA are 8 mW).
  private static let leastAwake = 2_000.0

  private static func row(
    _ rows: CSVRowReader, _ columns: [Column: Found], _ time: Found, _ style: Style, _ tally: inout RowTally
  ) -> Row? {
    func text(_ found: Found?) -> String? {
      guard let found, rows.fields.indices.contains(found.index) else { return nil }
      let text = rows.text(rows.fields[found.index])
      return text.contains { !$0.isWhitespace } ? text : nil
    }
    func number(_ column: Column) -> Double? {
      guard let found = columns[column], let written = text(found) else { return nil }
      let plain = column == .level && written.hasSuffix("%") ? String(written.dropLast()) : written
      return style.comma.value(plain).map { $0 * (found.factor ?? 1) }
    }
    var row = Row()
    row.line = rows.line
    let stamp = text(time) ?? ""
    if let factor = time.factor, let count = TrackNumber.value(stamp) {
      row.time = count * factor + style.epoch
    } else if let nanoseconds = TrackTime.nanoseconds(stamp, order: style.order) {
      row.time = Double(nanoseconds) * 1e-9 + style.epoch
    } else if let count = TrackNumber.value(stamp), time.factor == nil, count < 1e8 {
      row.time = count
    } else {
      tally.skip(
        "without a valid time", line: rows.line,
        error: rows.error(
          "'\(XMLElement.shown(stamp))' is not a time", remedy: "write seconds since 1970, or 2019-08-31T17:05:21Z"))
      return nil
    }
    guard ColumnRole.times.contains(row.time) else {
      tally.skip(
        "with a time outside the years 1900 to 2200", line: rows.line,
        error: rows.error("the time is outside the years 1900 to 2200", remedy: "name its unit in the heading"))
      return nil
    }
    for (column, value) in [(Column.current, number(.current)), (.power, number(.power))] {
      guard let value, let found = columns[column], abs(value) > mostPower else { continue }
      let shown = "\(text(found) ?? "") under '\(XMLElement.shown(found.heading))'"
      tally.skip(
        "with more than a phone draws", line: rows.line,
        error: rows.error(
          "\(shown) is more than a phone draws",
          remedy: "check the unit: the same number in m\(column.unit) is "
            + "\(DecimalText.significant(value / 1_000, digits: 4)) \(column.unit)"))
      return nil
    }
    (row.current, row.power, row.load) = (number(.current), number(.power), number(.load))
    row.voltage = number(.voltage).flatMap(volts)
    row.level = number(.level).flatMap { (0...100).contains($0) ? $0 : nil }
    if let word = text(columns[.charging]).map({ DriveTime.trimmed($0).lowercased() }),
      !Sentinel.isMissing(word) || word == "none"
    {
      row.isCharging = TrackNumber.value(word).map { $0 != 0 } ?? chargingWords[word.filter(\.isLetter)]
      if row.isCharging == nil {
        tally.skip(
          "that do not say whether the phone charges", line: rows.line,
          error: rows.error(
            "'\(XMLElement.shown(word))' says neither that the phone charges nor that it does not",
            remedy: "write 1 or 0, true or false, charging or discharging"))
        return nil
      }
    }
    return row
  }

  /// No phone draws as much, in W or A.
  private static let mostPower = 60.0

  /// Words of tables in several languages, letters alone.
  private static let chargingWords: [String: Bool] = {
    let yes = [
      "true", "yes", "y", "t", "on", "charging", "plugged", "pluggedin", "connected", "full", "ac", "usb", "wireless",
      "ja", "j", "oui",
      "si", "sí", "sim", "da", "да", "tak", "是", "はい", "예",
    ]
    let no = [
      "false", "no", "n", "f", "off", "none", "discharging", "unplugged", "notcharging", "notplugged", "disconnected",
      "battery", "nein",
      "non", "não", "nao", "nee", "nej", "nie", "не", "нет", "否", "いいえ", "아니요",
    ]
    return Dictionary(uniqueKeysWithValues: yes.map { ($0, true) } + no.map { ($0, false) })
  }()

  /// A phone's battery and a monitor's supply have 2 to 20 V: what is a thousand or a million times that is mV or uV.
  private static func volts(_ value: Double) -> Double? {
    for factor in [1.0, 1e-3, 1e-6, 1e3, 1e6] where (2...20).contains(value * factor) { return value * factor }
    return nil
  }

  private static func charging(_ rows: [Row]) -> [ClosedRange<Double>] {
    var spans: [ClosedRange<Double>] = []
    var start: Double?
    for row in rows {
      if row.isCharging == true { start = start ?? row.time }
      if row.isCharging == false, let begin = start {
        spans.append(begin...row.time)
        start = nil
      }
    }
    if let start, let last = rows.last?.time, last > start { spans.append(start...last) }
    return spans
  }

  /// Longer than this (s) between two rows, nothing is known of the time between.
  private static let longestGap = 3_600.0

  private static func power(
    _ rows: [Row], _ columns: [Column: Found], _ file: String
  ) throws(InputError) -> ([ImportedRecording.PowerSpan], [String]) {
    var notes: [String] = []
    func isOff(_ row: Row) -> Bool { row.isCharging != true }
    if columns[.load] != nil {
      var (spans, breaks): ([ImportedRecording.PowerSpan], Int) = ([], 0)
      for (a, b) in zip(rows, rows.dropFirst()) where isOff(a) && isOff(b) {
        guard let before = a.load, let after = b.load, b.time > a.time, b.time - a.time <= longestGap else { continue }
        let watts = (after - before) / (b.time - a.time)
        // The counter wraps and is reset.
        if watts >= 0, watts <= 15 {
          spans.append(.init(start: a.time, end: b.time, watts: watts))
        } else {
          breaks += 1
        }
      }
      if breaks > 0 { notes.append("\(breaks) steps over which the accumulated load was reset left out") }
      if !spans.isEmpty { return (spans, ["power by the accumulated load"] + notes) }
    }
    let drawing = rows.filter(isOff)
    func watts(_ row: Row) -> Double? {
      if let power = row.power { return power }
      guard let current = row.current, let voltage = row.voltage else { return nil }
      return current * voltage
    }
    if columns[.power] == nil, columns[.current] != nil, !rows.contains(where: { $0.voltage != nil }) {
      throw InputError(
        file: file, line: rows.first?.line, message: "the table has a current but no voltage",
        remedy: "add a column such as voltage_mV")
    }
    let values = drawing.compactMap(watts)
    guard !values.isEmpty else { return ([], notes) }
    let negative = values.count { $0 < 0 }
    let sign = negative * 2 > values.count ? -1.0 : 1.0
    if sign < 0 { notes.append("the phone writes what it draws as negative; the sign is turned") }
    let opposite = sign < 0 ? values.count { $0 > 0 } : negative
    if opposite > 0 {
      notes.append("\(opposite) of \(values.count) samples against that sign, as on a charger, left out")
    }
    var spans: [ImportedRecording.PowerSpan] = []
    for (a, b) in zip(rows, rows.dropFirst()) where isOff(a) && isOff(b) {
      guard let first = watts(a).map({ $0 * sign }), first >= 0, b.time > a.time, b.time - a.time <= longestGap else {
        continue
      }
      spans.append(.init(start: a.time, end: b.time, watts: first))
    }
    return (spans, notes)
  }
}
