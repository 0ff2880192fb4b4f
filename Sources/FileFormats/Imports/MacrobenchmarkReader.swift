import DeviceModel
import Core

/// Reads the result of a macrobenchmark (`...-benchmarkData.json`): the figures of AndroidX's `PowerMetric`.
///
/// Their names are `energy...Uws`, `power...Uw` and `battery...Mah`, between them `Category` or `Component` and a name, else `Total`,
/// `Unselected` or `Uncategorized` (androidx, `benchmark-macro`, `Metric.kt`). Its powers are microwatt-seconds over milliseconds
/// (`PowerQuery.kt`), which are milliwatts, whatever their names say. Energy over power is the length of a run.
enum MacrobenchmarkReader {
  private enum Kind: String, CaseIterable {
    case energy, power, battery

    var suffix: String {
      switch self {
      case .energy: "Uws"
      case .power: "Uw"
      case .battery: "Mah"
      }
    }
  }

  private struct Metric {
    let kind: Kind
    /// Such as `Display`, `Total`, `Start`.
    let name: String
    /// `category` or `component`; else empty.
    let part: String
    /// As in the file.
    let runs: [Double]

    var maximum: Double { runs.max() ?? 0 }
    var isGPS: Bool { name.lowercased().contains("gps") || name.lowercased().contains("gnss") }
  }

  private struct Benchmark {
    let name: String
    /// Of all runs and what was between them, in seconds; `nil` where the file does not say it.
    let total: Double?
    let metrics: [Metric]

    /// Parts with energy and power over the same runs.
    var pairs: [(energy: Metric, power: Metric)] {
      metrics.filter { $0.kind == .energy }.compactMap { energy in
        metrics.first {
          $0.kind == .power && $0.name == energy.name && $0.part == energy.part && $0.runs.count == energy.runs.count
        }.map { (energy, $0) }
      }
    }
  }

  /// - Parameter text: UTF-8.
  static func isBenchmark(_ text: [UInt8]) -> Bool {
    guard text.first(where: { $0 > 32 }) == UInt8(ascii: "{") else { return false }
    let head = String(decoding: text.prefix(65_536), as: UTF8.self)
    return head.contains("\"benchmarks\"") && head.contains("\"metrics\"")
  }

  static func read(bytes: [UInt8], file: String) throws(InputError) -> ImportedRecording {
    let (text, note) = TextEncoding.utf8(bytes)
    let places = LinePlaces(text, file: file)
    let root = try JSONDocument(text, places: places).root
    guard let list = root["benchmarks"]?.array else {
      throw places.error(root, "there is no list of benchmarks", remedy: remedy)
    }
    var (benchmarks, others): ([Benchmark], Int) = ([], 0)
    for node in list {
      var metrics: [Metric] = []
      for member in node["metrics"]?.object ?? [] {
        guard let (kind, name, part) = meaning(member.key) else {
          others += 1
          continue
        }
        metrics.append(
          Metric(kind: kind, name: name, part: part, runs: try runs(member, kind, places)))
      }
      guard !metrics.isEmpty else { continue }
      benchmarks.append(
        Benchmark(
          name: ImportedRecording.word(node["name"]?.string ?? "benchmark"),
          total: node["totalRunTimeNs"]?.number.flatMap { $0 > 0 && $0 < 1e15 ? $0 * 1e-9 : nil }, metrics: metrics))
    }
    guard !benchmarks.isEmpty else {
      throw places.error(root, "no benchmark has a metric of power, energy or battery", remedy: remedy)
    }
    var recording = ImportedRecording(bytes, file: file, format: "macrobenchmark", system: .android, note: note)
    let build = root["context"]?["build"]
    let phone = ["brand", "model"].compactMap { build?[$0]?.string.map(ImportedRecording.word) }.joined(separator: " ")
    if !phone.isEmpty { recording.notes.append("the phone is a \(phone)") }
    if others > 0 { recording.notes.append("\(others) metrics are not of power, energy or battery") }
    let watts = powerUnit(benchmarks)
    if watts == 1e-3, benchmarks.contains(where: { $0.metrics.contains { $0.kind == .power } }) {
      recording.notes.append("powers are in mW, though their names end in Uw: the library divides uWs by ms")
    }
    recording.series = benchmarks.flatMap { benchmark in benchmark.metrics.map { series($0, benchmark, watts) } }
    addRuns(benchmarks, watts, to: &recording)
    return recording
  }

  private static let remedy = "give the benchmarkData.json of measureRepeated(metrics = listOf(PowerMetric(...)))"

  private static func meaning(_ key: String) -> (kind: Kind, name: String, part: String)? {
    for kind in Kind.allCases where key.hasPrefix(kind.rawValue) && key.hasSuffix(kind.suffix) {
      let name = ImportedRecording.word(String(key.dropFirst(kind.rawValue.count).dropLast(kind.suffix.count)))
      for part in ["Category", "Component"] where name.hasPrefix(part) && name.count > part.count {
        return (kind, String(name.dropFirst(part.count)), part.lowercased())
      }
      return name.isEmpty ? nil : (kind, name, "")
    }
    return nil
  }

  private static func runs(
    _ member: JSONDocument.Member, _ kind: Kind, _ places: LinePlaces
  ) throws(InputError) -> [Double] {
    let nodes = member.node["runs"]?.array ?? []
    let values = nodes.compactMap(\.number).filter { $0.isFinite && ($0 >= 0 || kind == .battery) && abs($0) < 1e15 }
    guard !values.isEmpty, values.count == nodes.count else {
      throw places.error(
        member.node, "'\(XMLElement.shown(member.key))' has no runs, or one that is no number of its kind",
        remedy: remedy)
    }
    for (key, value) in [("minimum", values.min()), ("maximum", values.max())] {
      guard let said = member.node[key]?.number, let value,
        abs(said - value) > 1e-6 * max(abs(said), abs(value))
      else {
        continue
      }
      throw places.error(
        member.node, "the \(key) of '\(XMLElement.shown(member.key))' is not that of its runs", remedy: remedy)
    }
    return values
  }

  /// What a power of the file is in watts: milliwatts, unless runs so long as these fit into the benchmark's time.
  private static func powerUnit(_ benchmarks: [Benchmark]) -> Double {
    for benchmark in benchmarks {
      guard let total = benchmark.total, let pair = benchmark.pairs.max(by: { $0.power.maximum < $1.power.maximum })
      else { continue }
      let length = zip(pair.energy.runs, pair.power.runs).reduce(0) { $0 + ($1.1 > 0 ? $1.0 / $1.1 : 0) }
      if length > 0 { return length <= total ? 1e-6 : 1e-3 }
    }
    // A phone that runs a benchmark draws more than 50 mW and less than 50 W.
    let powers = benchmarks.flatMap { $0.metrics.filter { $0.kind == .power }.flatMap(\.runs) }
    return (powers.max() ?? 0) < 50_000 ? 1e-3 : 1e-6
  }

  private static func series(_ metric: Metric, _ benchmark: Benchmark, _ watts: Double) -> ImportedRecording.Series {
    let (factor, unit) =
      switch metric.kind {
      case .energy: (1e-3, "mJ")
      case .power: (watts * 1e3, "mW")
      case .battery: (1, "mAh")
      }
    return .init(
      name: "\(metric.kind.rawValue), \(metric.name)\(metric.part.isEmpty ? "" : " (\(metric.part))")",
      benchmark: benchmark.name, unit: unit, runs: metric.runs.map { $0 * factor },
      key: metric.isGPS && metric.kind == .power ? "gnss.tracking_strong" : nil)
  }

  /// Runs have lengths, but no times of day: they follow one another from 0.
  private static func addRuns(_ benchmarks: [Benchmark], _ watts: Double, to recording: inout ImportedRecording) {
    var clock = 0.0
    var (order, rails): ([String], [String: (part: String, spans: [ImportedRecording.PowerSpan])]) = ([], [:])
    for benchmark in benchmarks {
      let pairs = benchmark.pairs
      guard let longest = pairs.max(by: { $0.power.maximum < $1.power.maximum }) else { continue }
      for run in longest.energy.runs.indices {
        let length = longest.energy.runs[run] * 1e-6 / (longest.power.runs[run] * watts)
        guard length.isFinite, length > 0, length < 86_400 else { continue }
        let end = clock + length
        recording.states.append(.init(state: benchmark.name, start: clock, end: end))
        for (energy, power) in pairs where power.runs.indices.contains(run) {
          let isSum = power.name == "Total"
          let name = power.part.isEmpty ? power.name : "\(power.name)_\(power.part)"
          if rails[name] == nil {
            order.append(name)
            rails[name] = (isSum ? ImportedRecording.sumOfRails : power.part, [])
          }
          rails[name]?.spans.append(.init(start: clock, end: end, watts: energy.runs[run] * 1e-6 / length))
        }
        clock = end
      }
    }
    recording.rails = order.compactMap { name in
      rails[name].map { .init(name: name, part: $0.part, spans: $0.spans) }
    }
    if clock > 0 {
      recording.notes.append(
        "lengths of runs are energy over power; they follow one another from 0. Rails are a part of the phone")
    }
  }
}
