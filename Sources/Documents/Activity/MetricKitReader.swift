package import FileFormats
package import LocationServices
import Core

/// Reads what MetricKit reports of an app's location use: `MXMetricPayload.jsonRepresentation()` of iOS 13 to 26, and an encoded
/// `MetricReport` of iOS 27 with its times by state; one report, a list, or one a line.
///
/// Source of the newer layout: Apple's documentation of `MetricReport` (`intervalEntries`, `stateEntries`, both encodings) and of
/// `LocationActivityTimeMetric`; no file of a phone was at hand. Names of members are found whatever wraps them.
package enum MetricKitReader {
  /// A report covers a day; one of more than these is a slip.
  private static let mostDays = 31
  /// Years of reports.
  private static let mostReports = 10_000

  /// What MetricKit covers when a report does not say.
  static let day = TimeSpan.hours(24)

  package static func activity(path: String) throws(InputError) -> ReportedActivity {
    try activity(text: try TextFile.read(path), file: path)
  }

  package static func activity(text: String, file: String) throws(InputError) -> ReportedActivity {
    let bytes = Array(text.utf8)
    let source = Source(places: LinePlaces(bytes, file: file))
    var roots = try JSONDocument.sequence(bytes, places: source.places)
    if roots.count == 1, let list = roots[0].array {
      guard !list.isEmpty else {
        throw source.places.error(roots[0], "the list has no payload", remedy: "give at least one payload of MetricKit")
      }
      roots = list
    }
    guard roots.count <= mostReports else {
      throw source.places.error(
        roots[0], "the list has more than \(mostReports) payloads", remedy: "give fewer at a time")
    }
    var result = ReportedActivity(file: file)
    var first: InputError?
    for root in roots {
      do throws(InputError) {
        result.days.append(
          try root["intervalEntries"] == nil && root["stateEntries"] == nil ? source.payload(root) : source.report(root)
        )
      } catch {
        first = first ?? error
        result.unread += 1
      }
    }
    if let first {
      guard !result.days.isEmpty else { throw first }
      result.notes.append(
        "\(result.unread) of \(roots.count) reports left out; the first, line \(first.line ?? 1): \(first.message)")
    }
    return result
  }

  /// A file with its places, for messages.
  private struct Source {
    let places: LinePlaces

    // MARK: iOS 13 to 26

    func payload(_ node: JSONDocument.Node) throws(InputError) -> ReportedActivity.Day {
      guard let members = node.object else {
        throw places.error(
          node, "this is no payload of MetricKit", remedy: "give the JSON of MXMetricPayload.jsonRepresentation()")
      }
      var day = ReportedActivity.Day(
        period: try period(node["timeStampBegin"], node["timeStampEnd"]) ?? MetricKitReader.day)
      // A day on which the app used no location has no such member: its times are 0.
      guard let metrics = node["locationActivityMetrics"] else {
        if let near = Suggestion.likely("locationActivityMetrics", among: members.map(\.key)) {
          throw places.error(node, "unknown member '\(near)'", remedy: "did you mean 'locationActivityMetrics'?")
        }
        guard node["timeStampBegin"] != nil, node["timeStampEnd"] != nil else {
          throw places.error(
            node, "this is no payload of MetricKit: neither 'locationActivityMetrics' nor time stamps are in it",
            remedy: "give the JSON of MXMetricPayload.jsonRepresentation() or an encoded MetricReport")
        }
        return day
      }
      guard LocationActivity.members.contains(where: { metrics[$0.name] != nil }) else {
        throw places.error(
          metrics, "no time by accuracy is in it",
          remedy: "give the JSON of MXMetricPayload, with members such as cumulativeBestAccuracyTime")
      }
      let region = node["metaData"]?["regionFormat"]?.string
      for member in LocationActivity.members {
        guard let value = metrics[member.name] else { continue }
        try add(value, member.accuracy, to: &day.times, within: day.period, region, &day.assumed)
      }
      return day
    }

    /// From `2019-10-22 06:59:00 +0000` to the like; `nil` without them.
    private func period(_ begin: JSONDocument.Node?, _ end: JSONDocument.Node?) throws(InputError) -> TimeSpan? {
      guard let begin, let end else { return nil }
      func time(_ node: JSONDocument.Node) throws(InputError) -> Int64 {
        guard let time = TimeText.nanoseconds(node.string ?? "") else {
          throw places.error(
            node, "'\(node.string ?? "this")' is not a time", remedy: "write times such as 2019-10-22 06:59:00 +0000")
        }
        return time
      }
      let (from, to) = (try time(begin), try time(end))
      guard to > from else {
        throw places.error(end, "the payload ends before it begins", remedy: "export the payload again")
      }
      return try checked(Double(to / 1_000_000 - from / 1_000_000) / 1_000, end)
    }

    private func checked(_ seconds: Double, _ node: JSONDocument.Node) throws(InputError) -> TimeSpan {
      guard seconds <= Double(86_400 * mostDays) else {
        throw places.error(node, "the payload covers more than \(mostDays) days", remedy: "export the payload again")
      }
      return .seconds(seconds)
    }

    private func add(
      _ node: JSONDocument.Node, _ accuracy: DesiredAccuracy, to times: inout [DesiredAccuracy: Double],
      within period: TimeSpan,
      _ region: String?, _ assumed: inout String?
    ) throws(InputError) {
      // A hundredth: payloads begin and end on whole minutes.
      let limit = period.seconds * 1.01
      guard let (seconds, isAssumed) = duration(node, region, limit) else {
        throw places.error(
          node, "'\((node.string ?? "").prefix(40))' is not a duration",
          remedy: "write a number and sec, min, hr or ms, such as '20 sec'")
      }
      guard seconds <= limit else {
        throw places.error(
          node,
          "\(DecimalText.significant(seconds, digits: 6)) s of location in a payload of "
            + "\(DecimalText.significant(period.seconds, digits: 6)) s are too many",
          remedy: "give whole payloads, with timeStampBegin and timeStampEnd")
      }
      if isAssumed, assumed == nil {
        assumed =
          "'\((node.string ?? "").prefix(40))' is \(DecimalText.exact(seconds)) s: a mark before three digits divides groups"
      }
      times[accuracy, default: 0] += seconds
    }

    /// A text of a formatter, or a `Measurement` as it is encoded: a value with a symbol, or with a unit that has one.
    private func duration(_ node: JSONDocument.Node, _ region: String?, _ limit: Double) -> (
      seconds: Double, isAssumed: Bool
    )? {
      if let text = node.string { return DurationText.seconds(text, region: region, limit: limit) }
      guard let value = node["value"]?.number, value >= 0 else { return nil }
      let unit = node["unit"]
      if let factor = unit?["converter"]?["coefficient"]?.number { return (value * factor, false) }
      guard let symbol = unit?.string ?? unit?["symbol"]?.string, let one = DurationText.seconds("1 \(symbol)") else {
        return nil
      }
      return (value * one.seconds, false)
    }

    // MARK: iOS 27

    func report(_ node: JSONDocument.Node) throws(InputError) -> ReportedActivity.Day {
      var entries: [(domain: String?, entry: JSONDocument.Node)] = []
      node["intervalEntries"].map { collect($0, nil, having: "duration", into: &entries) }
      func length(_ entry: JSONDocument.Node) -> Double {
        entry["duration"].flatMap { duration($0, nil, .infinity)?.seconds } ?? 0
      }
      // The longest is the whole day (fullDayEntry); the others are parts of it.
      let whole = entries.max { length($0.entry) < length($1.entry) }
      var day = ReportedActivity.Day(period: MetricKitReader.day)
      if let whole, length(whole.entry) > 0 {
        day.period = try checked(length(whole.entry), whole.entry)
        (day.times, day.background) = try values(whole.entry, within: day.period)
      }
      var states: [(domain: String?, entry: JSONDocument.Node)] = []
      node["stateEntries"].map { collect($0, nil, having: "state", into: &states) }
      guard whole != nil || !states.isEmpty else {
        throw places.error(
          node, "the report has neither a whole day nor a state", remedy: "encode the MetricReport with JSONEncoder")
      }
      for (domain, entry) in states {
        let state = entry["state"]
        let (times, background) = try values(entry, within: day.period)
        day.states.append(
          .init(
            domain: state?["domain"]?.string ?? state?["domain"]?["rawValue"]?.string ?? domain ?? "",
            label: state?["label"]?.string ?? state?.string ?? "", times: times, background: background))
      }
      return day
    }

    /// Entries of a list, of an object by domain, or of a list of domains and their entries by turns.
    private func collect(
      _ node: JSONDocument.Node, _ domain: String?, having key: String,
      into entries: inout [(domain: String?, entry: JSONDocument.Node)]
    ) {
      if node["values"] != nil, node[key] != nil { return entries.append((domain, node)) }
      for member in node.object ?? [] { collect(member.node, domain ?? member.key, having: key, into: &entries) }
      var before: String?
      for item in node.array ?? [] {
        collect(item, domain ?? before, having: key, into: &entries)
        before = item.string
      }
    }

    private static let accuracies: [(names: [String], accuracy: DesiredAccuracy)] = [
      (["bestaccuracyfornavigation"], .bestForNavigation), (["bestaccuracy"], .best),
      (["tenmeters"], .nearestTenMeters),
      (["onehundredmeter", "onehundredmeters", "hundredmeters"], .hundredMeters),
      (["onekilometer", "kilometer"], .kilometer), (["threekilometers"], .threeKilometers),
      (["reducedaccuracy"], .reduced),
    ]

    /// The times by accuracy and the time in the background, in seconds.
    private func values(
      _ entry: JSONDocument.Node, within period: TimeSpan
    ) throws(InputError) -> (times: [DesiredAccuracy: Double], background: Double?) {
      var (times, background): ([DesiredAccuracy: Double], Double?) = ([:], nil)
      var assumed: String?
      var open = [entry["values"]].compactMap(\.self)
      while let node = open.popLast() {
        open += node.array ?? []
        for member in node.object ?? [] {
          let key = member.key.lowercased()
          if key.hasPrefix("locationactivitytime") {
            // A case of an enumeration wraps its value in `_0`.
            let metric = member.node["_0"] ?? member.node
            for item in metric.object ?? [] {
              guard let found = Self.accuracies.first(where: { $0.names.contains(item.key.lowercased()) }) else {
                continue
              }
              try add(item.node, found.accuracy, to: &times, within: period, nil, &assumed)
            }
          } else if key.hasPrefix("totalbackgroundlocationtime") {
            let metric = member.node["_0"] ?? member.node
            if let seconds = duration(metric["value"] ?? metric, nil, .infinity)?.seconds { background = seconds }
          } else if member.node.array != nil || key == "runtime" || key.contains("group") {
            open.append(member.node)
          }
        }
      }
      return (times, background)
    }
  }
}
