import Core

/// Reads power traces: tables with a time and a current, a voltage or a power.
///
/// Headings of these exports are known: Monsoon PowerTool (`Time (s),Main Avg Current (mA),Main Avg Voltage (V)`), Nordic
/// PPK2 (`Timestamp(ms),Current(uA)`), Joulescope (`#time,current,voltage,power` in SI units, or with units in brackets).
package struct PowerRecordingReader: Sendable {
  package var mapping: ColumnMapping
  package var policy: RowPolicy
  /// In volts; for files with a current only.
  package var voltage: Double?

  package init(mapping: ColumnMapping = .automatic, policy: RowPolicy = RowPolicy(), voltage: Double? = nil) {
    self.mapping = mapping
    self.policy = policy
    self.voltage = voltage
  }

  static let roles = [
    ColumnRole("time", .time, aliases: ["time", "timestamp", "unix", "elapsed"], isRequired: true),
    ColumnRole(
      "current", .number(units: UnitTable.current, valid: -60...60),
      aliases: ["current", "main avg current", "main current", "main"], isRequired: false),
    ColumnRole(
      "voltage", .number(units: UnitTable.voltage, valid: 0...50),
      aliases: ["voltage", "main avg voltage", "main voltage"], isRequired: false),
    ColumnRole(
      "power", .number(units: UnitTable.power, valid: -60...60), aliases: ["power", "main avg power"], isRequired: false
    ),
    ColumnRole("end", .time, aliases: ["end"], isRequired: false),
    ColumnRole("state", .text, aliases: ["state", "label"], isRequired: false),
  ]

  package func read(path: String) throws(InputError) -> PowerRecording {
    try read(bytes: try TextFile.bytes(path), file: path)
  }

  package func read(bytes: [UInt8], file: String) throws(InputError) -> PowerRecording {
    let table = try TableReader(roles: Self.roles, mapping: mapping(for: bytes), policy: policy).read(
      bytes: bytes, file: file)
    // A mean over a span stands at its middle.
    let starts = table.numbers("time") ?? []
    let times = zip(starts, table.numbers("end") ?? starts).map { $1 > $0 ? ($0 + $1) / 2 : $0 }
    for row in times.indices.dropFirst() where times[row] < times[row - 1] {
      throw InputError(
        file: file, line: table.lines[row], column: 1, message: "the time goes back",
        remedy: "put the rows in order of time; keep one recording in a file")
    }
    let (watts, note) = try power(table)
    // Two samples of one time stamp (a clock coarser than the sampling) become their mean.
    var (keptTimes, keptWatts, keptStates) = ([Double](), [Double](), [String]())
    let states = table.texts("state")
    var dropped: [SkippedRows] = []
    var (missing, firstMissing) = (0, 0)
    var repeats = 1.0
    for row in times.indices {
      guard watts[row].isFinite else {
        (missing, firstMissing) = (missing + 1, missing == 0 ? table.lines[row] : firstMissing)
        continue
      }
      if let last = keptTimes.last, last == times[row] {
        repeats += 1
        keptWatts[keptWatts.count - 1] += (watts[row] - keptWatts[keptWatts.count - 1]) / repeats
        continue
      }
      repeats = 1
      keptTimes.append(times[row])
      keptWatts.append(watts[row])
      if let states { keptStates.append(states[row]) }
    }
    if missing > 0 {
      dropped.append(
        SkippedRows(reason: "current, voltage or power is missing", count: missing, firstLine: firstMissing))
    }
    return PowerRecording(
      file: file, digest: table.digest, times: keptTimes, watts: keptWatts, states: states == nil ? nil : keptStates,
      skipped: table.skipped + dropped, note: note)
  }

  private func power(_ table: MeasurementTable) throws(InputError) -> ([Double], String) {
    if let power = table.numbers("power") { return (power, "power as measured") }
    guard let current = table.numbers("current") else {
      throw InputError(
        file: table.file, line: 1, column: 1, message: "the table has neither a power nor a current",
        remedy: "name the column with --columns power=NAME or current=NAME")
    }
    if let voltage = table.numbers("voltage") {
      return (zip(current, voltage).map { $0 * $1 }, "power is current times voltage, sample by sample")
    }
    guard let voltage else {
      throw InputError(
        file: table.file, line: 1, column: 1, message: "the table has a current but no voltage",
        remedy: "say the supply's voltage with --voltage, such as --voltage 3.8V")
    }
    return (current.map { $0 * voltage }, "power is current times \(DecimalText.significant(voltage, digits: 6)) V")
  }

  /// Joulescope writes SI units without naming them.
  private func mapping(for bytes: [UInt8]) -> ColumnMapping {
    let head = bytes.prefix { $0 != 10 && $0 != 13 }
    let names = String(decoding: head, as: UTF8.self)
    guard mapping.targets.isEmpty, names.hasPrefix("#time,current") else { return mapping }
    let units = ["time": "s", "current": "A", "voltage": "V", "power": "W"]
    var targets: [String: ColumnMapping.Target] = [:]
    for name in names.split(separator: ",").map(String.init) {
      let plain = name.hasPrefix("#") ? String(name.dropFirst()) : name
      if let unit = units[plain] { targets[plain] = ColumnMapping.Target(text: "\(name):\(unit)") }
    }
    return ColumnMapping(targets: targets)
  }
}

/// Current, voltage or power over time, as a power monitor wrote it.
package struct PowerRecording: Sendable {
  package let file: String
  /// SHA-256 of the file.
  package let digest: String
  /// Seconds, from any start, in order.
  package let times: [Double]
  package let watts: [Double]
  /// What the phone did, where the file says; one per sample.
  package let states: [String]?
  package let skipped: [SkippedRows]
  /// How power was got: measured, current times voltage, or current times a stated voltage.
  package let note: String
}
