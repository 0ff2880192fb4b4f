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
    var columns: [DriveQuantity: TableColumn] = [:]
    /// The measured ones, in the order of the quantities.
    var measured: [(quantity: DriveQuantity, column: TableColumn)] = []
    var time = TimeColumn(order: .dayFirst)
    var timeColumn = 0
    var dateColumn: Int?
    /// Of which the identity of a cell is made.
    var identity: [TableColumn] = []
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
    if !layout.hasOrder { try settleTime(&layout, rows) }
    var samples: [DriveSample] = []
    var tally = RowTally()
    var missing = RowTally()
    var knowsZone = true
    var shorter = 0
    while try rows.nextRow() {
      guard isWhole(rows, layout, &tally) else { continue }
      if rows.fields.count < layout.width { shorter += 1 }
      guard let time = time(rows, layout, &tally),
        let sample = sample(rows, layout, time.seconds, &tally, &missing)
      else { continue }
      if !time.namesZone { knowsZone = false }
      samples.append(sample)
    }
    if samples.isEmpty, tally.total == 0 {
      throw InputError(
        file: file, message: "the file has a heading but no rows", remedy: "give a log with measurements")
    }
    try tally.check(policy, kept: samples.count, file: file)
    var notes = layout.notes
    if !knowsZone { settleClock(&samples, &notes) }
    if shorter > 0 { notes.append("\(shorter) rows are shorter than the heading; their last columns are missing") }
    settleSpeed(&samples, layout, &notes)
    return DriveLog(
      file: file, digest: SHA256.hexadecimal(of: bytes),
      format: layout.isGNetTrack ? "G-NetTrack" : "table",
      samples: samples, skipped: tally.rows, missing: missing.rows, notes: notes, knowsZone: knowsZone)
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
    let headings = rows.headings
    let keys = Set(headings.map(\.key))
    var layout = Layout()
    layout.width = headings.count
    layout.isGNetTrack =
      !keys.isDisjoint(with: ["networktech", "networkmode", "operatorname"])
      && !keys.isDisjoint(with: ["dlbitrate", "testdownlink", "level"])
    try mapping.check(among: DriveQuantity.allCases.map(\.rawValue) + ["zone"])
    for quantity in DriveQuantity.allCases {
      guard let role = DriveQuantity.roles[quantity] else { continue }
      if let target = mapping.targets[quantity.rawValue] {
        layout.columns[quantity] = try column(role, target, headings, &layout, rows)
      } else {
        layout.columns[quantity] = role.columns(in: headings).first
      }
    }
    if let target = mapping.targets["zone"] {
      guard let zone = TimeText.zone(target.text) else {
        throw target.error(
          "'\(target.text)' is not a zone", remedy: "write an offset from UTC such as zone=+01:00, or zone=UTC")
      }
      layout.time.zone = zone
    }
    guard let time = layout.columns[.time] ?? layout.columns[.date] else {
      throw rows.unknown("a time", remedy: "name it with --columns time=NAME:yyyy-MM-dd HH:mm:ss")
    }
    layout.timeColumn = time.index
    layout.dateColumn = layout.columns[.date].flatMap { $0.index == time.index ? nil : $0.index }
    if !layout.hasOrder { layout.time.unit = time.unit?.factor }
    let quantities = Set(layout.columns.keys)
    guard
      quantities.isSuperset(of: [.latitude, .longitude]) || !quantities.isDisjoint(with: [.rsrp, .downlink, .uplink])
    else {
      throw rows.unknown("a position or a signal", remedy: "name it with --columns lat=NAME,lon=NAME,rsrp=NAME")
    }
    layout.identity = identity(layout.columns, headings)
    for quantity in [DriveQuantity.downlink, .uplink] {
      guard let column = layout.columns[quantity], column.unit == nil else { continue }
      if layout.isGNetTrack {
        layout.columns[quantity]?.unit = UnitSymbol("kbit/s", 1e3)
        continue
      }
      layout.columns[quantity] = nil
      layout.notes.append(
        "'\(column.heading)' names no unit and was not read: say --columns \(quantity.rawValue)=\(column.heading):Mbit/s"
      )
    }
    layout.measured = DriveQuantity.allCases.filter(\.isMeasured).compactMap { quantity in
      layout.columns[quantity].map { (quantity, $0) }
    }
    return layout
  }

  private func column(
    _ role: ColumnRole, _ target: ColumnMapping.Target, _ headings: [ColumnHeading], _ layout: inout Layout,
    _ rows: CSVRowReader
  ) throws(InputError) -> TableColumn {
    let (index, rest) = try target.column(among: headings, rows)
    let column = role.column(index, headings[index])
    guard role.isTime else { return try column.named(rest, by: target) }
    if !rest.isEmpty {
      guard let time = TimeColumn(pattern: rest) else {
        throw target.error(
          "'\(rest)' is not a form of time",
          remedy: "write a pattern such as dd.MM.yyyy HH:mm:ss, or iso, s, ms, us, ns")
      }
      (layout.time, layout.hasOrder) = (time, true)
    }
    return column
  }

  /// A cell is known by its whole identity where there is one, else by node, area and local number together.
  private func identity(
    _ columns: [DriveQuantity: TableColumn], _ headings: [ColumnHeading]
  ) -> [TableColumn] {
    guard let cell = columns[.cell] else { return [] }
    let isWhole = ["rawcellid", "cgi", "ecgi", "eci", "nci"].contains(headings[cell.index].key)
    return isWhole || mapping.targets["cell"] != nil
      ? [cell] : [cell] + [.node, .area].compactMap { columns[$0] }
  }

  private func settleTime(_ layout: inout Layout, _ rows: CSVRowReader) throws(InputError) {
    var (times, dates): ([String], [String]) = ([], [])
    try rows.ahead { row in
      if let text = row.cell(layout.timeColumn) { times.append(text) }
      if let text = row.cell(layout.dateColumn) { dates.append(text) }
    }
    let heading = rows.headings[layout.timeColumn].text
    let notes = try layout.time.settle(times, dates: dates.isEmpty ? nil : dates, heading: heading, rows)
    layout.notes += notes.filter { $0 != TimeColumn.noZone }.map {
      $0 == TimeColumn.ambiguity ? "\($0) (--columns time=NAME:MM/dd/yyyy takes the month)" : $0
    }
  }

  // MARK: - Rows

  /// Whether a row has the heading's cells, but for some at its end.
  private func isWhole(_ rows: CSVRowReader, _ layout: Layout, _ tally: inout RowTally) -> Bool {
    let count = rows.fields.count
    let isLonger = count > layout.width && (layout.width..<count).contains { rows.cell($0) != nil }
    guard isLonger || count <= layout.timeColumn || count * 2 < layout.width else { return true }
    tally.skip(
      "another number of cells than the heading", rows, "the row has \(count) cells, the heading has \(layout.width)",
      remedy: "add or remove cells")
    return false
  }

  private func time(_ rows: CSVRowReader, _ layout: Layout, _ tally: inout RowTally) -> TimeColumn.Reading? {
    let date = layout.dateColumn.map { (rows.cell($0) ?? "") + " " } ?? ""
    let text = date + (rows.cell(layout.timeColumn) ?? "")
    if let reading = layout.time.reading(text) { return reading }
    tally.skip(
      Sentinel.isMissing(text) ? "time is missing" : "time is not a time", rows, at: rows.fields[layout.timeColumn],
      "'\(text.prefix(30))' is not a time", remedy: "say its form, as in --columns 'time=NAME:dd.MM.yyyy HH:mm:ss'")
    return nil
  }

  private func sample(
    _ rows: CSVRowReader, _ layout: Layout, _ time: Double, _ tally: inout RowTally, _ missing: inout RowTally
  ) -> DriveSample? {
    var sample = DriveSample(time: time, line: rows.line)
    var numbers: [DriveQuantity: Double] = [:]
    for (quantity, column) in layout.measured {
      let text = rows.cell(column.index) ?? ""
      if Sentinel.isMissing(text) {
        missing.miss(column.heading, "'\(text.prefix(12))' stands for not known", rows.line)
        continue
      }
      switch quantity {
      case .access:
        sample.access = DriveAccess(text)
        if sample.access == nil { missing.miss(column.heading, "unknown access", rows.line) }
      case .state: sample.isIdle = Self.isIdle(text)
      default:
        guard let value = TrackNumber.value(text).map(column.converted) else {
          // One cell of rubbish is a damaged row: its neighbours may have been shifted.
          tally.skip(
            "\(quantity.rawValue) is not a number", rows, at: rows.fields[column.index],
            "'\(text.prefix(30))' is not a number", remedy: "write a number here")
          return nil
        }
        guard column.valid.contains(value) else {
          missing.miss(column.heading, "beyond what a phone reports", rows.line)
          continue
        }
        numbers[quantity] = value
      }
    }
    if let level = numbers[.rsrp], let access = sample.access, !access.levels.contains(level) {
      missing.miss(layout.columns[.rsrp]?.heading ?? "", "beyond what a phone reports of \(access.title)", rows.line)
      numbers[.rsrp] = nil
    }
    fill(&sample, numbers, &missing)
    sample.cell = cell(rows, layout, &missing)
    return sample
  }

  private func fill(_ sample: inout DriveSample, _ numbers: [DriveQuantity: Double], _ missing: inout RowTally) {
    if let latitude = numbers[.latitude], let longitude = numbers[.longitude] {
      if latitude == 0, longitude == 0 {
        missing.miss("position", "0,0 stands for not known", sample.line)
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

  private func cell(_ rows: CSVRowReader, _ layout: Layout, _ missing: inout RowTally) -> String? {
    guard let main = layout.identity.first else { return nil }
    let text = rows.cell(main.index) ?? ""
    if Sentinel.isMissing(text) || Sentinel.cells.contains(text) {
      missing.miss(main.heading, "no serving cell", rows.line)
      return nil
    }
    return layout.identity.map { rows.cell($0.index) ?? "" }.joined(separator: "-")
  }

  /// G-NetTrack writes I for idle, D for data, V for voice.
  private static func isIdle(_ text: String) -> Bool? {
    switch text.uppercased() {
    case "I", "IDLE": true
    case "D", "DATA", "VD", "CONNECTED", "ACTIVE": false
    default: nil
    }
  }

  // MARK: - What all rows tell

  /// Local times in the order of the file: where the clock goes back by an hour, as at the end of summer time, what follows
  /// is an hour later than it says. Only in a file whose rows are in order of time but for that.
  private func settleClock(_ samples: inout [DriveSample], _ notes: inout [String]) {
    let back = samples.indices.dropFirst().filter { samples[$0].time < samples[$0 - 1].time }
    guard back.count == 1, let first = back.first,
      (3000...3660).contains(samples[first - 1].time - samples[first].time)
    else { return }
    for index in samples.indices[first...] { samples[index].time += 3600 }
    notes.append("the clock goes back by an hour; the times after that are counted on")
  }

  /// Speeds of an unknown unit take the one that agrees with the positions, whatever the order of the rows.
  private func settleSpeed(_ samples: inout [DriveSample], _ layout: Layout, _ notes: inout [String]) {
    guard let column = layout.columns[.speed], column.unit == nil else { return }
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
    let units = UnitTable.speed
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

extension RowTally {
  /// Counts a cell without a value.
  fileprivate mutating func miss(_ column: String, _ reason: String, _ line: Int) {
    count(SkippedRows(reason: "\(column) without a value: \(reason)", count: 1, firstLine: line))
  }
}
