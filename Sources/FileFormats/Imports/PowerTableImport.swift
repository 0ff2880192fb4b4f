import Core

/// Reads tables of a phone's own gauge or of a power monitor: current, voltage, power, level and charger over time.
///
/// Known are Android's BatteryManager properties (microamperes, microvolts), tables of an iPhone's powerlog (mA, mV, the
/// accumulated load in mWs), Monsoon and others whose headings name their units. A phone that draws may write its current
/// with either sign: the sign off the charger is taken as drawing.
enum PowerTableImport {
  private enum Column: String, CaseIterable {
    case time, current, voltage, power, load, level, charging, status, meter
  }

  private static let roles: [Column: ColumnRole] = {
    func role(
      _ column: Column, _ units: [UnitSymbol], _ names: [String], unit: String? = nil, known: [String: String] = [:]
    ) -> ColumnRole {
      var role = ColumnRole(
        column.rawValue, .number(units: units, valid: -mostPower...mostPower), aliases: names, isRequired: false,
        defaultUnit: unit)
      role.knownUnits = known
      return role
    }
    let time =
      [
        "unix", "timestamp", "time", "datetime", "date time", "epoch", "elapsed", "elapsed time", "time stamp", "date",
        "apple epoch", "gps epoch",
      ] + PositionHeading.timeWords
    let levels = [
      "level", "battery level", "battery", "capacity", "battery percent", "akku", "akkustand", "batterie", "batería",
      "bateria", "batteria", "accu", "батарея", "заряд", "电量", "電池",
    ]
    let charging = ["is charging", "charging", "plugged", "external connected"]
    return [
      .time: ColumnRole("time", .time, aliases: time, isRequired: true),
      .current: role(
        .current, UnitTable.current,
        [
          "current now", "battery property current now", "instant amperage", "amperage", "main avg current",
          "main current", "current", "main",
        ],
        known: [
          "currentnow": "uA", "batterypropertycurrentnow": "uA", "instantamperage": "mA", "amperage": "mA",
        ]),
      .voltage: role(
        .voltage, UnitTable.voltage, ["voltage now", "main avg voltage", "main voltage", "voltage", "volt"],
        known: ["voltagenow": "uV", "voltage": "mV", "volt": "mV"]),
      .power: role(.power, UnitTable.power, ["power", "main avg power", "avg power"]),
      .load: role(.load, UnitTable.energy, ["accumulated system load"], unit: "mWs"),
      .level: role(.level, UnitTable.percent, levels, unit: "%"),
      .charging: ColumnRole("charging", .text, aliases: charging, isRequired: false),
      .status: ColumnRole(
        "status", .text, aliases: ["status", "battery status", "charging status"], isRequired: false),
      .meter: ColumnRole("meter", .text, aliases: ["meter"], isRequired: false),
    ]
  }()

  /// A row in seconds, A, V, W, Ws and percent.
  struct Row {
    var time = 0.0
    var current: Double?
    var voltage: Double?
    var power: Double?
    var load: Double?
    var level: Double?
    var isCharging: Bool?
    var meter = ImportedRecording.Meter.gauge
    var line = 0
  }

  static func isPowerTable(_ text: [UInt8]) -> Bool {
    guard let columns = Self.columns(text)?.columns else { return false }
    // Levels beside positions are the log of an app.
    return columns[.time] != nil
      && (columns[.current] != nil || columns[.power] != nil || columns[.load] != nil
        || (columns[.level] != nil && !CSVTrackReader.isTable(text)))
  }

  private static func columns(
    _ text: [UInt8]
  ) -> (columns: [Column: TableColumn], start: (offset: Int, line: Int))? {
    var found: [Column: TableColumn] = [:]
    let start = CSVRowReader.heading(in: text) { headings in
      found = roles.compactMapValues { $0.columns(in: headings).first }
      return found[.time] != nil && found.count > 1
    }
    return start.map { (found, $0) }
  }

  /// That a table has no columns that are known; `nil` for what is no table.
  static func unknownTable(_ text: [UInt8], file: String) -> InputError? {
    guard var rows = try? CSVRowReader(bytes: Array(text.prefix(8_192)), file: file), (try? rows.nextRow()) == true
    else { return nil }
    let headings = rows.headings
    let lacksTime = roles[.time]?.columns(in: headings).isEmpty ?? true
    let known =
      (roles[lacksTime ? .time : .level]?.aliases ?? []) + (lacksTime ? [] : ["power_mW", "current_mA, voltage_V"])
    let fault = rows.unknown(
      "a \(lacksTime ? "time" : "level, power or current")", remedy: "known names are \(known.joined(separator: ", "))")
    // What follows a heading has as many fields.
    guard headings.count > 1, headings.allSatisfy({ $0.key.contains(where: \.isLetter) && !$0.text.contains("{") }),
      (try? rows.nextRow()) == true, rows.fields.count == headings.count
    else { return nil }
    return fault
  }

  static func read(bytes: [UInt8], file: String) throws(InputError) -> ImportedRecording {
    let (text, note) = TextEncoding.utf8(bytes)
    guard let found = Self.columns(text) else {
      throw InputError(
        file: file, line: 1, column: 1, message: "the table has no columns of time and power that are known",
        remedy: "head them, such as time_s, current_mA, voltage_V or power_mW")
    }
    let start = found.start
    var columns = found.columns
    for column in [Column.current, .power] {
      guard let found = columns[column], found.unit == nil else { continue }
      throw InputError(
        file: file, line: start.line, column: 1, message: "the heading of the \(column) does not say its unit",
        remedy: "name it, as in \(column)_m\(found.role.units[0].symbol)")
    }
    let format = [.current, .power, .load].contains { columns[$0] != nil } ? "power table" : "table of levels"
    var recording = ImportedRecording(bytes, file: file, format: format, note: note)
    // A phone's own table has its names of currents, its level or its charger.
    let current = columns[.current].map { ColumnHeading.key($0.heading) } ?? ""
    let isOwn =
      [.load, .level, .charging, .status].contains { columns[$0] != nil } || current.contains("now")
      || current.contains("amperage") || columns[.power] == nil && !current.contains("main")
    var tally = RowTally()
    var all: [Row] = []
    var rows = try CSVRowReader(bytes: text, file: file, from: start)
    _ = try rows.nextRow()
    let style = try Self.style(rows, &columns)
    recording.notes += style.notes
    while try rows.nextRow() {
      guard var row = Self.row(rows, columns, style, &tally) else { continue }
      let word = columns[.meter].map { rows.cell($0.index) } ?? (isOwn ? nil : "monitor")
      row.meter = try .init(word: word, file: file, line: rows.line)
      all.append(row)
    }
    try tally.check(RowPolicy(), kept: all.count, file: file, takesPolicy: false)
    guard all.count > 1 else {
      throw InputError(file: file, message: "the table has fewer than two usable rows", remedy: "record for longer")
    }
    recording.skipped = tally.rows
    try add(all, hasCharger: columns[.charging] != nil || columns[.status] != nil, to: &recording)
    return recording
  }

  /// Puts what rows say of level, charger and power into a recording.
  ///
  /// - Parameter hasCharger: whether the rows have a place for the charger.
  static func add(
    _ rows: [Row], hasCharger: Bool, to recording: inout ImportedRecording
  ) throws(InputError) {
    let all = rows.filter { abs($0.current ?? 0) <= mostCurrent }.sorted { ($0.time, $0.line) < ($1.time, $1.line) }
    if let first = rows.first(where: { abs($0.current ?? 0) > mostCurrent }) {
      recording.skipped.append(
        SkippedRows(reason: "current is outside -60 to 60 A", count: rows.count - all.count, firstLine: first.line))
    }
    guard all.contains(where: { ($0.level ?? $0.power ?? $0.current ?? $0.load) != nil }) else {
      throw InputError(
        file: recording.file, line: rows.first?.line, message: "no row has a usable level, power, current or load",
        remedy: "write plain numbers; a level is 0 to 100 %")
    }
    if hasCharger, !all.contains(where: { $0.isCharging != nil }) {
      recording.notes.append("no row says whether the phone charged; all are taken as off the charger")
    }
    for row in all { recording.add(level: row.level, at: row.time, line: row.line, isLast: row.line == all.last?.line) }
    recording.charging = charging(all)
    let (spans, notes) = try power(all, recording.file)
    recording.power = spans
    recording.notes += notes
  }

  /// How a table writes its values, as all rows together show it.
  private struct Style {
    var comma = CommaMeaning.decimal
    /// Whether points divide thousands.
    var groupsByPoint = false
    var time = TimeColumn()
    var notes: [String] = []

    func value(_ text: String) -> Double? {
      groupsByPoint ? NumberText(text).flatMap { $0.grouped ?? $0.decimal } : comma.value(text)
    }

    /// Whether points divide thousands in a table that is not divided by commas, as `1.234.567` shows.
    ///
    /// - Returns: the first number that may be read both ways, where nothing shows it.
    mutating func settlePoints(_ texts: [String], _ column: TableColumn) -> NumberText? {
      let numbers = texts.compactMap { NumberText($0) }
      let isGrouped = numbers.contains { $0.decimal == nil && $0.grouped != nil }
      groupsByPoint = groupsByPoint || (isGrouped && texts.contains { $0.contains(".") })
      guard !isGrouped, !texts.contains(where: { $0.contains(",") }), numbers.allSatisfy({ $0.grouped != nil }),
        numbers.allSatisfy({ column.valid.contains(column.converted($0.grouped ?? 0)) })
      else { return nil }
      return numbers.first { $0.mark == "." }
    }
  }

  private static func style(
    _ rows: CSVRowReader, _ columns: inout [Column: TableColumn]
  ) throws(InputError) -> Style {
    var texts: [Column: [String]] = [:]
    for (column, found) in columns { texts[column] = try rows.texts(found.index) }
    var style = Style()
    let numbers = [Column.current, .voltage, .power, .load, .level].flatMap { texts[$0] ?? [] }
    style.comma = CommaMeaning(in: numbers, separator: rows.separator)
    if case .either(let text) = style.comma, let number = NumberText(text) {
      throw rows.error(
        "'\(XMLElement.shown(text))' may be \(DecimalText.exact(number.decimal ?? 0)) or "
          + "\(DecimalText.exact(number.grouped ?? 0))", at: rows.fields.first,
        remedy: "write numbers without marks between thousands, and decimals with a point")
    }
    if rows.separator != UInt8(ascii: ",") {
      for column in [Column.current, .power, .load] {
        guard let found = columns[column], let open = style.settlePoints(texts[column] ?? [], found) else { continue }
        throw rows.error(
          "numbers under '\(XMLElement.shown(found.heading))' may be \(DecimalText.exact(open.decimal ?? 0)) or "
            + "\(DecimalText.exact(open.grouped ?? 0))", at: rows.fields.first,
          remedy: "write numbers without marks between thousands, and decimals with another number of digits")
      }
      if style.groupsByPoint { style.notes.append("points divide thousands") }
    }
    if style.comma == .group, let text = numbers.first(where: { $0.contains(",") }) {
      style.notes.append(
        "commas divide thousands: '\(XMLElement.shown(text))' is \(DecimalText.exact(style.comma.value(text) ?? 0))")
    }
    if let found = columns[.level], !found.namesUnit,
      BatteryLevels.areShares((texts[.level] ?? []).compactMap(style.value))
    {
      columns[.level]?.unit = UnitSymbol("", 100)
      style.notes.append(BatteryLevels.shareNote)
    }
    if let found = columns[.current], !found.namesUnit, found.unit?.symbol == "uA" {
      let sizes = (texts[.current] ?? []).compactMap(style.value).map(abs).filter { $0 > 0 }.sorted()
      if let most = sizes.last, most < mostPower * 1e3, sizes[sizes.count / 2] < leastAwake {
        columns[.current]?.unit = UnitSymbol("mA", 1e-3)
        style.notes.append(
          "'\(XMLElement.shown(found.heading))' is in mA, as some phones write it: in uA an awake phone would draw less than "
            + "\(Int(leastAwake)) uA")
      }
    }
    guard let time = columns[.time] else { return style }
    style.time.unit = time.unit?.factor
    style.notes += try style.time.settle(texts[.time] ?? [], heading: time.heading, rows)
    // A unit says nothing of the year that a count begins in.
    if time.unit != nil, !time.heading.lowercased().contains("epoch") { style.time.epoch = 0 }
    return style
  }

  /// In uA: no phone draws less while it is awake to write a row (2 mA are 8 mW).
  private static let leastAwake = 2_000.0

  private static func row(
    _ rows: CSVRowReader, _ columns: [Column: TableColumn], _ style: Style, _ tally: inout RowTally
  ) -> Row? {
    func text(_ column: Column) -> String? { columns[column].flatMap { rows.cell($0.index) } }
    func number(_ column: Column) -> Double? {
      guard let found = columns[column], let written = text(column) else { return nil }
      let plain = column == .level && written.hasSuffix("%") ? String(written.dropLast()) : written
      return style.value(plain).map(found.converted)
    }
    var row = Row()
    row.line = rows.line
    let stamp = text(.time) ?? ""
    guard let time = style.time.reading(stamp) else {
      tally.skip(
        "without a valid time", rows, "'\(XMLElement.shown(stamp))' is not a time",
        remedy: "write seconds since 1970, or 2019-08-31T17:05:21Z")
      return nil
    }
    row.time = time.seconds
    guard TimeText.years.contains(row.time) else {
      tally.skip(
        "with a time outside the years 1900 to 2200", rows, "the time is outside the years 1900 to 2200",
        remedy: "name its unit in the heading")
      return nil
    }
    for column in [Column.current, .power] {
      guard let value = number(column), let found = columns[column], !found.valid.contains(value) else { continue }
      tally.skip(
        "with more than a phone draws", rows,
        "\(text(column) ?? "") under '\(XMLElement.shown(found.heading))' is more than a phone draws",
        remedy: "check the unit: a thousandth of it is "
          + "\(DecimalText.significant(value / 1_000, digits: 4)) \(found.role.units[0].symbol)")
      return nil
    }
    (row.current, row.power, row.load) = (number(.current), number(.power), number(.load))
    row.voltage = number(.voltage).flatMap(volts)
    row.level = number(.level).flatMap { (0...100).contains($0) ? $0 : nil }
    if let word = text(.charging)?.lowercased(), !Sentinel.isMissing(word) || word == "none" {
      row.isCharging = TrackNumber.value(word).map { $0 != 0 } ?? chargingWords[word.filter(\.isLetter)]
      if row.isCharging == nil {
        tally.skip(
          "that do not say whether the phone charges", rows,
          "'\(XMLElement.shown(word))' says neither that the phone charges nor that it does not",
          remedy: "write 1 or 0, true or false, charging or discharging")
        return nil
      }
    }
    if row.isCharging == nil, let word = text(.status)?.lowercased() {
      row.isCharging = statusCodes[word] ?? chargingWords[word.filter(\.isLetter)]
    }
    return row
  }

  /// Of `BatteryManager`: charging and full, discharging and not charging; 1 is unknown.
  private static let statusCodes = ["2": true, "5": true, "3": false, "4": false]

  /// No phone draws as much: in watts, and in amperes.
  static let (mostPower, mostCurrent) = (60.0, 60.0)

  /// Words of tables in several languages, letters alone.
  private static let chargingWords: [String: Bool] = {
    let yes = [
      "true", "yes", "y", "t", "on", "charging", "plugged", "pluggedin", "connected", "full", "ac", "usb", "wireless",
      "ja", "j", "oui", "si", "sí", "sim", "da", "да", "tak", "evet", "ya", "ano", "是", "はい", "예",
    ]
    let no = [
      "false", "no", "n", "f", "off", "none", "discharging", "unplugged", "notcharging", "notplugged", "disconnected",
      "battery", "nein", "non", "não", "nao", "nee", "nej", "nie", "не", "нет", "falso", "falsch", "faux", "hayır",
      "tidak", "ne", "否", "いいえ", "아니요",
    ]
    return Dictionary(uniqueKeysWithValues: yes.map { ($0, true) } + no.map { ($0, false) })
  }()

  /// A phone's battery and a monitor's supply have 2 to 20 V: what is a thousand or a million times that is mV or uV.
  static func volts(_ value: Double) -> Double? {
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
    _ rows: [Row], _ file: String
  ) throws(InputError) -> ([ImportedRecording.PowerSpan], [String]) {
    var notes: [String] = []
    func isOff(_ row: Row) -> Bool { row.isCharging != true }
    func spanned(_ watts: (Row, Row) -> Double?) -> [ImportedRecording.PowerSpan] {
      zip(rows, rows.dropFirst()).compactMap { a, b in
        guard isOff(a), isOff(b), b.time > a.time, b.time - a.time <= longestGap else { return nil }
        return watts(a, b).map { .init(start: a.time, end: b.time, watts: $0, meter: a.meter) }
      }
    }
    if rows.contains(where: { $0.load != nil }) {
      var breaks = 0
      let spans = spanned { a, b in
        guard let before = a.load, let after = b.load else { return nil }
        let watts = (after - before) / (b.time - a.time)
        // The counter wraps and is reset.
        if (0...15).contains(watts) { return watts }
        breaks += 1
        return nil
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
    if rows.contains(where: { $0.current != nil }), !rows.contains(where: { $0.power != nil || $0.voltage != nil }) {
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
    return (spanned { a, _ in watts(a).map { $0 * sign }.flatMap { $0 >= 0 ? $0 : nil } }, notes)
  }
}
