import DeviceModel
import Core

/// Reads the powerlog of an iPhone's sysdiagnose (`.PLSQL`): the battery, who asked for positions, and the energy that the
/// phone accounts to its parts.
///
/// Times of the log count on a clock of its own; the table of offsets tells what to add. Source of the names: the tables
/// themselves, and "APOLLO" (github.com/mac4n6/APOLLO), modules `powerlog_battery_level`, `powerlog_location_client_status`
/// and `powerlog_app_accounting`. Columns differ between versions of iOS: only those that are there are read.
enum PowerlogReader {
  private static let battery = "PLBatteryAgent_EventBackward_Battery"
  private static let offsets = "PLStorageOperator_EventForward_TimeOffset"
  private static let clients = "PLLocationAgent_EventForward_ClientStatus"
  private static let energies = "PLAccountingOperator_Aggregate_RootNodeEnergy"
  private static let nodes = "PLAccountingOperator_EventNone_Nodes"

  static func read(bytes: [UInt8], file: String) throws(InputError) -> ImportedRecording {
    let database = try SQLiteFile(bytes, file: file)
    guard database.tables.contains(battery) else {
      let names = database.tables.prefix(6).map { "'\($0)'" }.joined(separator: ", ")
      throw InputError(
        file: file, message: "the database has no table '\(battery)'; its tables are \(names.isEmpty ? "none" : names)",
        remedy: "give the .PLSQL file of a sysdiagnose, from logs/powerlogs")
    }
    let clock = try Clock(database)
    var recording = try powers(database, clock, bytes: bytes, file: file)
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
      var steps: [(time: Double, offset: Double)] = []
      try database.rows(of: offsets) { row in
        if let time = row["timestamp"].number, let offset = row["system"].number { steps.append((time, offset)) }
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

  /// The battery's table: rows as those of a power monitor, in mA, mV and mWs.
  private static func powers(
    _ database: borrowing SQLiteFile, _ clock: Clock, bytes: [UInt8], file: String
  ) throws(InputError) -> ImportedRecording {
    var rows: [PowerTableImport.Row] = []
    var (strange, hasCharger) = (0, false)
    try database.rows(of: battery) { values in
      guard let time = values["timestamp"].number.map(clock.seconds), TimeText.years.contains(time) else {
        strange += 1
        return
      }
      var row = PowerTableImport.Row(time: time, line: rows.count + 2)
      row.current = values["instantamperage", "amperage"].number.map { $0 / 1_000 }
      row.voltage = values["voltage", "applerawbatteryvoltage"].number.flatMap { PowerTableImport.volts($0 / 1_000) }
      row.load = values["accumulatedsystemload"].number.map { $0 / 1_000 }
      row.level = values["level", "rawlevel"].number.flatMap { (0...100).contains($0) ? $0 : nil }
      row.isCharging = values["ischarging", "externalconnected"].number.map { $0 != 0 }
      hasCharger = hasCharger || row.isCharging != nil
      rows.append(row)
    }
    guard rows.count > 1 else {
      throw InputError(
        file: file, message: "the battery's table has fewer than two rows", remedy: "take the sysdiagnose again later")
    }
    var recording = ImportedRecording(bytes, file: file, format: "iPhone powerlog", system: .ios)
    if strange > 0 { recording.notes.append("\(strange) rows of the battery without a possible time left out") }
    try PowerTableImport.add(rows, hasCharger: hasCharger, to: &recording)
    return recording
  }

  /// A stretch for each client of the location daemon: by the accuracy that it asked for, and other services (regions, visits) by
  /// their type. What is open when the log ends lasts to its end.
  private static func states(
    _ database: borrowing SQLiteFile, _ clock: Clock, end: Double?
  ) throws(InputError) -> (spans: [ImportedRecording.StateSpan], open: Int) {
    var (spans, open): ([ImportedRecording.StateSpan], Int) = ([], 0)
    try database.rows(of: clients) { row in
      guard let start = row["timestamp"].number.map(clock.seconds) else { return }
      var stop = row["timestampend"].number.flatMap { $0 > 0 ? clock.seconds($0) : nil }
      if stop == nil, let end, end > start {
        stop = end
        open += 1
      }
      guard let stop, stop > start else { return }
      let type = row["type"].text ?? "Location"
      let accuracy = row["locationdesiredaccuracy"].number
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
    var names: [Int: String] = [:]
    try database.rows(of: nodes) { row in
      guard let number = row["id"].number, let text = row["name"].text, abs(number) < 1e9 else { return }
      names[Int(number)] = String(text.prefix(60))
    }
    var sums: [Int: Double] = [:]
    try database.rows(of: energies) { row in
      guard let number = row["rootnodeid"].number, abs(number) < 1e9, let value = row["energy"].number, value >= 0
      else { return }
      sums[Int(number), default: 0] += value
    }
    return sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.compactMap { node, sum in
      guard let name = names[node], sum > 0 else { return nil }
      return .init(name: "energy accounted to \(name)", value: sum * 3.6e-3, unit: "J")
    }
  }
}
