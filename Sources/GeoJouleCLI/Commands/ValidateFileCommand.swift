import ArgumentParser
import GeoJoule
import Measured
import Reports
import Sweeps

struct ValidateFileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate-file",
    abstract: "Checks every file that other commands read: profiles, days, strategies, budgets, plans, tracks.",
    usage: "geojoule validate-file [<options>] <file> ...",
    discussion: """
      Says what each file holds, or names the file, line and column of its mistakes and the remedies. A plan, of \
      sweep or of optimize, is read as its command reads it, with all that it names; nothing is run. Rules of a composite \
      strategy that never get an event, and actions without effect, produce warnings. The exit code is 65 when a file is not \
      usable.

      An SDK's configuration is read as a strategy; --system says of which system where its meaning depends on it.

      Examples:
        geojoule validate-file strategy.yml day.yml budgets.yml
        geojoule validate-file plan.yml --kind sweep
      """)

  @Argument(help: .value("file", "Files to check."), completion: .file())
  var files: [String]

  @Option(help: .value("kind", "What the files are. (default: from each file)"))
  var kind: CheckedKind?

  @OptionGroup var platform: SystemOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() throws {
    var catalog = try catalogue.catalog()
    catalog.system = platform.system
    var failed = false
    for file in files {
      var found = ""
      let faults = InputFaults.all { () throws(InputError) in found = try Self.check(file, kind: kind, catalog) }
      faults.forEach { StandardError.line($0.description) }
      if faults.isEmpty {
        try AtomicFile.write(PlainText.printed(PlainText.line("\(file): ok, \(found)")) + "\n", to: "-")
      } else {
        failed = true
      }
    }
    if failed { throw ExitCode(ExitStatus.badInput) }
  }

  /// Every mistake of a file.
  static func faults(in file: String) -> [InputError] {
    InputFaults.all { () throws(InputError) in _ = try check(file, kind: nil, Catalog()) }
  }

  private static func check(_ file: String, kind: CheckedKind?, _ catalog: Catalog) throws(InputError) -> String {
    let bytes = try TrackReader.bytes(file)
    if kind == .results || kind == nil && SweepPartReader.isHeader(bytes) { return try results(file) }
    let isTrack = TrackReader.isTrack(bytes)
    if kind == nil, !isTrack, let found = try foreign(bytes, file) { return found }
    if kind == nil, !isTrack, let found = try configuration(bytes, file, catalog) { return found }
    if kind == nil {
      let isNamed = try InputWords.isTrack(file)
      if isTrack || isNamed { return try track(bytes, file) }
    }
    let text = try TextFile.text(bytes, file: file)
    let kind = if let kind { kind } else { try guess(YAMLDocument(text: text, file: file).root, catalog) }
    guard let kind = kind.catalogKind else { return try check(kind, file, text, catalog) }
    let entry = CatalogEntry(kind: kind, path: file, text: text)
    switch kind {
    case .devices:
      let device = try catalog.device(entry)
      _ = try catalog.network(of: device, file: file)
      return "a device of \(device.values.count) values"
    case .networks: return "a network of \(try catalog.network(entry).values.count) values"
    case .scenarios: return "a scenario of \((try catalog.scenario(entry).horizon - .start).clockText)"
    case .populations: return "a population of \(try catalog.population(entry).values.count) values"
    case .strategies: return "a strategy of the kind \(try catalog.strategy(entry).kind)"
    }
  }

  /// An SDK's configuration; `nil` for files that are of a kind by their keys, and for other files.
  private static func configuration(
    _ bytes: [UInt8], _ file: String, _ catalog: Catalog
  ) throws(InputError) -> String? {
    let name = file.lowercased()
    guard !name.hasSuffix(".yml"), !name.hasSuffix(".yaml"), bytes.count <= TextFile.documentLimit else { return nil }
    let text = try TextFile.text(bytes, file: file)
    let keys = (try? YAMLDocument(text: text, file: file).root.mapping().keys) ?? []
    guard (CheckedKind(keys: keys) ?? .strategies) == .strategies,
      let sdk = try SDKConfiguration.name(of: text, file: file)
    else { return nil }
    let strategy = try catalog.strategy(CatalogEntry(kind: .strategies, path: file, text: text))
    return "a configuration of \(sdk), a strategy of the kind \(strategy.kind)"
  }

  private static func track(_ bytes: [UInt8], _ file: String) throws(InputError) -> String {
    let track = try TrackReader().track(bytes: bytes, file: file)
    let notes = track.notes.isEmpty ? "" : " (\(track.notes.joined(separator: "; ")))"
    return "a track: \(RecordingExtent.lines(track).joined())\(notes)"
  }

  /// What a phone or a framework wrote; `nil` for other files.
  private static func foreign(_ bytes: [UInt8], _ file: String) throws(InputError) -> String? {
    let head = String(decoding: bytes.prefix(1 << 20), as: UTF8.self)
    if ["\"locationActivityMetrics\"", "\"timeStampBegin\"", "\"intervalEntries\"", "\"stateEntries\""].contains(
      where: head.contains)
    {
      let reported = try MetricKitReader.activity(text: try TextFile.text(bytes, file: file), file: file)
      let states = reported.states.isEmpty ? "" : " with \(reported.states.count) states"
      let reports = "\(reported.days.count) MetricKit report\(reported.days.count == 1 ? "" : "s")"
      return "\(reports) over \(reported.activity.period.clockText)\(states)"
    }
    if head.contains("<device name="), head.contains("<item ") {
      return "a power profile of \(try AndroidPowerProfileReader.profile(bytes: bytes, file: file).items.count) items"
    }
    guard let recording = try? RecordingImport.read(bytes: bytes, file: file) else { return nil }
    let span = recording.span.map { " over \(TimeSpan.seconds($0.upperBound - $0.lowerBound).clockText)" } ?? ""
    return "a phone's log (\(recording.format))\(span); read it with 'geojoule import'"
  }

  /// Reads a file and all that it names as its command does.
  private static func check(
    _ kind: CheckedKind, _ file: String, _ text: String, _ catalog: Catalog
  ) throws(InputError) -> String {
    func counted(_ count: Int, _ what: String, _ more: String) -> String { "\(count) \(count == 1 ? what : more)" }
    switch kind {
    case .optimizations:
      let plan = try OptimizationPlanReader.read(text, file: file, catalog: catalog)
      _ = try PreparedPhone(plan.device, on: plan.network, file: file)
      return "an optimization of \(plan.settings.runs) runs"
    case .budgets:
      let limits = try BudgetFileReader.read(text, file: file, catalog: catalog).cases.flatMap(\.limits)
      return "a power budget of \(counted(Set(limits.map(\.place)).count, "limit", "limits"))"
    case .baselines:
      return "a baseline of \(counted(try BaselineReader.read(text, file: file).entries.count, "entry", "entries"))"
    case .mappings:
      let strategies = try RunMapping(text: text, file: file, catalog: catalog).strategies.values
      return "a mapping of \(counted(strategies.reduce(0) { $0 + $1.count }, "configuration", "configurations"))"
    default:
      let plan = try SweepPlanReader.read(text, file: file, catalog: catalog)
      for phone in plan.phones { _ = try PreparedPhone(phone.device, on: phone.network, file: file) }
      return "a sweep of \(counted(plan.cellCount, "cell", "cells")) on \(counted(plan.seedCount, "seed", "seeds"))"
    }
  }

  /// What a sweep wrote.
  private static func results(_ file: String) throws(InputError) -> String {
    if let line = try LineReader(path: file).next(), let found = SweepPartReader.header(line.bytes),
      found.form == .whole, found.header.rows == .cells
    {
      let cells = SweepCells(found.header)
      try cells.read(file)
      return "a sweep's result of \(cells.rows.count) of \(found.header.layout.cellCount) cells"
    }
    let parts = try SweepParts([file])
    let layout = parts.header.layout
    let missing = parts.missing.reduce(0) { $0 + $1.count }
    return "a sweep's part of \(layout.itemCount - missing) of \(layout.itemCount) items"
  }

  /// The kind by a key that no other kind has. A file that only changes what it inherits is of the kind of that, or taken for a
  /// device.
  private static func guess(_ root: YAMLValue, _ catalog: Catalog) throws(InputError) -> CheckedKind {
    let mapping = try root.mapping()
    let keys = mapping.keys
    if let kind = CheckedKind(keys: keys) { return kind }
    if let parent = mapping.peek("inherits") {
      return CheckedKind.allCases.first { kind in
        kind.catalogKind.map { catalog.names($0).contains(parent.text ?? "") } ?? false
      } ?? .devices
    }
    throw root.error(
      "the file is of none of the kinds that commands read",
      remedy: "say which with --kind; 'geojoule show KIND NAME' prints an example")
  }
}

/// What `validate-file` takes a file for: one of the catalogue's kinds, or what another command reads.
enum CheckedKind: String, CaseIterable, ExpressibleByArgument {
  case devices, networks, scenarios, strategies, populations, sweeps, optimizations, budgets, baselines, mappings
  case results

  /// Takes `device` for `devices`.
  init?(argument: String) {
    guard let kind = Self.allCases.first(where: { $0.rawValue == argument || $0.singular == argument }) else {
      return nil
    }
    self = kind
  }

  private var singular: String {
    catalogKind?.singular ?? String(rawValue.dropLast())
  }

  /// `nil` for what is in no catalogue.
  var catalogKind: CatalogKind? { CatalogKind(rawValue: rawValue) }

  /// Keys that only files of this kind have, and that no file of the catalogue has; those of an optimization are looked at
  /// before those of a sweep, since both have strategies and axes.
  private static let marks: [(kind: CheckedKind, keys: Set<String>)] = [
    (.budgets, ["budgets"]), (.baselines, ["geojoule_version"]), (.mappings, ["ios", "android", "other_use"]),
    (.optimizations, ["scenario", "minimize", "subject_to", "trade_off", "runs"]),
    (
      .sweeps,
      [
        "scenarios", "devices", "networks", "strategies", "axes", "design", "points", "crossed", "seeds", "until_empty",
        "rows", "metrics",
      ]
    ),
  ]

  /// The kind of a file with these outermost keys, where one of them tells.
  init?(keys: [String]) {
    if let plan = Self.marks.first(where: { !$0.keys.isDisjoint(with: keys) }) {
      self = plan.kind
    } else if let kind = CatalogKind(keys: keys).flatMap({ Self(rawValue: $0.rawValue) }) {
      self = kind
    } else {
      return nil
    }
  }
}
