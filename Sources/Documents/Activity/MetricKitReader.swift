package import FileFormats
package import LocationServices
import Quantities

/// Reads the JSON of `MXMetricPayload.jsonRepresentation()`: one payload, or a list of them, whose times are added.
package enum MetricKitReader {
  /// A payload covers a day; one of more than these is a slip.
  private static let mostDays = 31
  /// Years of payloads.
  private static let mostPayloads = 10_000

  /// What MetricKit covers when a payload does not say.
  static let day = TimeSpan.hours(24)

  /// - Throws: `InputError` when the file cannot be read or is no such payload, and for a time that is none.
  package static func activity(path: String) throws(InputError) -> LocationActivity {
    try activity(text: try TextFile.read(path), file: path)
  }

  /// - Parameter file: the file's name for messages.
  /// - Throws: `InputError` when this is no such payload, and for a time that is none.
  package static func activity(text: String, file: String) throws(InputError) -> LocationActivity {
    let root = try YAMLDocument(text: text, file: file).root
    let payloads = (try? root.sequence()) ?? [root]
    guard !payloads.isEmpty else {
      throw root.error("the list has no payload", remedy: "give at least one payload of MetricKit")
    }
    guard payloads.count <= mostPayloads else {
      throw root.error("the list has more than \(mostPayloads) payloads", remedy: "give fewer at a time")
    }
    var seconds = [Double](repeating: 0, count: LocationActivity.members.count)
    var period = TimeSpan.zero
    for payload in payloads {
      var mapping = try payload.mapping()
      let span = try covered(&mapping)
      period = period + span
      // A day on which the app used no location has no such member: its times are 0.
      guard let metrics = mapping.optional("locationActivityMetrics") else {
        if let near = Suggestion.likely("locationActivityMetrics", among: mapping.keys) {
          throw payload.error("unknown member '\(near)'", remedy: "did you mean 'locationActivityMetrics'?")
        }
        guard mapping.keys.contains("timeStampBegin"), mapping.keys.contains("timeStampEnd") else {
          throw payload.error(
            "this is no payload of MetricKit: neither 'locationActivityMetrics' nor time stamps are in it",
            remedy: "give the JSON of MXMetricPayload.jsonRepresentation()")
        }
        continue
      }
      var times = try metrics.mapping()
      guard LocationActivity.members.contains(where: { times.keys.contains($0.name) }) else {
        throw metrics.error(
          "no time by accuracy is in it",
          remedy: "give the JSON of MXMetricPayload, with members such as cumulativeBestAccuracyTime")
      }
      for (index, member) in LocationActivity.members.enumerated() {
        guard let value = times.optional(member.name) else { continue }
        let time = try duration(value)
        // A hundredth: payloads begin and end on whole minutes.
        guard time <= span.seconds * 1.01 else {
          throw value.error(
            "\(DecimalText.significant(time, digits: 6)) s of location in a payload of "
              + "\(DecimalText.significant(span.seconds, digits: 6)) s are too many",
            remedy: "give whole payloads, with timeStampBegin and timeStampEnd")
        }
        seconds[index] += time
      }
    }
    let times = zip(LocationActivity.members, seconds).filter { $0.1 > 0 }.map {
      LocationActivity.Time(accuracy: $0.0.accuracy, duration: .seconds($0.1))
    }
    return LocationActivity(times: times, period: period)
  }

  /// From `timeStampBegin` to `timeStampEnd`, written `2019-10-22 06:59:00 +0000`; a day without them.
  private static func covered(_ mapping: inout YAMLMapping) throws(InputError) -> TimeSpan {
    guard let begin = mapping.optional("timeStampBegin"), let end = mapping.optional("timeStampEnd") else { return day }
    func time(_ yaml: YAMLValue) throws(InputError) -> Int64 {
      let text = try yaml.string()
      let words = text.split(separator: " ")
      let joined = words.count >= 2 ? words[0] + "T" + words.dropFirst().joined() : Substring(text)
      guard let time = ISO8601Time.nanoseconds(String(joined)) else {
        throw yaml.error("'\(text)' is not a time", remedy: "write times such as 2019-10-22 06:59:00 +0000")
      }
      return time
    }
    let (from, to) = (try time(begin), try time(end))
    guard to > from else { throw end.error("the payload ends before it begins", remedy: "export the payload again") }
    let (nanoseconds, overflows) = to.subtractingReportingOverflow(from)
    let span = TimeSpan(nanoseconds: nanoseconds)
    guard !overflows, span <= .hours(Double(24 * mostDays)) else {
      throw end.error("the payload covers more than \(mostDays) days", remedy: "export the payload again")
    }
    return span
  }

  /// Seconds of `20 sec`, as a measurement formatter writes it; numbers may have groups (`1,234 sec`).
  private static func duration(_ yaml: YAMLValue) throws(InputError) -> Double {
    let text = try yaml.string()
    let words = text.split { $0 == " " || $0 == "\u{a0}" || $0 == "\u{202f}" }
    if words.count == 2, let factor = units[String(words[1]).lowercased()], let number = number(words[0]), number >= 0 {
      return number * factor
    }
    throw yaml.error("'\(text)' is not a duration", remedy: "write a number and sec, min, hr or ms, such as '20 sec'")
  }

  private static let units: [String: Double] = [
    "sec": 1, "secs": 1, "s": 1, "ms": 1e-3, "min": 60, "mins": 60, "hr": 3600, "hrs": 3600, "h": 3600,
  ]

  private static func number(_ text: Substring) -> Double? {
    let groups = text.split(separator: ",", omittingEmptySubsequences: false)
    // A comma that does not stand before three digits might be a decimal comma: refused rather than guessed.
    guard groups.dropFirst().allSatisfy({ $0.prefix { $0.isNumber }.count == 3 }) else { return nil }
    guard let value = Double(groups.joined()), value.isFinite else { return nil }
    return value
  }
}
