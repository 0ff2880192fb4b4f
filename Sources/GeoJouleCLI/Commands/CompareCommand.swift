import Analysis
import ArgumentParser
import FileFormats
import GeoJoule
import Reports
import World

struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares location strategies on the same day with the same phone.",
    discussion: """
      Without arguments: the main strategies, a modern phone on LTE, the everyday commute, 40 seeds. On an Android phone \
      the main strategies are those of Android's services. Prints a table \
      and writes reports/compare.csv and reports/compare.html. Once one of --csv, --json, --html or another --format \
      is given, only that is written.

      Examples:
        geojoule compare --strategy continuous --strategy hundred-meters
        geojoule compare --track ride.gpx --strategy all --html ride.html
        geojoule compare --device iphone-6 --format csv > iphone-6.csv
        geojoule compare --population commuters --people 200 --strategy continuous --strategy hundred-meters

      With --population, the median person, the worst tenth and who is in it, over weeks of many people; all have the same \
      phone unless --parameters drawn is given. That writes reports/population.csv and reports/population.html.

      docs/strategy-format.md, docs/scenario-format.md and docs/populations.md describe the files; 'geojoule show' prints examples.
      """)

  @OptionGroup(title: "Day") var day: DayOptions
  @OptionGroup(title: "People") var people: PopulationOptions
  @OptionGroup(title: "Phone") var phone: PhoneOptions

  @OptionGroup(title: "Strategies") var strategies: StrategyOptions
  @OptionGroup(title: "Simulation") var seeds: SeedOptions

  @Option(
    help: ArgumentHelp(
      "A budget file whose limits for this day and phone are drawn in the page's chart.", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var budgets: String?

  @OptionGroup(title: "Output") var output: OutputOptions<ComparisonOutputHelp>
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws { try people.check(day, seeds, budgets: budgets) }

  mutating func run() async throws {
    let catalog = try catalogue.catalog()
    if let name = people.population { return try await compare(people: try catalog.population(name), catalog) }
    let (device, network) = try phone.phone(catalog)
    let request = try ComparisonRequest(
      device: device, network: network, scenario: try day.day(catalog),
      strategies: try strategies.specifications(catalog, for: device), firstSeed: seeds.firstSeed,
      seedCount: seeds.seeds, parameters: seeds.parameters, jobs: seeds.jobCount, untilEmpty: seeds.untilEmpty,
      keepsDistributions: output.writesPage
    ).with(watch: phone.watch, catalog)
    let limits = try budgets.map {
      ChartLimit.all(in: try BudgetFileReader.read(path: $0, catalog: catalog), for: request)
    }
    try output.prepare(stem: "compare")
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
    var report = ComparisonReport(context: context, rows: result.rows, limits: limits ?? [])
    if output.writesPage, let row = report.shownRow, let seed = report.medianSeed(of: row) {
      report.day = try ComparisonDay(request, strategy: row, seed: seed)
    }
    try output.write(ReportRenderers(report), terminal: terminal, stem: "compare")
  }

  private func compare(people population: PopulationProfile, _ catalog: Catalog) async throws {
    let (device, network) = try phone.phone(catalog)
    let strategies = try strategies.specifications(catalog, for: device)
    var request = PopulationRequest(
      device: device, network: network, population: population,
      people: people.people ?? PopulationOptions.standardPeople,
      days: people.days ?? PopulationOptions.standardDays, strategies: strategies, firstSeed: seeds.firstSeed,
      parameters: seeds.givenParameters ?? .fixed, jobs: seeds.jobCount)
    let one = try request.request(for: request.person(1)).with(watch: phone.watch, catalog)
    request.watch = one.watch
    try output.prepare(stem: "population")
    let terminal = Terminal()
    let progress = ProgressLine(
      total: request.people, what: "people", isVisible: terminal.showsProgress && !output.quiet)
    let summary: PopulationSummary
    do {
      defer { progress.finish() }
      summary = try await PopulationComparison.run(request) { progress.show($0) }
    }
    let report = PopulationReport(
      context: ReportContext(request, notes: one.deviceNotes, command: command(request, one)), summary: summary,
      population: population.name, about: population.summary, days: request.days)
    try output.write(ReportRenderers(report), terminal: terminal, stem: "population")
  }

  /// - Parameter one: one person's comparison, which knows the phone.
  private func command(_ request: PopulationRequest, _ one: ComparisonRequest) -> [String] {
    ["geojoule", "compare", "--population", people.population ?? request.population.name]
      + ["--people", "\(request.people)", "--days", "\(request.days)"] + phone.arguments(one)
      + strategies.names.flatMap { ["--strategy", $0] }
      + (strategies.authorization.map { ["--authorization", $0.text] } ?? [])
      + ["--first-seed", "\(request.firstSeed)", "--parameters", request.parameters.rawValue]
      + (catalogue.folder.map { ["--catalog", $0] } ?? [])
  }

  /// The command that gives the same report on any machine; jobs and places to write to do not belong to it.
  private func command(_ request: ComparisonRequest) -> [String] {
    ["geojoule", "compare"] + day.arguments
      + phone.arguments(request)
      + strategies.names.flatMap { ["--strategy", $0] }
      + (strategies.authorization.map { ["--authorization", $0.text] } ?? [])
      + ["--seeds", "\(request.seedCount)", "--first-seed", "\(request.firstSeed)"]
      + ["--parameters", request.parameters.rawValue] + (seeds.untilEmpty ? ["--until-empty"] : [])
      + (budgets.map { ["--budgets", $0] } ?? [])
      + (catalogue.folder.map { ["--catalog", $0] } ?? [])
  }
}
