import ArgumentParser
import FileFormats
import GeoJoule
import Reports

struct ShareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Runs several apps on one phone and says whose the energy is.",
    discussion: """
      The radios serve the union of what the apps ask for, and a position that one has caused reaches all. So each app is \
      given two figures: what it would cost alone, and what its absence would save. Name two to seven strategies; one may be \
      named twice.

      Examples:
        geojoule share --strategy continuous --strategy hundred-meters
        geojoule share --scenario hike --strategy mine.yml --strategy continuous --format csv
      """)

  /// What standard output shows.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, csv, json
  }

  @OptionGroup(title: "Day") var day: DayOptions
  @OptionGroup(title: "Phone") var phone: PhoneOptions

  @Option(
    entryOf: .strategies, name: .customLong("strategy"),
    help: "A strategy of the catalogue, or a strategy file; two to seven of them.")
  var strategies: [String] = []

  @OptionGroup(title: "Simulation") var seeds: SeedOptions

  @Option(help: ArgumentHelp("What standard output shows.", valueName: "format"))
  var format: Format = .table

  @Option(help: ArgumentHelp("Writes a row for each app as CSV.", valueName: "file"), completion: .file())
  var csv: String?

  @Option(help: ArgumentHelp("Writes everything, each seed included, as JSON.", valueName: "file"), completion: .file())
  var json: String?

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    guard SharedRun.appLimits.contains(strategies.count) else {
      throw ValidationError(
        "share needs two to seven apps, not \(strategies.count); repeat --strategy for each")
    }
    guard !seeds.untilEmpty else {
      throw ValidationError("--until-empty does not go with share: all its runs end together")
    }
    try OutputPlaces.check([("--csv", csv), ("--json", json)])
  }

  mutating func run() async throws {
    let catalog = try catalogue.catalog()
    let (device, network) = try phone.phone(catalog)
    var apps: [StrategySpecification] = []
    for name in strategies { apps.append(try catalog.strategy(name)) }
    let systems = Set(apps.filter { $0.kind != "none" }.map(\.platform.system))
    guard systems.count < 2 else { throw ValidationError("one phone runs iOS or Android: take apps of one system") }
    let request = ComparisonRequest(
      device: device, network: network, scenario: try day.day(catalog), strategies: apps, firstSeed: seeds.firstSeed,
      seedCount: seeds.seeds, parameters: seeds.parameters, jobs: seeds.jobCount)
    for file in [csv, json].compactMap(\.self) { try AtomicFile.check(file) }
    let terminal = Terminal()
    let progress = ProgressLine(total: request.seedCount, what: "seeds", isVisible: terminal.showsProgress && !quiet)
    let attribution: Attribution
    do {
      defer { progress.finish() }
      attribution = try await SharedRun.run(request) { progress.show($0) }
    }
    let report = SharingReport(
      context: ReportContext(
        request, title: "Several apps on \(request.scenario.name)", seeds: request.seedCount, command: command(request)),
      attribution: attribution)
    var places: [(path: String, bytes: [UInt8])] = []
    if let csv { places.append((csv, Array(SharingCSV().render(report).utf8))) }
    if let json { places.append((json, Array(SharingJSON().render(report).utf8))) }
    if csv != "-", json != "-" { places.append(("-", Array(text(report, terminal: terminal).utf8))) }
    try AtomicFile.write(places)
    for file in [csv, json].compactMap(\.self) where file != "-" && !quiet { StandardError.line("wrote \(file)") }
  }

  private func text(_ report: SharingReport, terminal: Terminal) -> String {
    switch format {
    case .table:
      PlainText.printed(SharingText(width: terminal.width, isColoured: terminal.isColoured).render(report))
    case .csv: SharingCSV().render(report)
    case .json: SharingJSON().render(report)
    }
  }

  private func command(_ request: ComparisonRequest) -> [String] {
    ["geojoule", "share"] + day.arguments + phone.arguments(request)
      + strategies.flatMap { ["--strategy", $0] }
      + ["--seeds", "\(request.seedCount)", "--first-seed", "\(request.firstSeed)"]
      + ["--parameters", request.parameters.rawValue]
      + (catalogue.folder.map { ["--catalog", $0] } ?? [])
  }
}
