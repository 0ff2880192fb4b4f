import DeviceModel
import Core

/// Reads the powerlog of an iPhone's sysdiagnose (`.PLSQL`): the battery, who asked for positions, and the energy that the
/// phone accounts to its parts.
///
/// Times of the log count on a clock of its own; the table of offsets tells what to add. Source of the names: the tables
/// themselves, and "APOLLO" (github.com/mac4n6/APOLLO), modules `powerlog_battery_level`, `powerlog_location_client_status`
/// and `powerlog_app_accounting`. Columns differ between versions of iOS: only those that are there are read.
enum PowerlogReader {
  static let format = "iPhone powerlog"

  private static let battery = "PLBatteryAgent_EventBackward_Battery"
  private static let offsets = "PLStorageOperator_EventForward_TimeOffset"
  private static let clients = "PLLocationAgent_EventForward_ClientStatus"
  private static let energies = "PLAccountingOperator_Aggregate_RootNodeEnergy"
  private static let nodes = "PLAccountingOperator_EventNone_Nodes"

  static func read(bytes: [UInt8], file: String) throws(InputError) -> ImportedRecording {
    let database = try SQLiteFile(bytes, file: file)
    guard let table = database.table(battery) else {
      let names = database.tables.prefix(6).map { "'\($0.name)'" }.joined(separator: ", ")
      throw InputError(
        file: file, message: "the database has no table '\(battery)'; its tables are \(names.isEmpty ? "none" : names)",
        remedy: "give the .PLSQL file of a sysdiagnose, from logs/powerlogs")
    }
    let clock = try Clock(database)
    var recording = try powers(database, table, clock, bytes: bytes, file: file)
    recording.system = .ios
    if clock.isMissing { recording.notes.append("no table of clock offsets: times are those of the log's own clock") }
    let (states, open) = try states(database, clock, end: recording.span?.upperBound)
    recording.states = states
    if open > 0 { recording.notes.append("\(open) uses of location without an end: taken to the log's end") }
    recording.facts = try facts(database)
    return recording
  }

  /// What to add to the log's times: the newest offset before each.
  private struct Clock {
    private var steps: [(time: Double, offset: Double)] = []

    init(_ database: borrowing SQLiteFile) throws(InputError) {
      guard let table = database.table(offsets) else { return }
      let (time, system) = (Columns(table)["timestamp"], Columns(table)["system"])
      var steps: [(time: Double, offset: Double)] = []
      try database.rows(of: table) { row in
        guard let time, let system, let at = row[time].number, let offset = row[system].number else { return }
        steps.append((at, offset))
      }
      self.steps = steps.sorted { $0.time < $1.time }
    }

    var isMissing: Bool { steps.isEmpty }

    func seconds(_ time: Double) -> Double {
      guard let first = steps.first else { return time }
      let next = steps.partitioningIndex { $0.time > time }
      return time + (next > 0 ? steps[next - 1].offset : first.offset)
    }
  }

  /// Columns by their names without marks, in small letters.
  private struct Columns {
    private var places: [String: Int] = [:]

    init(_ table: SQLiteFile.Table) {
      for (place, name) in table.columns.enumerated() { places[ColumnHeading.key(name)] = place }
    }

    subscript(name: String) -> Int? { places[name] }
  }

  /// The battery's table: rows as those of a power monitor, in mA, mV and mWs.
  private static func powers(
    _ database: borrowing SQLiteFile, _ table: SQLiteFile.Table, _ clock: Clock, bytes: [UInt8], file: String
  ) throws(InputError) -> ImportedRecording {
    let columns = Columns(table)
    var rows: [PowerTableImport.Row] = []
    var strange = 0
    try database.rows(of: table) { values in
      func number(_ names: String...) -> Double? {
        names.lazy.compactMap { columns[$0] }.first.flatMap { values[$0].number }
      }
      guard let time = number("timestamp").map(clock.seconds), TimeText.years.contains(time) else {
        strange += 1
        return
      }
      var row = PowerTableImport.Row(time: time, line: rows.count + 2)
      row.current = number("instantamperage", "amperage").map { $0 / 1_000 }
      row.voltage = number("voltage", "applerawbatteryvoltage").flatMap { PowerTableImport.volts($0 / 1_000) }
      row.load = number("accumulatedsystemload").map { $0 / 1_000 }
      row.level = number("level", "rawlevel").flatMap { (0...100).contains($0) ? $0 : nil }
      row.isCharging = number("ischarging", "externalconnected").map { $0 != 0 }
      rows.append(row)
    }
    guard rows.count > 1 else {
      throw InputError(
        file: file, message: "the battery's table has fewer than two rows", remedy: "take the sysdiagnose again later")
    }
    var recording = ImportedRecording(file: file, digest: SHA256.hexadecimal(of: bytes), format: format)
    if strange > 0 { recording.notes.append("\(strange) rows of the battery without a possible time left out") }
    let hasCharger = columns["ischarging"] != nil || columns["externalconnected"] != nil
    try PowerTableImport.add(rows, hasCharger: hasCharger, to: &recording)
    return recording
  }

  /// A stretch for each client of the location daemon: by the accuracy that it asked for, and other services (regions, visits) by
  /// their type. What is open when the log ends lasts to its end.
  private static func states(
    _ database: borrowing SQLiteFile, _ clock: Clock, end: Double?
  ) throws(InputError) -> (spans: [ImportedRecording.StateSpan], open: Int) {
    guard let table = database.table(clients) else { return ([], 0) }
    let columns = Columns(table)
    guard let begin = columns["timestamp"], let last = columns["timestampend"] else { return ([], 0) }
    var (spans, open): ([ImportedRecording.StateSpan], Int) = ([], 0)
    try database.rows(of: table) { row in
      guard let start = row[begin].number.map(clock.seconds) else { return }
      var stop = row[last].number.flatMap { $0 > 0 ? clock.seconds($0) : nil }
      if stop == nil, let end, end > start {
        stop = end
        open += 1
      }
      guard let stop, stop > start else { return }
      let type = columns["type"].flatMap { row[$0].text } ?? "Location"
      let accuracy = columns["locationdesiredaccuracy"].flatMap { row[$0].number }
      let name =
        switch accuracy {
        case _ where type.lowercased() != "location":
          String(ColumnHeading.words(type).prefix(40)).replacing(" ", with: "_")
        case nil: "location"
        case .some(..<10): "location_best"
        case .some(..<100): "location_ten_meters"
        case .some(..<1_000): "location_hundred_meters"
        case .some: "location_kilometer"
        }
      spans.append(.init(state: name, start: start, end: stop))
    }
    return (spans.sorted { ($0.start, $0.end, $0.state) < ($1.start, $1.end, $1.state) }, open)
  }

  /// The energy accounted to each part of the phone, in joules: the log counts in microwatt-hours.
  private static func facts(_ database: borrowing SQLiteFile) throws(InputError) -> [ImportedRecording.Fact] {
    guard let table = database.table(energies), let nodes = database.table(nodes) else { return [] }
    var names: [Int: String] = [:]
    let (id, name) = (Columns(nodes)["id"], Columns(nodes)["name"])
    try database.rows(of: nodes) { row in
      guard let id, let name, let number = row[id].number, let text = row[name].text, abs(number) < 1e9 else { return }
      names[Int(number)] = String(text.prefix(60))
    }
    let columns = Columns(table)
    guard let root = columns["rootnodeid"], let energy = columns["energy"] else { return [] }
    var sums: [Int: Double] = [:]
    try database.rows(of: table) { row in
      guard let number = row[root].number, abs(number) < 1e9, let value = row[energy].number, value >= 0 else { return }
      sums[Int(number), default: 0] += value
    }
    return sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.compactMap { node, sum in
      guard let name = names[node], sum > 0 else { return nil }
      return .init(name: "energy accounted to \(name)", value: sum * 3.6e-3, unit: "J")
    }
  }
}
