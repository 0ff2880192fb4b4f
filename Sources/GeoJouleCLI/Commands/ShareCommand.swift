import ArgumentParser
import GeoJoule
import Reports

struct ShareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Runs several apps on one phone and says which app uses the energy.",
    discussion: """
      The radios serve the union of what the apps ask for, and a position that one has caused reaches all. So each app is \
      given two figures: what it would cost alone, and what its absence would save. Name two to seven strategies; one may \
      occur twice.

      Examples:
        geojoule share continuous hundred-meters
        geojoule share hike mine.yml continuous --format csv
      """)

  @OptionGroup var inputs: InputWords
  @OptionGroup(title: "Day") var day: DayOptions
  @OptionGroup(title: "Phone") var phone: PhoneOptions

  @Option(
    entryOf: .strategies, name: .customLong("strategy"),
    help: "A strategy of the catalogue, or a strategy file; two to seven of them.")
  var strategies: [String] = []

  @OptionGroup(title: "Simulation") var seeds: SeedOptions

  @OptionGroup var use: HoursOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    guard !seeds.untilEmpty else {
      throw ValidationError("--until-empty does not go with share: all its runs end together")
    }
  }

  mutating func run() async throws {
    var catalog = try phone.catalog(catalogue)
    (day, phone, strategies) = try inputs.filling(&catalog, day, phone, strategies)
    guard SharedRun.appLimits.contains(strategies.count) else {
      throw ValidationError("share needs two to seven apps, not \(strategies.count); name each, as in 'share a b'")
    }
    let (device, network) = try phone.phone(catalog)
    var apps: [StrategySpecification] = []
    for name in strategies { apps.append(try catalog.strategy(name)) }
    let systems = Set(apps.filter { $0.kind != "none" }.map(\.platform.system))
    guard systems.count < 2 else { throw ValidationError("one phone runs iOS or Android: take apps of one system") }
    let request = ComparisonRequest(
      device: device, network: network, scenario: try day.day(catalog), strategies: apps, firstSeed: seeds.firstSeed,
      seedCount: seeds.seeds, parameters: seeds.parameters, jobs: seeds.work.count)
    try output.prepare()
    let attribution = try await ProgressLine.following(request.seedCount, "seeds", quiet: output.quiet) { show in
      try await SharedRun.run(request, progress: show)
    }
    var report = SharingReport(
      context: ReportContext(request, title: "Several apps on \(request.scenario.name)"),
      attribution: attribution)
    report.context.notes += request.systemNotes
    report.hours = use.value(for: request.scenario)
    try output.write(ReportRenderers(report))
  }
}
