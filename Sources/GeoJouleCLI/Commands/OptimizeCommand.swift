import ArgumentParser
import GeoJoule
import Reports

struct OptimizeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "optimize",
    abstract: "Finds the parameters of strategies that cost least and still meet constraints.",
    discussion: """
      Searches several strategies at once, each over the ranges that its parameters have by themselves, or what a plan file \
      says (docs/optimize.md). Shows the point it recommends, its alternatives, and the front between energy and accuracy, \
      all on seeds that the search did not use. Takes a minute or two with the standard number of runs.

      --need asks for a share as in compare. Constraints name a column of compare: 'error_p95_m <= 50 m', \
      'moving_coverage >= 95 %'.

      Ends with 2 when no point meets the constraints; the nearest one is shown then, and --output writes nothing.

      Examples:
        geojoule optimize continuous live-updates --need track:30m:75% -o best.yml
        geojoule optimize hundred-meters one-shot \\
          --constraint 'age_p95_s <= 10 min' --html front.html
        geojoule optimize plan.yml --runs 10000
      """)

  @Argument(
    help: .value(
      "plan|name|file",
      "A plan that says everything about the problem, in place of the options; or strategies, a day or a track, by name or "
        + "file."), completion: .file(extensions: ["yml", "yaml"]))
  var words: [String] = []

  @OptionGroup(title: "Day") var day: DayOptions
  @OptionGroup(title: "Phone") var phone: PhoneOptions
  @OptionGroup(title: "Problem") var problem: OptimizationProblemOptions
  @OptionGroup(title: "Search") var search: OptimizationSearchOptions
  @OptionGroup(title: "Output") var output: OptimizationOutputOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    try day.checkTrack()
    if words.isEmpty, problem.strategies.isEmpty {
      throw ValidationError("say what to optimize: a plan file, or --strategy")
    }
  }

  /// The plan's file; `nil` where words and options say what to optimize, which then are filled in.
  ///
  /// - Throws: `ValidationError` for a plan beside options that say the same.
  private mutating func plan(_ catalog: inout Catalog) throws -> String? {
    guard words.count == 1, let word = words.first, try Self.isPlan(word) else {
      var inputs = InputWords()
      inputs.words = words
      (day, phone, problem.strategies) = try inputs.filling(&catalog, day, phone, problem.strategies)
      if problem.strategies.isEmpty { throw ValidationError("say what to optimize: a plan file, or --strategy") }
      return nil
    }
    if !day.isStandard || !phone.isStandard || problem.isGiven || search.firstSeed != nil
      || search.parameters != nil
    {
      throw ValidationError(
        "the plan says what to optimize, on which day and phone; beside it only --runs, --jobs, --catalog and outputs")
    }
    return word
  }

  /// Whether a word is a YAML file of none of the catalogue's kinds; what cannot be read is left to the plan's reader.
  private static func isPlan(_ word: String) throws(InputError) -> Bool {
    guard word.hasSuffix(".yml") || word.hasSuffix(".yaml") else { return false }
    guard let root = try? YAMLDocument(text: try TextFile.read(word), file: word).root else { return true }
    return CheckedKind(keys: (try? root.mapping().keys) ?? [])?.catalogKind == nil
  }

  mutating func run() async throws {
    var catalog = try phone.catalog(catalogue)
    let file = try plan(&catalog)
    let plan = try resolvedPlan(catalog, file)
    try output.prepare()
    if !output.report.quiet {
      HeldErrorWarning.lines(plan.aim.constraints.map(\.metric), plan.strategies).forEach(StandardError.line)
    }
    let runner = try OptimizationRunner(plan, jobs: search.work.count)
    if !output.report.quiet { runner.systemNotes.forEach(StandardError.line) }
    let outcome = try await ProgressLine.following(plan.settings.runs, "runs", quiet: output.report.quiet) { show in
      try await runner.run(progress: show)
    }
    var report = OptimizationReport(
      plan, outcome, command: CommandEcho.text)
    report.prediction = try PredictionModel(
      device: plan.device, network: plan.network, isDrawn: plan.parameters == .drawn)
    report.summaries = try await runner.summaries(of: report.compared, seeds: outcome.reportSeeds)
    if let recommended = outcome.recommended {
      report.answer = try answer(to: outcome.finalists[recommended], plan, catalog)
    }
    let winner = outcome.recommended.map { plan.file(of: outcome.finalists[$0]) }
    try output.write(report, winner: winner)
    if !report.isFound { throw ExitCode(ExitStatus.budgetBroken) }
  }

  /// The recommended point in the keys of the SDK whose configuration was given.
  private func answer(
    to finalist: SearchOutcome.Finalist, _ plan: OptimizationPlan, _ catalog: Catalog
  ) throws(InputError) -> String? {
    let wanted = plan.strategy(at: finalist.point)
    guard let answer = try answers(catalog).first(where: { $0.base.name == wanted.name }) else { return nil }
    let keys = wanted == answer.base ? nil : answer.keys(for: wanted)
    return keys.map { "In the keys of \(answer.name): \($0)." } ?? "The keys of \(answer.name) stay as they are."
  }

  /// Of the strategies that are an SDK's configuration.
  private func answers(_ catalog: Catalog) throws(InputError) -> [SDKAnswer] {
    var answers: [SDKAnswer] = []
    for name in NameList.split(problem.strategies) where name != "all" {
      if let answer = try catalog.answer(name) { answers.append(answer) }
    }
    return answers
  }

  private func resolvedPlan(_ catalog: Catalog, _ file: String?) throws -> OptimizationPlan {
    if let file {
      do throws(InputError) {
        return try OptimizationPlanReader.read(path: file, runs: search.runs, catalog: catalog)
      } catch { throw error.about(file) }
    }
    let (device, network) = try phone.phone(catalog)
    let strategies = try problem.specifications(catalog)
    guard problem.asksForUse else {
      throw ValidationError(
        "say what has to be kept, such as --need track:30m:70%, --need now:100m:90% or --constraint 'error_p95_m <= 50 m': "
          + "the cheapest settings get no positions")
    }
    var watch: SweepPlan.Watch?
    if strategies.contains(where: \.usesWatch) {
      let device = try catalog.device(phone.watch)
      watch = (device, try catalog.network(device.defaultNetwork))
    }
    let scenario = try day.day(catalog)
    return try OptimizationPlan(
      name: scenario.name, scenario: scenario, device: device, network: network, watch: watch, strategies: strategies,
      answers: try answers(catalog),
      parameters: search.parameters ?? .drawn,
      aim: OptimizationPlan.Aim(
        objective: problem.minimize, constraints: problem.constraints(onFoot: scenario.isOnFoot),
        tradeOff: problem.tradeOff),
      settings: SearchSettings(
        runs: search.runs ?? OptimizationPlan.standardRuns, firstSeed: search.firstSeed ?? 1))
  }
}
