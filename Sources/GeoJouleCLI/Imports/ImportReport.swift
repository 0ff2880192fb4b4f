import DeviceModel
import FileFormats
import Quantities
import Reports

/// What imported logs hold.
struct ImportReport {
  let recordings: [ImportedRecording]

  init(_ recordings: [ImportedRecording]) { self.recordings = recordings }

  private static func significant(_ value: Double) -> String { DecimalText.significant(value, digits: 4) }

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

  var text: String {
    var text = ""
    for recording in recordings {
      text += PlainText.line("\(recording.file): \(recording.format)") + "\n"
      if let span = recording.span { text += "  time      \(Self.time(span.upperBound - span.lowerBound))\n" }
      if !recording.charging.isEmpty {
        let time = recording.charging.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        text += "  charger   \(Self.time(time)), left out\n"
      }
      if !recording.readings.isEmpty {
        text +=
          "  gauge     \(recording.readings.count) readings, \(Self.significant(Self.fall(recording))) points down\n"
      }
      if let power = recording.meanPower {
        text +=
          "  power     \(Self.significant(power * 1_000)) mW in the mean of \(Self.time(recording.poweredSeconds)), "
          + "\(recording.power.count) spans\n"
      }
      if !recording.fixes.isEmpty { text += "  positions \(recording.fixes.count)\n" }
      for state in recording.stateNames {
        text += "  on        \(state) \(Self.time(recording.seconds(of: state)))\n"
      }
      for fact in recording.facts {
        let unit = fact.unit.isEmpty ? "" : " \(fact.unit)"
        let key = fact.key.map { "; informs \($0)" } ?? ""
        text += "  says      \(fact.name): \(Self.significant(fact.value))\(unit)\(key)\n"
      }
      for skipped in recording.skipped {
        text += "  left out  \(skipped.count) rows \(skipped.reason), the first in line \(skipped.firstLine)\n"
      }
      for note in recording.notes { text += PlainText.line("  note      \(note)") + "\n" }
    }
    return text
  }

  var json: String {
    JSONValue.object([
      ("schema", .string("geojoule-import")), ("schema_version", .number(1)),
      ("recordings", .array(recordings.map(Self.json))),
    ]).text
  }

  private static func json(_ recording: ImportedRecording) -> JSONValue {
    func optional(_ value: Double?) -> JSONValue { value.map(JSONValue.number) ?? .null }
    let facts = recording.facts.map { fact -> JSONValue in
      .object([
        ("name", .string(fact.name)), ("value", .number(fact.value)), ("unit", .string(fact.unit)),
        ("key", fact.key.map(JSONValue.string) ?? .null),
      ])
    }
    let leftOut = recording.skipped.map { rows -> JSONValue in
      .object([("reason", .string(rows.reason)), ("count", .number(Double(rows.count)))])
    }
    let states = recording.stateNames.map { ($0, JSONValue.number(recording.seconds(of: $0))) }
    let system: JSONValue = recording.system.map { .string($0.rawValue) } ?? .null
    let members: [(String, JSONValue)] = [
      ("file", .string(recording.file)), ("sha256", .string(recording.digest)), ("format", .string(recording.format)),
      ("system", system), ("start_unix_s", optional(recording.span?.lowerBound)),
      ("end_unix_s", optional(recording.span?.upperBound)), ("readings", .number(Double(recording.readings.count))),
      ("drop_percent", .number(fall(recording))), ("mean_power_W", optional(recording.meanPower)),
      ("power_s", .number(recording.poweredSeconds)), ("positions", .number(Double(recording.fixes.count))),
      ("on_s", .object(states)), ("facts", .array(facts)), ("left_out", .array(leftOut)),
      ("notes", .array(recording.notes.map(JSONValue.string))),
    ]
    return .object(members)
  }
}
