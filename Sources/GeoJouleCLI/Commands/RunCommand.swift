import ArgumentParser
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

  @Option(parsing: .unconditional, help: .value("n", "The day and, with drawn parameters, the phone."))
  var seed: UInt64 = 1

  @Option(
    help: .value(
      "fixed|drawn", "Where the device's and the network's numbers come from: fixed at the profiles' means, or drawn."))
  var parameters: ParameterChoice = .fixed

  @OptionGroup var use: HoursOptions

  @Option(help: .value("file", "Writes every state of every component as CSV."), completion: .file())
  var timeline: String?

  @Option(help: .value("file", "Writes every delivered position as CSV."), completion: .file())
  var deliveries: String?

  @Option(help: .value("file", "Writes a trace for ui.perfetto.dev, in its native form."), completion: .file())
  var perfetto: String?

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    try output.check(
      output.places + [("--timeline", timeline), ("--deliveries", deliveries), ("--perfetto", perfetto)])
  }

  mutating func run() async throws {
    var catalog = try phone.catalog(catalogue)
    let (day, phone, strategy) = try inputs.filling(&catalog, day, phone, strategy)
    (self.day, self.phone, self.strategy) = (day, phone, strategy)
    let (device, network) = try phone.phone(catalog)
    let request = try ComparisonRequest(
      device: device, network: network, scenario: try day.day(catalog), strategies: [try catalog.strategy(strategy)],
      firstSeed: seed, seedCount: 1, parameters: parameters
    ).with(watch: phone.watch, catalog)
    try output.prepare(timeline, deliveries, perfetto)
    let run = try SingleRun(request)
    let context = ReportContext(request, title: "\(run.strategy.name) on \(request.scenario.name)")
    let prediction = try PredictionModel(
      device: device, network: request.network, isDrawn: request.parameters == .drawn)
    var report = RunReport(
      context: context, strategy: run.strategy.name, use: run.strategy.use == .live ? .live : .record,
      metrics: run.metrics, record: run.record, prediction: prediction)
    report.legs = run.legs
    report.context.notes += [try request.surroundingsNote()].compactMap(\.self)
    report.hours = use.value(for: request.scenario)
    if !AdviceCandidates.all(for: request.strategies[0]).isEmpty {
      let words = ["geojoule", "advise"] + day.given + phone.given + [strategy]
      report.context.next = "'\(CommandEcho.text(words))' simulates changes that save."
    }
    if output.writesPage { report.detail = run.detail }
    var companions: [(path: String, bytes: [UInt8])] = []
    if let timeline { companions.append((timeline, Array(TimelineCSV().render(run.detail).utf8))) }
    if let deliveries {
      companions.append((deliveries, Array(DeliveriesCSV().render(run.record, truth: run.detail.truth).utf8)))
    }
    if let perfetto { companions.append((perfetto, PerfettoTrace().render(run.detail, context: context))) }
    try output.write(ReportRenderers(report), companions: companions)
  }
}
