import GeoJoule
import Measured
import Reports

struct ImportReport: RenderedReport {
  let recordings: [ImportedRecording]
  let command: String

  init(_ recordings: [ImportedRecording], command: String) { (self.recordings, self.command) = (recordings, command) }

  /// A row for each log, then what they say, what was on, and what was left out.
  var document: ReportDocument {
    let facts = recordings.flatMap { recording in recording.facts.map { (recording.file, $0) } }
    let states = recordings.flatMap { recording in
      recording.stateNames.map { (recording.file, $0, recording.seconds(of: $0) / 3600) }
    }
    let rails = recordings.flatMap { recording in recording.rails.map { (recording.file, $0) } }
    let series = recordings.flatMap { recording in recording.series.map { (recording.file, $0) } }
    let skipped = recordings.flatMap { recording in recording.skipped.map { (recording.file, $0) } }
    return ReportDocument(
      title: "Imported logs",
      headline: "\(Self.counted(recordings.count, "log")) with "
        + "\(Self.counted(recordings.reduce(0) { $0 + $1.readings.count }, "reading")) of the battery, "
        + "\(TimeSpan.seconds(recordings.reduce(0) { $0 + $1.poweredSeconds }).clockText) of power and "
        + "\(Self.counted(recordings.reduce(0) { $0 + $1.fixes.count }, "position")).",
      inputs: recordings.map(\.file).joined(separator: ", "),
      tables: [
        (nil, logs),
        part("What the logs say", facts) { columns in
          columns.words(["value"], name: "value") { $1.name }
          columns.words(["log"], name: "file") { $0.0 }
          columns.numbers(["number"], name: "number") { $1.value }
          columns.words(["unit"], name: "unit") { $1.unit }
          columns.words(["informs"], name: "key") { $1.key ?? "" }
        },
        part("Power by rail", rails) { columns in
          columns.words(["rail"], name: "rail") { $1.name }
          columns.words(["part"], name: "part") { $1.part }
          columns.words(["log"], name: "file") { $0.0 }
          columns.numbers(["power"], name: "power_mW", unit: "mW") { 1_000 * $1.meanPower }
          columns.numbers(["energy"], name: "energy_J", unit: "J") { $1.energy }
          columns.numbers(["time"], name: "time_h", unit: "h") { $1.seconds / 3600 }
        },
        part("Measured by benchmarks", series) { columns in
          columns.words(["value"], name: "value") { $1.name }
          columns.words(["benchmark"], name: "benchmark") { $1.benchmark }
          columns.words(["log"], name: "file") { $0.0 }
          columns.numbers(["median"], name: "median") { $1.median }
          columns.words(["unit"], name: "unit") { $1.unit }
          columns.numbers(["minimum"], name: "minimum") { $1.minimum }
          columns.numbers(["maximum"], name: "maximum") { $1.maximum }
          columns.numbers(["deviation"], name: "deviation") { $1.deviation }
          columns.counts(["runs"], name: "runs") { $1.runs.count }
          columns.words(["informs"], name: "key") { $1.key ?? "" }
        },
        part("What was on", states) { columns in
          columns.words(["state"], name: "state") { $0.1 }
          columns.words(["log"], name: "file") { $0.0 }
          columns.numbers(["time"], name: "time_h", unit: "h") { $0.2 }
        },
        part("Rows left out", skipped) { columns in
          columns.words(["reason"], name: "reason") { $1.reason }
          columns.words(["log"], name: "file") { $0.0 }
          columns.counts(["rows"], name: "rows") { $1.count }
          columns.counts(["first line"], name: "first_line") { $1.firstLine }
        },
      ],
      notes: recordings.flatMap { recording in
        (Self.extent(recording) + recording.notes).map { "\(recording.file): \($0)" }
      },
      version: ProgramVersion.text, command: command)
  }

  private func part<Row>(
    _ title: String, _ rows: [Row], @ReportTable.ColumnList _ columns: (ReportColumns<Row>) -> [ReportTable.Column]
  ) -> (String?, ReportTable) {
    (title, .of(rows, nameWidth: 40, columns))
  }

  private var logs: ReportTable {
    .of(Array(recordings.enumerated()), nameWidth: 40) { columns in
      columns.words(["log"], name: "file") { $1.file }
      columns.words(["format"], name: "format") { $1.format }
      columns.words(["system"], name: "system") { $1.system?.rawValue ?? "" }
      columns.numbers(["time"], name: "duration_h", unit: "h") {
        $1.span.map { ($0.upperBound - $0.lowerBound) / 3600 }
      }
      columns.numbers(["charger"], name: "charger_h", unit: "h") {
        $1.charging.reduce(0) { $0 + $1.upperBound - $1.lowerBound } / 3600
      }
      columns.counts(["readings"], name: "readings") { $1.readings.count }
      columns.numbers(["drop"], name: "drop_percent", unit: "points") { $1.readings.isEmpty ? nil : Self.fall($1) }
      columns.numbers(["power"], name: "mean_power_mW", unit: "mW") { $1.meanPower.map { $0 * 1_000 } }
      columns.numbers(["measured"], name: "power_h", unit: "h") { $1.poweredSeconds / 3600 }
      columns.counts(["positions"], name: "positions") { $1.fixes.count }
      columns.words(["SHA-256"], name: "sha256") { $1.digest }
      for (name, cells) in measured { columns.numbers(name: name) { cells[$0.offset] } }
    }
  }

  /// What rails and benchmarks have measured, for files that have one row for each log.
  private var measured: [(name: String, cells: [Double?])] {
    var (order, columns): ([String], [String: [Double?]]) = ([], [:])
    func set(_ column: String, _ value: Double?, _ row: Int) {
      if columns[column] == nil {
        order.append(column)
        columns[column] = Array(repeating: nil, count: recordings.count)
      }
      columns[column]?[row] = value
    }
    for (row, recording) in recordings.enumerated() {
      for rail in recording.rails { set("rail_\(ImportedRecording.word(rail.name))_mW", 1_000 * rail.meanPower, row) }
      for series in recording.series {
        let name = ImportedRecording.word("\(series.benchmark) \(series.name)")
        for (figure, value) in [
          ("median", series.median), ("minimum", series.minimum), ("maximum", series.maximum),
          ("deviation", series.deviation),
        ] { set("\(name)_\(figure)_\(series.unit)", value, row) }
      }
    }
    return order.map { ($0, columns[$0] ?? []) }
  }

  private static func extent(_ recording: ImportedRecording) -> [String] {
    let meters = Set(recording.power.map { $0.meter == .gauge ? "the phone's gauge" : "a monitor" }).sorted(by: >)
    return RecordingExtent.lines(
      recording.span.map { [$0.lowerBound, $0.upperBound] } ?? [],
      [(recording.readings.count, "level")] + (recording.fixes.isEmpty ? [] : [(recording.fixes.count, "position")]),
      way: recording.fixes.map(\.position))
      + (recording.power.isEmpty ? [] : ["power by \(meters.joined(separator: " and "))"])
  }

  private static func counted(_ count: Int, _ name: String) -> String { "\(count) \(name)\(count == 1 ? "" : "s")" }

  /// The fall of the gauge off the charger, in percent points.
  static func fall(_ recording: ImportedRecording) -> Double {
    recording.discharges.reduce(0) { sum, readings in
      zip(readings, readings.dropFirst()).reduce(sum) { $0 + max(0, $1.0.percent - $1.1.percent) }
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
