import Core
import World

/// Reads a drive log that is a table with a heading: G-NetTrack's, or any other whose columns are known or named.
///
/// Columns are found by name, in any order and case; commas, semicolons and tabs divide them, and decimals may have a
/// comma. Cells that stand for `not known` (`-`, empty, 2147483647, 0,0, a power of 0 dBm) are counted and hold nothing.
struct DriveTableReader {
  let mapping: ColumnMapping
  let policy: RowPolicy

  /// Columns, zone and time format as heading and user say them.
  private struct Layout {
    var columns: [DriveColumn] = []
    var time = DriveTime()
    var timeColumn = 0
    var dateColumn: Int?
    /// Of which the identity of a cell is made.
    var identity: [DriveColumn] = []
    var isGNetTrack = false
    var width = 0
    var notes: [String] = []
    /// Of the time, where the user gave it.
    var hasOrder = false
  }

  func read(bytes: [UInt8], file: String) throws(InputError) -> DriveLog {
    let (text, encoding) = TextEncoding.utf8(bytes)
    var rows = try CSVRowReader(bytes: text, file: file)
    var layout = try heading(&rows)
    if let encoding { layout.notes.append(encoding) }
    if !layout.hasOrder { try settleOrder(&layout, rows) }
    var samples: [DriveSample] = []
    var tally = RowTally()
    var missing = MissingCells()
    var clock = WallClock()
    var shorter = 0
    while try rows.nextRow() {
      guard let cells = cells(rows, layout, &tally, &shorter) else { continue }
      guard let time = time(cells, layout, rows, &tally, &clock) else { continue }
      guard let sample = sample(cells, layout, time, rows, &tally, &missing) else { continue }
      samples.append(sample)
    }
    if samples.isEmpty, tally.total == 0 {
      throw InputError(
        file: file, message: "the file has a heading but no rows", remedy: "give a log with measurements")
    }
    try tally.check(policy, kept: samples.count, file: file)
    clock.settle(&samples)
    var notes = layout.notes + clock.notes
    if shorter > 0 { notes.append("\(shorter) rows are shorter than the heading; their last columns are missing") }
    settleSpeed(&samples, layout, &notes)
    return DriveLog(
      file: file, digest: SHA256.hexadecimal(of: bytes), format: layout.isGNetTrack ? .gNetTrack : .table,
      samples: samples, skipped: tally.rows, missing: missing.list, notes: notes, knowsZone: clock.knowsZone)
  }

  // MARK: - Heading

  private func heading(_ rows: inout CSVRowReader) throws(InputError) -> Layout {
    guard try rows.nextRow() else {
      throw InputError(file: rows.file, message: "the file is empty", remedy: "give a drive log")
    }
    // Comments and titles may stand above the heading.
    var first: InputError?
    for _ in 0..<10 {
      do throws(InputError) {
        return try layout(rows)
      } catch {
        if first == nil || rows.fields.count > 3 { first = first ?? error }
        if !mapping.targets.isEmpty, rows.fields.count > 1 { throw error }
      }
      guard try rows.nextRow() else { break }
    }
    throw first ?? InputError(file: rows.file, message: "the file is empty", remedy: "give a drive log")
  }

  private func layout(_ rows: CSVRowReader) throws(InputError) -> Layout {
    let headings = rows.fields.map { DriveTime.trimmed(rows.text($0)) }
    let keys = headings.map { PositionHeading.key($0) }
    var layout = Layout()
    layout.width = headings.count
    layout.isGNetTrack =
      (keys.contains("networktech") || keys.contains("networkmode") || keys.contains("operatorname"))
      && !Set(keys).isDisjoint(with: ["dlbitrate", "testdownlink", "level"])
    let known = DriveQuantity.allCases.map(\.rawValue) + ["zone"]
    for (key, target) in mapping.targets.sorted(by: { $0.key < $1.key }) where !known.contains(key) {
      throw target.error(
        "unknown meaning '\(key)'", remedy: Suggestion.remedy(for: key, among: known, what: "meanings"))
    }
    if let target = mapping.targets["zone"] {
      guard let zone = DriveTime.offset(Self.whole(target)) else {
        throw target.error(
          "'\(Self.whole(target))' is not a zone", remedy: "write an offset from UTC such as zone=+01:00, or zone=UTC")
      }
      layout.time.zone = zone
    }
    for quantity in DriveQuantity.allCases {
      if let target = mapping.targets[quantity.rawValue] {
        try layout.columns.append(column(quantity, target, headings, &layout, rows))
        continue
      }
      if let found = Self.find(quantity, headings, keys) { layout.columns.append(found) }
    }
    layout.identity = Self.identity(layout.columns, keys, headings, isNamed: mapping.targets["cell"] != nil)
    layout.dateColumn = layout.columns.first { $0.quantity == .date }?.index
    guard let time = layout.columns.first(where: { $0.quantity == .time })?.index ?? layout.dateColumn else {
      throw unknown("a time", "time=NAME:yyyy-MM-dd HH:mm:ss", headings, rows)
    }
    layout.timeColumn = time
    if layout.dateColumn == time { layout.dateColumn = nil }
    let quantities = Set(layout.columns.map(\.quantity))
    guard
      quantities.isSuperset(of: [.latitude, .longitude]) || !quantities.isDisjoint(with: [.rsrp, .downlink, .uplink])
    else { throw unknown("a position or a signal", "lat=NAME,lon=NAME,rsrp=NAME", headings, rows) }
    if layout.isGNetTrack {
      for index in layout.columns.indices where layout.columns[index].unit == nil {
        let quantity = layout.columns[index].quantity
        if quantity == .downlink || quantity == .uplink { layout.columns[index].unit = UnitSymbol("kbit/s", 1e3) }
      }
    }
    layout.columns.removeAll { column in
      guard column.unit == nil, column.quantity == .downlink || column.quantity == .uplink else { return false }
      layout.notes.append(
        "'\(column.heading)' names no unit and was not read: say --columns \(column.quantity.rawValue)=\(column.heading):Mbit/s"
      )
      return true
    }
    return layout
  }

  private func unknown(_ what: String, _ example: String, _ headings: [String], _ rows: CSVRowReader) -> InputError {
    let shown = headings.prefix(8).map { "'\($0.prefix(24))'" }.joined(separator: ", ")
    let more = headings.count > 8 ? " and \(headings.count - 8) more" : ""
    return rows.error(
      "no column is known as \(what); "
        + (headings.count > 1 ? "the first columns are \(shown)\(more)" : "the table has one column"),
      at: rows.fields.first, remedy: "name it with --columns \(example)")
  }

  /// What the user wrote after `=`, the unit that was taken off included.
  private static func whole(_ target: ColumnMapping.Target) -> String {
    target.unit.map { "\(target.column):\($0)" } ?? target.column
  }

  private func column(
    _ quantity: DriveQuantity, _ target: ColumnMapping.Target, _ headings: [String], _ layout: inout Layout,
    _ rows: CSVRowReader
  ) throws(InputError) -> DriveColumn {
    // Times hold colons, and so may headings.
    let text = Self.whole(target)
    let index =
      headings.firstIndex(of: text)
      ?? headings.indices.filter { text.hasPrefix(headings[$0] + ":") && !headings[$0].isEmpty }
      .max { headings[$0].count < headings[$1].count }
    guard let index else { throw target.isMissing(among: headings, rows) }
    var column = DriveColumn(quantity: quantity, index: index, heading: headings[index], unit: quantity.usualUnit)
    let rest = text.dropFirst(headings[index].count + 1)
    if quantity == .time || quantity == .date {
      if !rest.isEmpty {
        guard var time = DriveTime.pattern(String(rest)) else {
          throw target.error(
            "'\(rest)' is not a form of time",
            remedy: "write a pattern such as dd.MM.yyyy HH:mm:ss, or iso, s, ms, us, ns")
        }
        time.zone = layout.time.zone
        layout.time = time
        layout.hasOrder = true
      }
      return column
    }
    if rest.isEmpty {
      column.unit = Self.named(quantity, headings[index]) ?? quantity.usualUnit
    } else {
      guard let unit = quantity.unit(String(rest)) else {
        throw target.error(
          "'\(rest)' is not a unit of \(quantity.rawValue)",
          remedy: "use one of: \(quantity.units.map(\.symbol).joined(separator: ", "))")
      }
      column.unit = unit
    }
    return column
  }

  /// The unit in a heading such as `Speed (km/h)`, `DL [Mbps]` and `speed_kmh`.
  private static func named(_ quantity: DriveQuantity, _ heading: String) -> UnitSymbol? {
    ColumnHeading(heading).unit.flatMap { quantity.unit($0) }
  }

  private static func find(_ quantity: DriveQuantity, _ headings: [String], _ keys: [String]) -> DriveColumn? {
    for alias in quantity.aliases {
      for index in headings.indices {
        if keys[index] == alias {
          return DriveColumn(quantity: quantity, index: index, heading: headings[index], unit: quantity.usualUnit)
        }
        let parts = ColumnHeading(headings[index])
        if quantity == .time || quantity == .date {
          guard let unit = parts.unit, PositionHeading.key(parts.base) == alias,
            ["s", "ms", "us", "ns", "utc", "iso", "unix"].contains(unit.lowercased())
          else { continue }
          return DriveColumn(quantity: quantity, index: index, heading: headings[index], unit: nil)
        }
        // `DL (Mbps)` and `speed_kmh` have a mark before the unit; `DL Mbps` and `dlMbps` end in it.
        var symbol = parts.unit.flatMap { PositionHeading.key(parts.base) == alias ? quantity.unit($0) : nil }
        if symbol == nil, keys[index].count > alias.count, keys[index].hasPrefix(alias) {
          symbol = quantity.unit(String(keys[index].dropFirst(alias.count)))
        }
        guard let symbol else { continue }
        return DriveColumn(quantity: quantity, index: index, heading: headings[index], unit: symbol)
      }
    }
    return nil
  }

  /// A cell is known by its whole identity where there is one, else by node, area and local number together.
  private static func identity(
    _ columns: [DriveColumn], _ keys: [String], _ headings: [String], isNamed: Bool
  ) -> [DriveColumn] {
    guard let cell = columns.first(where: { $0.quantity == .cell }) else { return [] }
    if isNamed || ["rawcellid", "cgi", "ecgi", "eci", "nci"].contains(keys[cell.index]) { return [cell] }
    return [cell] + columns.filter { $0.quantity == .node || $0.quantity == .area }
  }

  private func settleOrder(_ layout: inout Layout, _ rows: CSVRowReader) throws(InputError) {
    var rows = rows
    var texts: [String] = []
    while try rows.nextRow() {
      let index = layout.dateColumn ?? layout.timeColumn
      guard index < rows.fields.count else { continue }
      texts.append(rows.text(rows.fields[index]))
    }
    guard let found = TrackTime.order(of: texts) else { return }
    layout.time.order = found.order
    if found.isAmbiguous {
      layout.notes.append("\(TrackTime.ambiguity) (--columns time=NAME:MM/dd/yyyy takes the month)")
    }
  }

  // MARK: - Rows

  private func cells(
    _ rows: CSVRowReader, _ layout: Layout, _ tally: inout RowTally, _ shorter: inout Int
  ) -> [String]? {
    var cells = rows.fields.map { DriveTime.trimmed(rows.text($0)) }
    if cells.count > layout.width, cells[layout.width...].allSatisfy(\.isEmpty) {
      cells.removeLast(cells.count - layout.width)
    }
    if cells.count > layout.width || cells.count <= layout.timeColumn
      || (cells.count < layout.width && cells.count * 2 < layout.width)
    {
      tally.skip(
        "another number of cells than the heading", line: rows.line,
        error: rows.error(
          "the row has \(cells.count) cells, the heading has \(layout.width)", remedy: "add or remove cells"))
      return nil
    }
    if cells.count < layout.width {
      shorter += 1
      cells += [String](repeating: "", count: layout.width - cells.count)
    }
    return cells
  }

  private func time(
    _ cells: [String], _ layout: Layout, _ rows: CSVRowReader, _ tally: inout RowTally, _ clock: inout WallClock
  ) -> Double? {
    let text = (layout.dateColumn.map { cells[$0] + " " } ?? "") + cells[layout.timeColumn]
    guard let reading = layout.time.reading(text) else {
      let field = rows.fields[min(layout.timeColumn, rows.fields.count - 1)]
      tally.skip(
        Sentinel.isMissing(text) ? "time is missing" : "time is not a time", line: rows.line,
        error: rows.error(
          "'\(text.prefix(30))' is not a time", at: field,
          remedy: "say its form, as in --columns 'time=\(rows.fields.isEmpty ? "NAME" : "NAME"):dd.MM.yyyy HH:mm:ss'"))
      return nil
    }
    clock.add(reading)
    return reading.seconds
  }

  private func sample(
    _ cells: [String], _ layout: Layout, _ time: Double, _ rows: CSVRowReader, _ tally: inout RowTally,
    _ missing: inout MissingCells
  ) -> DriveSample? {
    var sample = DriveSample(time: time, line: rows.line)
    var numbers: [DriveQuantity: Double] = [:]
    for column in layout.columns where ![.time, .date, .cell, .node, .area].contains(column.quantity) {
      let text = cells[column.index]
      if Sentinel.isMissing(text) {
        missing.add(column.heading, "'\(text.prefix(12))' stands for not known")
        continue
      }
      switch column.quantity {
      case .access:
        sample.access = DriveAccess(text)
        if sample.access == nil { missing.add(column.heading, "unknown access") }
      case .state: sample.isIdle = Self.isIdle(text)
      default:
        guard let value = TrackNumber.value(text) else {
          // One cell of rubbish is a damaged row: its neighbours may have been shifted.
          tally.skip(
            "\(column.quantity.rawValue) is not a number", line: rows.line,
            error: rows.error(
              "'\(text.prefix(30))' is not a number",
              at: column.index < rows.fields.count ? rows.fields[column.index] : nil, remedy: "write a number here"))
          return nil
        }
        let scaled = value * (column.unit?.factor ?? 1)
        guard column.quantity.valid.contains(scaled) else {
          missing.add(column.heading, "beyond what a phone reports")
          continue
        }
        numbers[column.quantity] = scaled
      }
    }
    if let level = numbers[.rsrp], let access = sample.access, !access.levels.contains(level) {
      let heading = layout.columns.first { $0.quantity == .rsrp }?.heading ?? ""
      missing.add(heading, "beyond what a phone reports of \(access.title)")
      numbers[.rsrp] = nil
    }
    fill(&sample, numbers, &missing)
    sample.cell = Self.cell(cells, layout, &missing)
    return sample
  }

  private func fill(_ sample: inout DriveSample, _ numbers: [DriveQuantity: Double], _ missing: inout MissingCells) {
    if let latitude = numbers[.latitude], let longitude = numbers[.longitude] {
      if latitude == 0, longitude == 0 {
        missing.add("position", "0,0 stands for not known")
      } else {
        sample.position = GeodeticPosition(latitude: latitude, longitude: longitude)
      }
    }
    if let latitude = numbers[.towerLatitude], let longitude = numbers[.towerLongitude], latitude != 0 || longitude != 0
    {
      sample.tower = GeodeticPosition(latitude: latitude, longitude: longitude)
    }
    sample.speed = numbers[.speed]
    sample.accuracy = numbers[.accuracy]
    sample.rsrp = numbers[.rsrp]
    sample.rsrq = numbers[.rsrq]
    sample.snr = numbers[.snr]
    sample.downlink = numbers[.downlink]
    sample.uplink = numbers[.uplink]
    sample.carrierToNoise = numbers[.carrierToNoise]
    sample.satellites = numbers[.satellites].map { Int($0) }
    // A phone without service reports no cell, whatever number stands there.
    if sample.access == DriveAccess.none { sample.rsrp = nil }
  }

  private static func cell(_ cells: [String], _ layout: Layout, _ missing: inout MissingCells) -> String? {
    guard let main = layout.identity.first else { return nil }
    let text = cells[main.index]
    if Sentinel.isMissing(text) || Sentinel.cells.contains(text) {
      missing.add(main.heading, "no serving cell")
      return nil
    }
    return layout.identity.map { cells[$0.index] }.joined(separator: "-")
  }

  /// G-NetTrack writes I for idle, D for data, V for voice.
  private static func isIdle(_ text: String) -> Bool? {
    switch text.uppercased() {
    case "I", "IDLE": true
    case "D", "DATA", "VD", "CONNECTED", "ACTIVE": false
    default: nil
    }
  }

  /// Speeds of an unknown unit take the one that agrees with the positions, whatever the order of the rows.
  private func settleSpeed(_ samples: inout [DriveSample], _ layout: Layout, _ notes: inout [String]) {
    guard let column = layout.columns.first(where: { $0.quantity == .speed }), column.unit == nil else { return }
    // Positions are held for seconds, so only the whole way is compared with the speeds.
    var (way, sum) = (0.0, 0.0)
    var last: (place: EarthVector, time: Double)?
    let ordered = DriveLog.ordered(samples)
    for (a, b) in zip(ordered, ordered.dropFirst()) {
      let span = b.time - a.time
      if let speed = a.speed, span > 0, span <= 30 { sum += speed * span }
      guard let place = a.position?.earthVector() else { continue }
      if let before = last {
        let step = before.place.distance(to: place)
        guard step >= DrivePath.step else { continue }
        if step <= 200 + DrivePath.topSpeed * max(0, a.time - before.time) { way += step }
      }
      last = (place, a.time)
    }
    let units = DriveQuantity.speed.units
    var unit = layout.isGNetTrack ? units[1] : nil
    if way >= 500, sum > 0 {
      // Metres per second give 1 and km/h 0.28; a coarse way is shorter than the true one.
      let found = units[way / sum > 0.53 ? 0 : 1]
      if unit != found { notes.append("speeds are in \(found.symbol), as the positions show") }
      unit = found
    } else if unit == nil, samples.contains(where: { $0.speed != nil }) {
      notes.append("'\(column.heading)' names no unit and was not used: say --columns speed=\(column.heading):km/h")
    }
    for index in samples.indices {
      samples[index].speed = unit.flatMap { unit in samples[index].speed.map { $0 * unit.factor } }
    }
  }
}

/// Cells that stand for `not known`.
enum Sentinel {
  private static let words: Set<String> = [
    "", "-", "--", "n/a", "na", "nan", "null", "none", "unknown", "2147483647", "2147483647.0", "-2147483648",
    "2147483648", "9223372036854775807", "inf", "infinity", "-inf",
  ]

  /// Of identities of cells.
  static let cells: Set<String> = ["0", "-1", "65535", "268435455", "2147483647", "FFFFFFF", "7FFFFFFF"]

  static func isMissing(_ text: String) -> Bool {
    words.contains(text) || (text.utf8.count < 12 && words.contains(text.lowercased()))
  }
}

/// Counts cells without a value by column and reason.
struct MissingCells {
  private struct Key: Hashable {
    let column: String
    let reason: String
  }

  private var order: [Key] = []
  private var counts: [Key: Int] = [:]

  mutating func add(_ column: String, _ reason: String) {
    let key = Key(column: column, reason: reason)
    if counts[key] == nil { order.append(key) }
    counts[key, default: 0] += 1
  }

  var list: [DriveLog.Missing] {
    order.map { DriveLog.Missing(column: $0.column, count: counts[$0] ?? 0, reason: $0.reason) }
  }
}

/// Local times in the order of the file: where the clock goes back by an hour, as at the end of summer time, what follows
/// is an hour later than it says. Only in a file whose rows are in order of time but for that.
struct WallClock {
  private(set) var knowsZone = true
  private(set) var notes: [String] = []

  mutating func add(_ reading: DriveTime.Reading) {
    if !reading.isUTC { knowsZone = false }
  }

  mutating func settle(_ samples: inout [DriveSample]) {
    guard !knowsZone else { return }
    let back = samples.indices.dropFirst().filter { samples[$0].time < samples[$0 - 1].time }
    guard back.count == 1, let first = back.first,
      (3000...3660).contains(samples[first - 1].time - samples[first].time)
    else { return }
    for index in samples.indices[first...] { samples[index].time += 3600 }
    notes.append("the clock goes back by an hour; the times after that are counted on")
  }
}
