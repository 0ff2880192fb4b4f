import DeviceModel
import FileFormats
import GeoJoule
import Quantities
import Reports

/// What imported logs hold.
struct ImportReport {
  let recordings: [ImportedRecording]
  /// The command line that makes the report again.
  let command: String

  init(_ recordings: [ImportedRecording], command: String) { (self.recordings, self.command) = (recordings, command) }

  /// A row for each log, then what they say, what was on, and what was left out.
  var document: ReportDocument {
    func words(_ cells: [String]) -> ListedTable.Cells { .words(cells) }
    let logs = ListedTable(columns: logColumns + measuredColumns)
    let facts = recordings.flatMap { recording in recording.facts.map { (recording.file, $0) } }
    let states = recordings.flatMap { recording in
      recording.stateNames.map { (recording.file, $0, recording.seconds(of: $0) / 3600) }
    }
    let rails = recordings.flatMap { recording in recording.rails.map { (recording.file, $0) } }
    let series = recordings.flatMap { recording in recording.series.map { (recording.file, $0) } }
    let skipped = recordings.flatMap { recording in recording.skipped.map { (recording.file, $0) } }
    return ReportDocument(
      title: "Imported logs",
      headline: "\(recordings.count) log\(recordings.count == 1 ? "" : "s") with "
        + "\(recordings.reduce(0) { $0 + $1.readings.count }) readings of the battery, "
        + "\(Self.time(recordings.reduce(0) { $0 + $1.poweredSeconds })) of power and "
        + "\(recordings.reduce(0) { $0 + $1.fixes.count }) positions.",
      inputs: recordings.map(\.file).joined(separator: ", "),
      tables: [
        logs,
        ListedTable(
          title: "What the logs say",
          columns: [
            ("value", "value", "", words(facts.map(\.1.name))), ("file", "log", "", words(facts.map(\.0))),
            ("number", "number", "", .numbers(facts.map(\.1.value))), ("unit", "unit", "", words(facts.map(\.1.unit))),
            ("key", "informs", "", words(facts.map { $0.1.key ?? "" })),
          ]),
        ListedTable(
          title: "Power by rail",
          columns: [
            ("rail", "rail", "", words(rails.map(\.1.name))), ("part", "part", "", words(rails.map(\.1.part))),
            ("file", "log", "", words(rails.map(\.0))),
            ("power_mW", "power", "mW", .numbers(rails.map { 1_000 * $0.1.meanPower })),
            ("energy_J", "energy", "J", .numbers(rails.map(\.1.energy))),
            ("time_h", "time", "h", .numbers(rails.map { $0.1.seconds / 3600 })),
          ]),
        ListedTable(
          title: "Measured by benchmarks",
          columns: [
            ("value", "value", "", words(series.map(\.1.name))),
            ("benchmark", "benchmark", "", words(series.map(\.1.benchmark))),
            ("file", "log", "", words(series.map(\.0))),
            ("median", "median", "", .numbers(series.map(\.1.median))),
            ("unit", "unit", "", words(series.map(\.1.unit))),
            ("minimum", "minimum", "", .numbers(series.map(\.1.minimum))),
            ("maximum", "maximum", "", .numbers(series.map(\.1.maximum))),
            ("deviation", "deviation", "", .numbers(series.map(\.1.deviation))),
            ("runs", "runs", "", .numbers(series.map { Double($0.1.runs.count) })),
            ("key", "informs", "", words(series.map { $0.1.key ?? "" })),
          ]),
        ListedTable(
          title: "What was on",
          columns: [
            ("state", "state", "", words(states.map(\.1))), ("file", "log", "", words(states.map(\.0))),
            ("time_h", "time", "h", .numbers(states.map(\.2))),
          ]),
        ListedTable(
          title: "Rows left out",
          columns: [
            ("reason", "reason", "", words(skipped.map(\.1.reason))), ("file", "log", "", words(skipped.map(\.0))),
            ("rows", "rows", "", .numbers(skipped.map { Double($0.1.count) })),
            ("first_line", "first line", "", .numbers(skipped.map { Double($0.1.firstLine) })),
          ]),
      ], notes: recordings.flatMap { recording in recording.notes.map { "\(recording.file): \($0)" } },
      version: GeoJouleVersion.text, command: command)
  }

  private typealias Column = (name: String, heading: String, unit: String, cells: ListedTable.Cells)

  private var logColumns: [Column] {
    func words(_ cells: [String]) -> ListedTable.Cells { .words(cells) }
    return [
      ("file", "log", "", words(recordings.map(\.file))),
      ("format", "format", "", words(recordings.map(\.format))),
      ("system", "system", "", words(recordings.map { $0.system?.rawValue ?? "" })),
      ("duration_h", "time", "h", .numbers(recordings.map { $0.span.map { ($0.upperBound - $0.lowerBound) / 3600 } })),
      (
        "charger_h", "charger", "h",
        .numbers(recordings.map { $0.charging.reduce(0) { $0 + $1.upperBound - $1.lowerBound } / 3600 })
      ),
      ("readings", "readings", "", .numbers(recordings.map { Double($0.readings.count) })),
      ("drop_percent", "drop", "points", .numbers(recordings.map { $0.readings.isEmpty ? nil : Self.fall($0) })),
      ("mean_power_mW", "power", "mW", .numbers(recordings.map { $0.meanPower.map { $0 * 1_000 } })),
      ("power_h", "measured", "h", .numbers(recordings.map { $0.poweredSeconds / 3600 })),
      ("positions", "positions", "", .numbers(recordings.map { Double($0.fixes.count) })),
      ("sha256", "SHA-256", "", words(recordings.map(\.digest))),
    ]
  }

  /// What rails and benchmarks have measured, for files that have one row for each log.
  private var measuredColumns: [Column] {
    func word(_ text: String) -> String {
      String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) ? $0 : "_" })
    }
    var (order, columns): ([String], [String: [Double?]]) = ([], [:])
    func set(_ column: String, _ value: Double?, _ row: Int) {
      if columns[column] == nil {
        order.append(column)
        columns[column] = Array(repeating: nil, count: recordings.count)
      }
      columns[column]?[row] = value
    }
    for (row, recording) in recordings.enumerated() {
      for rail in recording.rails { set("rail_\(word(rail.name))_mW", 1_000 * rail.meanPower, row) }
      for series in recording.series {
        let name = word("\(series.benchmark) \(series.name)")
        for (figure, value) in [
          ("median", series.median), ("minimum", series.minimum), ("maximum", series.maximum),
          ("deviation", series.deviation),
        ] { set("\(name)_\(figure)_\(series.unit)", value, row) }
      }
    }
    return order.map { ($0, "", "", .numbers(columns[$0] ?? [])) }
  }

  private static func time(_ seconds: Double) -> String { TimeSpan.seconds(seconds).clockText }

  /// The fall of the gauge off the charger, in percent points.
  static func fall(_ recording: ImportedRecording) -> Double {
    zip(recording.readings, recording.readings.dropFirst()).reduce(0) { sum, pair in
      let isCharged = recording.charging.contains {
        $0.lowerBound < pair.1.time && $0.upperBound > pair.0.time
      }
      return isCharged ? sum : sum + max(0, pair.0.percent - pair.1.percent)
    }
  }

  var json: String {
    let value: JSONValue = [
      "schema": "geojoule-import", "schema_version": 1, "recordings": recordings.map(Self.json),
    ]
    return value.text
  }

  private static func json(_ recording: ImportedRecording) -> JSONValue {
    let facts = recording.facts.map { fact -> JSONValue in
      ["name": fact.name, "value": fact.value, "unit": fact.unit, "key": fact.key]
    }
    let rails = recording.rails.map { rail -> JSONValue in
      [
        "name": rail.name, "part": rail.part, "mean_power_W": rail.meanPower, "energy_J": rail.energy,
        "time_s": rail.seconds,
      ]
    }
    let series = recording.series.map { series -> JSONValue in
      [
        "name": series.name, "benchmark": series.benchmark, "unit": series.unit, "median": series.median,
        "minimum": series.minimum, "maximum": series.maximum, "deviation": series.deviation, "runs": series.runs,
        "key": series.key,
      ]
    }
    return [
      "file": recording.file, "sha256": recording.digest, "format": recording.format,
      "system": recording.system?.rawValue, "start_unix_s": recording.span?.lowerBound,
      "end_unix_s": recording.span?.upperBound, "readings": recording.readings.count,
      "drop_percent": fall(recording), "mean_power_W": recording.meanPower, "power_s": recording.poweredSeconds,
      "positions": recording.fixes.count,
      "on_s": JSONValue.object(recording.stateNames.map { ($0, .number(recording.seconds(of: $0))) }), "facts": facts,
      "rails": rails, "series": series,
      "left_out": recording.skipped.map { ["reason": $0.reason, "count": $0.count] as JSONValue },
      "notes": recording.notes,
    ]
  }
}
