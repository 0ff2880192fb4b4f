import ArgumentParser
import GeoJoule
import Reports

struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares location strategies on the same day with the same phone.",
    discussion: """
      Without arguments: the main strategies, a modern phone on LTE, the everyday commute, 40 seeds. On an Android phone \
      the main strategies are those of Android's services. The table shows the battery that a day's use takes, \
      and how often positions are good enough; --need says what enough is. 'geojoule explain' says what each column means. Files are written only where an option names them.

      Examples:
        geojoule compare continuous hundred-meters
        geojoule compare ride.gpx --strategy all --html ride.html
        geojoule compare --device iphone-6 --format csv > iphone-6.csv
        geojoule compare --need track:10m:95%
        geojoule compare --figure error --svg error.svg
        geojoule compare --population commuters --people 200

      With --population, the median person, the worst tenth and who is in it, over weeks of many people; all have the same \
      phone unless --parameters drawn is given.

      docs/strategy-format.md, docs/scenario-format.md and docs/populations.md describe the files; 'geojoule show' prints examples.
      """)

  @OptionGroup var inputs: InputWords
  @OptionGroup(title: "Day") var day: DayOptions
  @OptionGroup(title: "People") var people: PopulationOptions
  @OptionGroup(title: "Phone") var phone: PhoneOptions

  @OptionGroup(title: "Strategies") var strategies: StrategyOptions
  @OptionGroup(title: "Simulation") var seeds: SeedOptions

  @Option(
    help: .value("file", "A budget file whose limits for this day and phone are drawn in the page's chart."),
    completion: .file(extensions: ["yml", "yaml"]))
  var budgets: String?

  @OptionGroup var need: NeedOptions
  @OptionGroup var use: HoursOptions

  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(help: .value("name", "The figure that --svg writes; battery when left out."))
  var figure: ReportFigure?

  @Option(help: .value("file", "Writes one figure as SVG, for a paper or a page."), completion: .file())
  var svg: String?

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    try people.check(day, seeds, budgets: budgets)
    try output.check(output.places + [("--svg", svg)])
    if people.population != nil, svg != nil {
      throw ValidationError("--svg does not go with --population; --html has its figures")
    }
    if figure != nil, svg == nil {
      throw ValidationError("--figure names the figure that --svg writes; add --svg FILE")
    }
    if use.hours != nil, people.population != nil {
      throw ValidationError("--hours does not go with --population; leave it out")
    }
  }

  mutating func run() async throws {
    var catalog = try phone.catalog(catalogue)
    (day, phone, strategies.names) = try inputs.filling(&catalog, day, phone, strategies.names)
    try people.check(day, seeds, budgets: budgets)
    if let name = people.population { return try await compare(people: try catalog.population(name), catalog) }
    let (device, network) = try phone.phone(catalog)
    let scenario = try day.day(catalog)
    let (asked, needOfDay) = (try need.value(on: scenario), try need.value(of: scenario))
    var request = try ComparisonRequest(
      device: device, network: network, scenario: scenario,
      strategies: try strategies.specifications(catalog, for: device, need: asked ?? needOfDay),
      firstSeed: seeds.firstSeed, seedCount: seeds.seeds, parameters: seeds.parameters, jobs: seeds.work.count,
      untilEmpty: seeds.untilEmpty, keepsDistributions: output.writesPage || svg != nil
    ).with(watch: phone.watch, catalog)
    // Strategies that were named for another use are judged by theirs.
    let serving = needOfDay.map { need in request.strategies.contains { StrategyOptions.serves(need, $0) } } ?? false
    request.need = serving ? needOfDay : asked
    if output.writesPage { request.metrics = PageChoice.metrics }
    let own = ownNames(catalog)
    // Rows of the reader's own files stand first.
    request.strategies =
      request.strategies.filter { own.contains($0.name) } + request.strategies.filter { !own.contains($0.name) }
    let limits = try budgets.map {
      ChartLimit.all(in: try BudgetFileReader.read(path: $0, catalog: catalog), for: request)
    }
    try output.prepare(svg)
    let whole = request
    let result = try await ProgressLine.following(request.seedCount, "seeds", quiet: output.quiet) { show in
      try await Comparison.run(whole, progress: show)
    }
    let context = ReportContext(request, title: "Location strategies on \(request.scenario.name)")
    var report = ComparisonReport(context: context, rows: result.rows, needs: request.needs, limits: limits ?? [])
    report.context.notes += [try request.surroundingsNote()].compactMap(\.self)
    report.hours = use.value(for: request.scenario)
    report.trade = need.tradeValue
    report.isNeedOfDay = asked == nil && request.need != nil
    let readsBattery = request.strategies.contains(where: \.readsBattery)
    report.capacity = readsBattery ? nil : device.values["battery.energy"].map { $0.mean / 3600 }
    for index in report.rows.indices { report.rows[index].isOwn = own.contains(report.rows[index].strategy) }
    report.context.next = next(report, catalog)
    if output.writesPage || svg != nil, let row = report.shownRow, let seed = report.medianSeed(of: row) {
      report.day = try ComparisonDay(request, strategy: row, seed: seed)
    }
    let figure = figure ?? .battery
    let drawing = figure.svg(of: report)
    if let svg, drawing == nil {
      throw InputError(
        file: svg, message: "there is nothing to draw for '\(figure.rawValue)'",
        remedy: "choose another --figure, or strategies with positions")
    }
    let companions = svg.flatMap { path in drawing.map { [(path: path, bytes: Array($0.utf8))] } } ?? []
    try output.write(ReportRenderers(report), companions: companions)
  }

  /// A command that shows more of the strategy that the headline is about, on the same day and phone. Where nothing saves, a
  /// command for advice: about the first file of the user's, else about that strategy.
  private func next(_ report: ComparisonReport, _ catalog: Catalog) -> String {
    let explain = "'geojoule explain' says what the columns mean"
    let shown = report.shownRow.map { report.rows[$0].decision?.strategy ?? report.rows[$0].strategy }
    let names = [shown].compactMap(\.self).filter(Catalog().names(.strategies).contains)
    func command(_ word: String, _ name: String) -> String {
      CommandEcho.text(
        ["geojoule", word] + day.given + phone.given + (catalogue.folder.map { ["--catalog", $0] } ?? []) + [name])
    }
    let own = strategies.names.filter { catalog.ownFile(.strategies, $0) != nil }
    if let advised = own.first(where: { name in
      (try? catalog.strategy(name)).map { !AdviceCandidates.all(for: $0).isEmpty } ?? false
    }) {
      return "'\(command("advise", advised))' says what to change; \(explain)."
    }
    return names.first.map { "'\(command("run", $0))' shows where its energy goes; \(explain)." } ?? "\(explain)."
  }

  /// The names of strategies of the reader's own files.
  private func ownNames(_ catalog: Catalog) -> Set<String> {
    Set(
      strategies.names.filter { catalog.ownFile(.strategies, $0) != nil }.compactMap { try? catalog.strategy($0).name })
  }

  private func compare(people population: PopulationProfile, _ catalog: Catalog) async throws {
    let (device, network) = try phone.phone(catalog)
    let asked = try need.value(onFoot: false)
    var drawn = try ComparisonRequest(
      device: device, network: network, scenario: population.standIn,
      strategies: try strategies.specifications(catalog, for: device, need: asked), firstSeed: seeds.firstSeed,
      seedCount: people.people ?? PopulationOptions.standardPeople, parameters: seeds.givenParameters ?? .fixed,
      jobs: seeds.work.count
    ).with(watch: phone.watch, catalog)
    (drawn.people, drawn.days, drawn.need) = (population, people.days ?? PopulationOptions.standardDays, asked)
    let request = drawn
    try output.prepare()
    var summary = try await ProgressLine.following(request.seedCount, "people", quiet: output.quiet) { show in
      try await PopulationComparison.run(request, progress: show)
    }
    let own = ownNames(catalog)
    for index in summary.comparison.indices {
      summary.comparison[index].isOwn = own.contains(summary.comparison[index].strategy)
    }
    var report = PopulationReport(
      context: ReportContext(request, title: "Location strategies over \(population.name)"), summary: summary,
      population: population.name, about: population.summary, days: request.days)
    (report.needs, report.trade) = (request.needs, need.tradeValue)
    try output.write(ReportRenderers(report))
  }
}
