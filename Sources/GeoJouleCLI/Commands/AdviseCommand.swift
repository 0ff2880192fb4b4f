import ArgumentParser
import GeoJoule
import Reports

struct AdviseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise",
    abstract: "Says what to change about a strategy, what it saves and what it costs.",
    discussion: """
      Simulates the changes of Apple's guide "Reduce Location Accuracy and Duration" and of Android's "Optimize location use \
      for battery life". Also simulates tracking only while the user moves. All run on the same days with the same phones, \
      ranked by their savings. Each has its price in accuracy and freshness, with 95 % intervals.

      A change is judged by --need, or by what the strategy is for: its track, or where the user is now; at the server, \
      where it sends positions. Without a share in the need, a saving is worth its price while the share loses fewer points \
      than the battery saves. A change that costs more is worth it where the share gains more points.

      Regions and visits report events, not positions, so they are not among the changes; compare them with 'geojoule \
      compare --strategy regions --strategy visits'. Of a composite strategy the settings of its actions are changed, not \
      its states and rules. For Android there is advice on requests of the fused provider and on \
      uploads; search other settings with 'geojoule optimize'. Changes to an SDK's configuration are said in its own keys, \
      where it has them.

      Examples:
        geojoule advise continuous
        geojoule advise mine.yml --need now:100m:90%
        geojoule advise city-run continuous --format markdown
      """)

  @OptionGroup var inputs: InputWords
  @OptionGroup(title: "Day") var day: DayOptions
  @OptionGroup(title: "Phone") var phone: PhoneOptions

  @Option(entryOf: .strategies, help: "A strategy of the catalogue, or a strategy file. (default: continuous)")
  var strategy: String?

  @OptionGroup var need: NeedOptions
  @OptionGroup var use: HoursOptions

  @OptionGroup(title: "Simulation") var seeds: SeedOptions

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() async throws {
    var catalog = try phone.catalog(catalogue)
    let (day, phone, strategy) = try inputs.filling(&catalog, day, phone, strategy)
    (self.day, self.phone, self.strategy) = (day, phone, strategy)
    let (device, network) = try phone.phone(catalog)
    let base = try catalog.strategy(strategy)
    let answer = try catalog.answer(strategy)
    var request = try ComparisonRequest(
      device: device, network: network, scenario: try day.day(catalog), strategies: [base],
      firstSeed: seeds.firstSeed, seedCount: seeds.seeds, parameters: seeds.parameters, jobs: seeds.work.count,
      untilEmpty: seeds.untilEmpty
    ).with(watch: phone.watch, catalog)
    request.need = try need.value(on: request.scenario)
    let hours = use.value(for: request.scenario)
    try output.prepare()
    func words(_ wanted: StrategySpecification, _ change: String) -> String {
      guard let answer else { return change }
      return answer.keys(for: wanted) ?? "\(change), which no key of \(answer.name) says"
    }
    let result = try await ProgressLine.following(request.seedCount, "seeds", quiet: output.quiet) { show in
      try await Advisor.run(request, hours: hours, trade: need.tradeValue, words: words, progress: show)
    }
    var context = ReportContext(request, title: "Advice for \(base.name) on \(request.scenario.name)")
    if base.composite != nil { context.notes.append(Self.aboutComposites) }
    context.notes += request.systemNotes
    let words = ["geojoule", "compare"] + day.given + self.phone.given + (need.need.map { ["--need", $0] } ?? [])
    context.next = "Next: '\(CommandEcho.text(words))' shows what others take."
    let report = AdviceReport(context: context, base: result.base, advice: result.advice, need: result.need)
    try output.write(ReportRenderers(report))
  }

  private static let aboutComposites =
    "Changed are accuracy, filter, requests and time to rest of its actions. States, rules and fences stay: compare other "
    + "files with 'geojoule compare'."
}
