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
        geojoule run --strategy continuous --timeline timeline.csv
        geojoule run --track ride.gpx --strategy mine.yml --deliveries fixes.csv
      """)

  @OptionGroup(title: "Day") var day: DayOptions
  @OptionGroup(title: "Phone") var phone: PhoneOptions

  @Option(
    help: ArgumentHelp("A strategy of the catalogue, or a strategy file.", valueName: "name|file"),
    completion: CatalogOptions.completion(.strategies))
  var strategy = "continuous"

  @Option(help: ArgumentHelp("The day and, with drawn parameters, the phone.", valueName: "n"))
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
    help: ArgumentHelp("Writes a trace for ui.perfetto.dev, in its native form.", valueName: "file"),
    completion: .file())
  var perfetto: String?

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  /// Where results go besides the report.
  private var files: [String] { [timeline, deliveries, perfetto].compactMap(\.self) }

  func validate() throws {
    guard files.filter({ $0 == "-" }).count <= 1 else {
      throw ValidationError("only one of the files can be '-', standard output")
    }
  }

  mutating func run() async throws {
    let catalog = try catalogue.catalog()
    let (device, network) = try phone.phone(catalog)
    let request = ComparisonRequest(
      device: device, network: network, scenario: try day.day(catalog), strategies: [try catalog.strategy(strategy)],
      firstSeed: seed, seedCount: 1, parameters: parameters)
    for path in files { try AtomicFile.check(path) }
    let run = try SingleRun(request)
    let context = ReportContext(
      request, title: "\(run.strategy.name) on \(request.scenario.name)", seeds: 1, command: command(request))
    if !files.contains("-") {
      let terminal = Terminal()
      let report = RunReport(
        context: context, strategy: run.strategy.name, use: run.strategy.use == .live ? .live : .record,
        metrics: run.metrics, record: run.record)
      try AtomicFile.write(report.render(width: terminal.width, isColoured: terminal.isColoured), to: "-")
    }
    if let timeline { try write(TimelineCSV().render(run.record), to: timeline) }
    if let deliveries { try write(DeliveriesCSV().render(run.record, truth: run.truth), to: deliveries) }
    if let perfetto { try write(PerfettoTrace().render(run.detail, context: context), to: perfetto) }
  }

  private func write(_ text: String, to path: String) throws(InputError) { try write(Array(text.utf8), to: path) }

  private func write(_ bytes: [UInt8], to path: String) throws(InputError) {
    try AtomicFile.write(bytes, to: path)
    if path != "-", !quiet { StandardError.line("wrote \(path)") }
  }

  private func command(_ request: ComparisonRequest) -> [String] {
    ["geojoule", "run"] + day.arguments
      + ["--device", phone.device, "--network", phone.network ?? request.network.name, "--strategy", strategy]
      + ["--seed", "\(seed)", "--parameters", parameters.rawValue]
      + (catalogue.folder.map { ["--catalog", $0] } ?? [])
  }
}
