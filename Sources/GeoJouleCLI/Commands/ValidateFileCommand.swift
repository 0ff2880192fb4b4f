import ArgumentParser
import Documents
import FileFormats
import GeoJoule
import Reports

struct ValidateFileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate-file",
    abstract: "Checks device, network, scenario, strategy and population files, tracks, and plans.",
    discussion: """
      Says what each file holds, or names the file, line and column of its first mistake and the remedy. A plan, of \
      sweep or of optimize, is read as its command reads it, with all that it names; nothing is run. Rules of a composite \
      strategy that never get an event, and actions without effect, produce warnings. The exit code is 65 when a file is not \
      usable.
      """)

  @Argument(help: ArgumentHelp("Files to check.", valueName: "file"), completion: .file())
  var files: [String]

  @Option(help: ArgumentHelp("What the files are. (default: from each file)", valueName: "kind"))
  var kind: CheckedKind?

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() throws {
    let catalog = try catalogue.catalog()
    var failed = false
    for file in files {
      do throws(InputError) {
        let found = try Self.check(file, kind: kind, catalog)
        try AtomicFile.write(PlainText.printed(PlainText.line("\(file): ok, \(found)")) + "\n", to: "-")
      } catch {
        failed = true
        StandardError.line(error.description)
      }
    }
    if failed { throw ExitCode(ExitStatus.badInput) }
  }

  /// What the file holds.
  private static func check(_ file: String, kind: CheckedKind?, _ catalog: Catalog) throws(InputError) -> String {
    let bytes = try TrackReader.bytes(file)
    if kind == nil, try InputWords.isTrack(file) || TrackReader.isTrack(bytes) {
      let track = try TrackReader().track(bytes: bytes, file: file)
      let notes = track.notes.isEmpty ? "" : " (\(track.notes.joined(separator: "; ")))"
      return "a track of \(track.points.count) points\(notes)"
    }
    let text = try TextFile.text(bytes, file: file)
    let kind = if let kind { kind } else { try guess(YAMLDocument(text: text, file: file).root, catalog) }
    guard let kind = kind.catalogKind else { return try check(plan: kind, file, text, catalog) }
    let entry = CatalogEntry(kind: kind, path: file, text: text)
    switch kind {
    case .devices:
      let device = try catalog.device(entry)
      _ = try catalog.network(of: device, file: file)
      return "a device of \(device.values.count) values"
    case .networks: return "a network of \(try catalog.network(entry).values.count) values"
    case .scenarios: return "a scenario of \((try catalog.scenario(entry).horizon - .start).clockText)"
    case .populations: return "a population of \(try catalog.population(entry).values.count) values"
    case .strategies:
      return "a strategy of the kind \(try catalog.strategy(entry).kind)"
    }
  }

  /// Reads a plan and all that it names as its command does.
  private static func check(
    plan kind: CheckedKind, _ file: String, _ text: String, _ catalog: Catalog
  ) throws(InputError) -> String {
    if kind == .optimizations {
      let plan = try OptimizationPlanReader.read(text, file: file, catalog: catalog)
      _ = try PreparedPhone(plan.device, on: plan.network, file: file)
      return "an optimization of \(plan.settings.runs) runs"
    }
    let plan = try SweepPlanReader.read(text, file: file, catalog: catalog)
    for phone in plan.phones { _ = try PreparedPhone(phone.device, on: phone.network, file: file) }
    let (cells, seeds) = (plan.cellCount, plan.seedCount)
    return "a sweep of \(cells) \(cells == 1 ? "cell" : "cells") on \(seeds) \(seeds == 1 ? "seed" : "seeds")"
  }

  /// What other commands read, by a key of theirs.
  private static let others = [
    ("budgets", "a file of budgets", "check FILE"),
    ("ios", "a mapping of measured configurations", "validate DATASET --mapping FILE"),
    ("android", "a mapping of measured configurations", "validate DATASET --mapping FILE"),
  ]

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
    for (word, title, command) in others where keys.contains(word) {
      throw root.error("this looks like \(title)", remedy: "check it with 'geojoule \(command)'")
    }
    throw root.error(
      "the file is neither a device nor a network, a scenario, a strategy, a population or a plan",
      remedy: "say which with --kind; 'geojoule show KIND NAME' prints an example")
  }
}
