import ArgumentParser
import FileFormats
import GeoJoule
import Reports

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs one strategy once and shows where the energy went.",
    discussion: """
      Prints the strategy's figures and its energy by component, state and cause. The timeline has a row for each \
      state of each component; the deliveries have a row for each position the app got, with the truth beside it.

      Examples:
        geojoule run continuous --timeline timeline.csv
        geojoule run ride.gpx mine.yml --deliveries fixes.csv
      """)

  @OptionGroup var inputs: InputWords
  @OptionGroup(title: "Day") var day: DayOptions
  @OptionGroup(title: "Phone") var phone: PhoneOptions

  @Option(entryOf: .strategies, help: "A strategy of the catalogue, or a strategy file. (default: continuous)")
  var strategy: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The day and, with drawn parameters, the phone.", valueName: "n"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Where the device's and the network's numbers come from: fixed at the profiles' means, or drawn.",
      valueName: "fixed|drawn"))
  var parameters: ParameterChoice = .fixed

  @Option(help: ArgumentHelp("Writes every state of every component as CSV.", valueName: "file"), completion: .file())
  var timeline: String?

  @Option(help: ArgumentHelp("Writes every delivered position as CSV.", valueName: "file"), completion: .file())
  var deliveries: String?

  @Option(
    help: ArgumentHelp("Writes the figures, and the energy by state and cause, as JSON.", valueName: "file"),
    completion: .file())
  var json: String?

  @Option(
    help: ArgumentHelp("Writes a page that explains the run and opens in any browser, offline.", valueName: "file"),
    completion: .file())
  var html: String?

  @Option(
    help: ArgumentHelp("Writes a trace for ui.perfetto.dev, in its native form.", valueName: "file"),
    completion: .file())
  var perfetto: String?

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  /// Where results go besides the report.
  private var files: [String] { [timeline, deliveries, json, html, perfetto].compactMap(\.self) }

  func validate() throws {
    try OutputPlaces.check([
      ("--timeline", timeline), ("--deliveries", deliveries), ("--json", json), ("--html", html),
      ("--perfetto", perfetto),
    ])
  }

  mutating func run() async throws {
    let catalog = try catalogue.catalog()
    let (day, phone, strategy) = try inputs.filling(catalog, day, phone, strategy)
    (self.day, self.phone, self.strategy) = (day, phone, strategy)
    let (device, network) = try phone.phone(catalog)
    let request = try ComparisonRequest(
      device: device, network: network, scenario: try day.day(catalog), strategies: [try catalog.strategy(strategy)],
      firstSeed: seed, seedCount: 1, parameters: parameters
    ).with(watch: phone.watch, catalog)
    for path in files { try AtomicFile.check(path) }
    let run = try SingleRun(request)
    let context = ReportContext(
      request, title: "\(run.strategy.name) on \(request.scenario.name)", seeds: 1, command: command(request))
    let prediction = try PredictionModel(
      device: device, network: request.network, isDrawn: request.parameters == .drawn)
    let report = RunReport(
      context: context, strategy: run.strategy.name, use: run.strategy.use == .live ? .live : .record,
      metrics: run.metrics, record: run.record, prediction: prediction)
    var places: [(path: String, bytes: [UInt8])] = []
    if let timeline { places.append((timeline, Array(TimelineCSV().render(run.detail).utf8))) }
    if let deliveries {
      places.append((deliveries, Array(DeliveriesCSV().render(run.record, truth: run.truth).utf8)))
    }
    if let json { places.append((json, Array(RunJSON().render(report).utf8))) }
    if let html {
      places.append((html, Array(RunHTML().render(run.detail, context: context, prediction: prediction).utf8)))
    }
    if let perfetto { places.append((perfetto, PerfettoTrace().render(run.detail, context: context))) }
    if !files.contains("-") {
      let terminal = Terminal()
      let text = report.render(width: terminal.width, isColoured: terminal.isColoured)
      places.append(("-", Array(PlainText.printed(text).utf8)))
    }
    try AtomicFile.write(places)
    for file in files where file != "-" && !quiet { StandardError.line("wrote \(file)") }
  }

  private func command(_ request: ComparisonRequest) -> [String] {
    ["geojoule", "run"] + day.arguments
      + phone.arguments(request) + ["--strategy", strategy ?? "continuous"]
      + ["--seed", "\(seed)", "--parameters", parameters.rawValue]
      + (catalogue.folder.map { ["--catalog", $0] } ?? [])
  }
}
