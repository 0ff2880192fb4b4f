import ArgumentParser
import FileFormats
import GeoJoule
import Reports

struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares location strategies on the same day with the same phone.",
    discussion: """
      Without arguments: the main strategies, a modern phone on LTE, the everyday commute, 40 seeds. Prints a table \
      and writes reports/compare.csv and reports/compare.html. Once one of --csv, --json, --html or another --format \
      is given, only that is written.

      Examples:
        geojoule compare --strategy continuous --strategy hundred-meters
        geojoule compare --track ride.gpx --strategy all --html ride.html
        geojoule compare --device iphone-6 --format csv > iphone-6.csv
      """)

  @OptionGroup(title: "Day") var day: DayOptions
  @OptionGroup(title: "Phone") var phone: PhoneOptions

  @Option(
    help: ArgumentHelp(
      "A strategy of the catalogue, or a strategy file; may be repeated; 'all' is the whole catalogue.",
      valueName: "name|file"),
    completion: .custom { _, _, _ in Catalog().names(.strategies) + ["all"] })
  var strategy: [String] = []

  @OptionGroup(title: "Seeds") var seeds: SeedOptions

  @Option(
    help: ArgumentHelp(
      "Where a seed's device and network numbers come from: drawn from the profiles' deviations, or fixed at their means.",
      valueName: "fixed|drawn"))
  var parameters: ParameterChoice = .drawn

  @Flag(help: "Ends each run when the battery is empty.")
  var untilEmpty = false

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() async throws {
    let catalog = try catalogue.catalog()
    let (device, network) = try phone.phone(catalog)
    let request = ComparisonRequest(
      device: device, network: network, scenario: try day.day(catalog),
      strategies: try StrategyChoice.strategies(strategy, catalog), firstSeed: seeds.firstSeed,
      seedCount: seeds.seeds, parameters: parameters, jobs: seeds.jobCount, untilEmpty: untilEmpty)
    try output.prepare()
    let terminal = Terminal()
    let progress = ProgressLine(
      total: request.seedCount, what: "seeds", isVisible: terminal.showsProgress && !output.quiet)
    let result: Comparison.Result
    do {
      defer { progress.finish() }
      result = try await Comparison.run(request) { progress.show($0) }
    }
    let context = ReportContext(
      request, title: "Location strategies on \(request.scenario.name)", seeds: request.seedCount,
      command: command(request))
    try output.write(ComparisonReport(context: context, rows: result.rows), terminal: terminal)
  }

  /// The command that gives the same numbers, whatever the defaults of a later version are.
  private func command(_ request: ComparisonRequest) -> [String] {
    let strategies = strategy.isEmpty ? request.strategies.map(\.name) : strategy
    return ["geojoule", "compare"] + day.arguments
      + ["--device", phone.device, "--network", phone.network ?? request.network.name]
      + strategies.flatMap { ["--strategy", $0] }
      + ["--seeds", "\(request.seedCount)", "--first-seed", "\(request.firstSeed)"]
      + ["--parameters", request.parameters.rawValue] + (untilEmpty ? ["--until-empty"] : [])
      + (catalogue.folder.map { ["--catalog", $0] } ?? [])
  }
}
