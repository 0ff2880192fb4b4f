import ArgumentParser
import GeoJoule
import Measured
import Reports

struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Compares predictions with measured days: drain, fixes and errors of real phones.",
    discussion: """
      Takes a folder of measured days (runs.csv, battery.csv, legs.csv, routes, fixes); docs/validation.md describes it. \
      Simulates each run of the device's system on its own legs and routes, under the strategy of its configuration, and \
      compares the battery levels.

      Examples:
        geojoule validate measured --device iphone-6
        geojoule validate measured --device iphone-6 --timeline car_ \\
          --html validation.html
        geojoule validate mine --device my-phone.yml --mapping mine/mapping.yml
      """)

  @Argument(help: .value("dataset", "A folder of measured days."), completion: .directory)
  var folder: String?

  @Option(entryOf: .devices, help: "The phone of the runs: a device of the catalogue, or a device file.")
  var device: String?

  @Option(entryOf: .networks, help: "Its network. (default: the device's own)")
  var network: String?

  @Option(
    help: .value("file", "Which strategy stands for each configuration. (default: the configurations of MobilityNet)"),
    completion: .file(extensions: ["yml", "yaml", "json"]))
  var mapping: String?

  @Flag(help: "Prints the built-in mapping, to begin one of your own with.")
  var printMapping = false

  @Option(help: .value("text", "Only runs whose timeline begins so; may be repeated."))
  var timeline: [String] = []

  @Option(help: .value("n", "How many percent of a table's rows may be bad; they are left out."))
  var badRows = 5.0

  @OptionGroup(title: "Seeds") var seeds: SeedOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    if printMapping { return }
    if folder == nil { throw ValidationError("name a folder of measured days") }
    if let folder, AtomicFile.isFile(folder) || DocumentPath.extensions.contains(where: { folder.hasSuffix(".\($0)") })
    {
      throw ValidationError(
        "'\(folder)' is no folder of measured days; 'geojoule validate-file \(folder)' checks a file")
    }
    if device == nil { throw ValidationError("name the phone of the runs with --device") }
    guard (0...100).contains(badRows) else { throw ValidationError("--bad-rows takes 0 to 100") }
    if seeds.untilEmpty { throw ValidationError("--until-empty does not go with measured runs: their end is given") }
  }

  mutating func run() async throws {
    if printMapping { return try AtomicFile.write(RunMapping.mobilityNetText, to: "-") }
    guard let folder, let name = device else { return }
    try output.prepare()
    let catalog = try catalogue.catalog()
    let (device, network) = try PhoneOptions.phone(name, network: network, catalog)
    let mapping =
      if let file = mapping { try RunMapping(path: file, catalog: catalog) } else {
        try RunMapping.mobilityNet(catalog: catalog)
      }
    guard let strategies = mapping.strategies[device.system] else {
      throw InputError(
        file: self.mapping, message: "the mapping has no configurations of '\(device.system.rawValue)'",
        remedy: "give one with --mapping; 'geojoule validate --print-mapping' shows the built-in one")
    }
    let dataset = try MeasuredDatasetReader(
      system: device.system, timelines: timeline, policy: RowPolicy(badShareLimit: badRows / 100)
    ).read(folder: folder)
    if !output.quiet { for warning in dataset.warnings { StandardError.line("warning: \(warning)") } }
    guard dataset.runs.contains(where: { strategies[$0.configuration] != nil }) else {
      let first = dataset.runs[0].configuration
      throw InputError(
        file: self.mapping ?? "\(folder)/runs.csv",
        message: "the mapping has no strategy for '\(first)', nor for any other configuration",
        remedy: self.mapping == nil
          ? "give a --mapping; 'geojoule import --strategy' writes one"
          : Suggestion.remedy(for: first, among: strategies.keys.sorted(), what: "configurations"))
    }
    let mapped = dataset.runs.filter { strategies[$0.configuration] != nil }
    // Without any level, positions alone are compared.
    guard
      mapped.contains(where: { $0.hasDay && $0.drainFault == nil })
        || !dataset.hasLevels && mapped.contains(where: { $0.hasDay && $0.fixes?.isEmpty == false })
    else {
      throw InputError(
        file: "\(folder)/runs.csv", message: "no run can be judged: \(Self.faults(dataset))",
        remedy: mapped.contains { $0.power != nil }
          ? "give readings of the battery's level; a power alone serves 'geojoule profile make'"
          : "docs/validation.md says what the files hold")
    }
    let phones = DayPrediction.Phones(
      device: device, network: network, parameters: seeds.parameters, firstSeed: seeds.firstSeed,
      seedCount: seeds.seeds, jobs: seeds.work.count)
    let runner = try ValidationRunner(dataset: dataset, mapping: mapping, strategies: strategies, phones: phones)
    if !output.quiet, let warning = runner.deviceWarning { StandardError.line("warning: \(warning)") }
    let report = try await ProgressLine.following(
      runner.days.days.count * seeds.seeds, "simulated days", quiet: output.quiet
    ) { show in
      try await runner.run(build: ProgramVersion.text, command: CommandEcho.text, progress: show)
    }
    try output.write(ReportRenderers(report))
  }

  /// Why no run can be judged.
  private static func faults(_ dataset: MeasuredDataset) -> String {
    let waiting = dataset.runs.count { !$0.hasDay }
    return (dataset.leftOut.map { ($0.reason, $0.runs.count) } + (waiting > 0 ? [("no leg has a route", waiting)] : []))
      .map { "\($0.1) run\($0.1 == 1 ? "" : "s"): \($0.0)" }.joined(separator: "; ")
  }
}
