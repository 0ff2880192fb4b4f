package import DeviceModel
package import FileFormats
import Foundation
import Core
import World

/// Reads a folder of measured days in the layout of docs/validation.md.
///
/// What is bad is left out by rules that do not look at results: a row with a cell that is not what its column promises; a
/// run that ends before it starts, that repeats a name, or that overlaps an earlier run of its phone; a leg that ends before
/// it starts or overlaps an earlier one. The drain of a run is not judged where the gauge was read fewer than twice half an
/// hour apart, or where it rises by more than 2 points, as it does on a charger. Levels under 3 % are left out.
package struct MeasuredDatasetReader: Sendable {
  package var system: PhoneSystem
  /// Only timelines that begin so; all when empty.
  package var timelines: [String]
  package var policy: RowPolicy

  package init(system: PhoneSystem, timelines: [String] = [], policy: RowPolicy = RowPolicy()) {
    (self.system, self.timelines, self.policy) = (system, timelines, policy)
  }

  static let runRoles = [
    ColumnRole("run", .text, aliases: ["run"], isRequired: true),
    ColumnRole("timeline", .text, aliases: ["timeline"], isRequired: true),
    ColumnRole("os", .text, aliases: ["os", "system"], isRequired: true),
    ColumnRole("phone", .text, aliases: ["phone", "device"], isRequired: true),
    ColumnRole("config", .text, aliases: ["config", "configuration", "strategy"], isRequired: true),
    ColumnRole("start", .time, aliases: ["start"], isRequired: true, defaultUnit: "s"),
    ColumnRole("end", .time, aliases: ["end"], isRequired: true, defaultUnit: "s"),
  ]
  static let legRoles = [
    ColumnRole("timeline", .text, aliases: ["timeline"], isRequired: true),
    ColumnRole("leg", .text, aliases: ["leg", "name"], isRequired: true),
    ColumnRole("recorder", .text, aliases: ["recorded by", "phone"], isRequired: false),
    ColumnRole("start", .time, aliases: ["start"], isRequired: true, defaultUnit: "s"),
    ColumnRole("end", .time, aliases: ["end"], isRequired: true, defaultUnit: "s"),
  ]
  /// Levels under this are not reliable (percent).
  static let lowestLevel = 3.0
  /// A gauge that corrects itself rises by no more (percent points).
  static let largestRise = 2.0
  /// Between the first and the last reading, at least (s).
  static let shortestSpan = 1800.0

  package func read(folder: String) throws(InputError) -> MeasuredDataset {
    guard Self.isFolder(folder) else {
      throw InputError(
        file: folder, message: "there is no such folder",
        remedy: "name a folder of measured days, see docs/validation.md")
    }
    var work = Work(folder: folder, policy: policy)
    let (wanted, timelines, listed) = try runs(&work)
    let levels = try work.levels()
    let legs = try work.legs()
    let files = work.fixFiles()
    let power = try work.power()
    let steps = Dictionary(grouping: wanted, by: \.phone).mapValues { rows in
      let names = Set(rows.map { $0.gauge(among: levels) })
      return BatteryLevels.step(of: names.flatMap { levels[$0] ?? [] }.map(\.percent))
    }
    var runs: [MeasuredRun] = []
    var routes: [String: [String: LegRoutes]] = [:]
    for run in wanted {
      if routes[run.timeline] == nil { routes[run.timeline] = try work.routes(of: run.timeline) }
      let (readings, fault) = Self.readings(of: run, levels)
      if let fault { work.leaveOut(run.name, "the drain is not judged: \(fault)") }
      let fixes = try work.fixes(of: run, among: files)
      runs.append(
        MeasuredRun(
          name: run.name, timeline: run.timeline, phone: run.phone, configuration: run.configuration, span: run.span,
          readings: readings, gaugeStep: steps[run.phone] ?? 1, drainFault: fault,
          legs: Self.legs(of: run, legs, routes[run.timeline] ?? [:]), fixes: fixes,
          power: Self.power(of: run, power)))
    }
    work.finish(runs)
    let clock = Self.clockWarning(wanted, levels)
    work.warn(runs, legs, clock == nil ? levels : [:])
    let warnings = [clock].compactMap(\.self) + work.warnings
    return MeasuredDataset(
      folder: folder, runs: runs, timelines: timelines, leftOut: work.leftOut,
      sources: work.sources.map { source in
        guard source.role == "runs" else { return source }
        return MeasuredDataset.Source(
          role: source.role, file: source.file, digest: source.digest,
          notes: ["\(runs.count(where: \.canBeJudged)) of \(listed) runs can be judged"] + source.notes)
      },
      warnings: warnings, hasLevels: !levels.isEmpty)
  }

  private static func clockWarning(_ runs: [Row], _ levels: [String: [BatteryLevels.Reading]]) -> String? {
    var spans: [String: [ClosedRange<Double>]] = [:]
    var times: [String: [Double]] = [:]
    for run in runs {
      let name = run.gauge(among: levels)
      spans[name, default: []].append(run.span)
      if times[name] == nil { times[name] = levels[name]?.map(\.time) ?? [] }
    }
    return BatteryClock.warning(runs: spans, readings: times).map { "battery.csv: \($0)" }
  }

  /// A row of `runs.csv`.
  struct Row {
    let name: String
    let timeline: String
    let phone: String
    let configuration: String
    let span: ClosedRange<Double>

    /// The name of its phone's readings.
    func gauge(among levels: [String: [BatteryLevels.Reading]]) -> String {
      levels["\(timeline).\(phone)"] == nil ? phone : "\(timeline).\(phone)"
    }
  }

  private func runs(_ work: inout Work) throws(InputError) -> (
    rows: [Row], timelines: Set<String>, listed: Int
  ) {
    let table = try TableReader(roles: Self.runRoles, policy: policy).read(path: work.path("runs.csv"))
    var rows: [Row] = []
    var names = Set<String>()
    var systems: [String: Int] = [:]
    var known = Set<String>()
    for row in 0..<table.count {
      func text(_ role: String) -> String { table.texts(role)?[row] ?? "" }
      guard let start = table.number("start", row), let end = table.number("end", row) else { continue }
      let (name, timeline) = (text("run"), text("timeline"))
      guard text("os").lowercased() == system.rawValue else {
        systems[text("os"), default: 0] += 1
        continue
      }
      known.insert(timeline)
      if !timelines.isEmpty, !timelines.contains(where: timeline.hasPrefix) { continue }
      guard end > start else {
        work.leaveOut(name, "the run ends before it starts")
        continue
      }
      // As long as a scenario may last: a longer run is a slip, and would ask for memory by the gigabyte.
      guard end - start <= Double(86_400 * Scenario.longestDays) else {
        throw InputError(
          file: work.path("runs.csv"), line: table.lines[row], column: 1,
          message:
            "the run '\(name)' lasts \(DecimalText.significant((end - start) / 86_400, digits: 4)) days, more than "
            + "\(Scenario.longestDays)",
          remedy: "split it; if the times are milliseconds, head their columns start_ms and end_ms")
      }
      guard names.insert(name).inserted else {
        work.leaveOut(name, "another run has this name")
        continue
      }
      let found = Row(
        name: name, timeline: timeline, phone: text("phone"), configuration: text("config"), span: start...end)
      guard !rows.contains(where: { $0.phone == found.phone && $0.span.overlaps(found.span) }) else {
        work.leaveOut(name, "it overlaps an earlier run of the same phone")
        continue
      }
      rows.append(found)
    }
    let others = systems.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key.isEmpty ? "no system" : $0.key)" }
    work.add(
      "runs", "runs.csv", table,
      others.isEmpty ? [] : ["not of \(system.rawValue): \(others.joined(separator: ", "))"])
    guard !rows.isEmpty else {
      let message =
        known.isEmpty
        ? "no run is of the system '\(system.rawValue)'"
        : "no run of '\(system.rawValue)' can be used"
          + (timelines.isEmpty ? "" : " on a timeline that begins with \(timelines.joined(separator: " or "))")
      throw InputError(
        file: work.path("runs.csv"), message: message,
        remedy: known.isEmpty
          ? "choose a device of another system"
          : "the timelines are: \(known.sorted().joined(separator: ", "))")
    }
    return (rows, known, table.count)
  }

  private static func readings(
    of run: Row, _ levels: [String: [BatteryLevels.Reading]]
  ) -> (readings: [BatteryLevels.Reading], fault: String?) {
    let all = (levels[run.gauge(among: levels)] ?? []).filter { run.span.contains($0.time) }
    let own = all.filter { $0.percent >= lowestLevel }
    guard let first = own.first, let last = own.last, last.time - first.time >= shortestSpan else {
      // All that the gauge shows is too low: perhaps it counts from 0 to 1.
      guard let most = all.map(\.percent).max(), most < lowestLevel else {
        return (own, "fewer than two readings half an hour apart")
      }
      let hint = most <= 1 ? "; write percents, 0 to 100" : ""
      return (own, "all levels are below \(DecimalText.significant(lowestLevel, digits: 2)) %\(hint)")
    }
    var lowest = first.percent
    for reading in own {
      if reading.percent > lowest + largestRise {
        return (own, "the level rises by more than 2 points: it was charged")
      }
      lowest = min(lowest, reading.percent)
    }
    return (own, nil)
  }

  /// The mean over the spans that lie in the run; `nil` where they are less than half of the time between the first and the last.
  private static func power(
    of run: Row, _ spans: [ImportedRecording.PowerSpan]
  ) -> MeasuredPower? {
    let inside = spans.filter { run.span.contains($0.start) && run.span.contains($0.end) }
    guard let first = inside.first?.start, let last = inside.last?.end, let watts = inside.meanPower else { return nil }
    let coverage = inside.seconds / (last - first)
    guard coverage >= 0.5 else { return nil }
    return MeasuredPower(span: first...last, watts: watts, coverage: min(1, coverage), meter: inside.meter)
  }

  /// Legs that begin in the run, as its own carrier labelled them, else as the carrier with the most legs did.
  private static func legs(
    of run: Row, _ legs: [Work.Leg], _ routes: [String: LegRoutes]
  ) -> [MeasuredLeg] {
    let inside = legs.filter {
      $0.timeline == run.timeline && run.span.contains($0.start) && $0.start < run.span.upperBound
    }
    let recorders = Dictionary(grouping: inside, by: \.recorder)
    let chosen =
      recorders[run.phone]
      ?? recorders.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value ?? []
    var result: [MeasuredLeg] = []
    for leg in chosen.sorted(by: { $0.start < $1.start }) {
      if let last = result.last, leg.start < last.end { continue }
      let route = routes[leg.name]
      result.append(
        MeasuredLeg(
          name: leg.name, mode: route?.mode ?? "", start: leg.start, end: min(leg.end, run.span.upperBound),
          routes: route?.ways ?? [], compared: route?.compared))
    }
    return result
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}

/// Whether the times of battery readings are those of the runs, or of another time zone.
///
/// Phones are read while they run. So the readings lie in the runs of their phone, and under another shift fewer do. In a table of
/// readings around the clock as many do under any shift, and nothing can be said.
enum BatteryClock {
  /// In seconds: shifts of less than half an hour say little of readings that lie minutes apart.
  private static let step = 1800.0
  /// So much more of the readings lies in runs under another shift: without one, no whole table gains as much.
  private static let gain = 0.2

  /// - Parameters:
  ///   - runs: the spans of each phone's runs.
  ///   - readings: the times of each phone's readings, ascending.
  /// - Returns: `nil` where nothing is amiss.
  static func warning(runs: [String: [ClosedRange<Double>]], readings: [String: [Double]]) -> String? {
    let count = readings.values.reduce(0) { $0 + $1.count }
    guard count > 0 else { return nil }
    func inside(_ shift: Double) -> Double {
      let found = readings.reduce(0) { sum, phone in
        (runs[phone.key] ?? []).reduce(sum) { sum, run in
          let low = phone.value.partitioningIndex { $0 >= run.lowerBound - shift }
          let high = phone.value.partitioningIndex { $0 > run.upperBound - shift }
          return sum + high - low
        }
      }
      return Double(found) / Double(count)
    }
    let own = inside(0)
    guard let best = ZoneSearch.shift(step: step, cost: { -inside($0) }), -best.cost - own >= gain else { return nil }
    func percent(_ share: Double) -> String { DecimalText.significant(100 * share, digits: 2) }
    let hours = DecimalText.significant(abs(best.seconds) / 3600, digits: 3)
    return
      "\(percent(own)) % of the readings lie in a run of their phone, and \(percent(-best.cost)) % would if they were "
      + "\(hours) h \(best.seconds > 0 ? "later" : "earlier"): perhaps they are of another time zone"
  }
}
