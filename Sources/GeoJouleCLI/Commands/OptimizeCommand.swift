import Analysis
import ArgumentParser
import FileFormats
import Foundation
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

      Constraints name a column of compare: 'error_p95_m <= 50 m', 'moving_coverage >= 95 %'.

      Ends with 2 when no point meets the constraints; the nearest one is shown then, and --output writes nothing.

      Examples:
        geojoule optimize --strategy continuous --constraint 'error_p95_m <= 50 m' \\
          --output best.yml
        geojoule optimize --strategy hundred-meters --strategy one-shot \\
          --constraint 'age_p95_s <= 10 min' --html front.html
        geojoule optimize plan.yml --runs 10000
      """)

  @Argument(
    help: ArgumentHelp("A plan that says everything about the problem, in place of the options.", valueName: "plan"),
    completion: .file(extensions: ["yml", "yaml"]))
  var plan: String?

  @OptionGroup(title: "Day") var day: DayOptions
  @OptionGroup(title: "Phone") var phone: PhoneOptions
  @OptionGroup(title: "Problem") var problem: OptimizationProblemOptions
  @OptionGroup(title: "Search") var search: OptimizationSearchOptions
  @OptionGroup(title: "Output") var output: OptimizationOutputOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    try day.checkTrack()
    guard plan != nil else {
      guard !problem.strategies.isEmpty else {
        throw ValidationError("say what to optimize: a plan file, or --strategy")
      }
      return
    }
    if day.scenario != nil || day.track != nil || !phone.isStandard || problem.isGiven || search.firstSeed != nil
      || search.parameters != nil
    {
      throw ValidationError(
        "the plan says what to optimize, on which day and phone; beside it only --runs, --jobs, --catalog and outputs")
    }
  }

  mutating func run() async throws {
    let plan = try resolvedPlan(try catalogue.catalog())
    try output.prepare()
    if !output.report.quiet {
      HeldErrorWarning.lines(plan.aim.constraints.map(\.metric), plan.strategies).forEach(StandardError.line)
    }
    let runner = try OptimizationRunner(plan, jobs: search.jobCount)
    let terminal = Terminal()
    let progress = ProgressLine(
      total: plan.settings.runs, what: "runs", isVisible: terminal.showsProgress && !output.report.quiet)
    let outcome: SearchOutcome
    do {
      defer { progress.finish() }
      outcome = try await runner.run { progress.show($0) }
    }
    var report = OptimizationReport(plan, outcome, command: command(plan).map(ShellText.quoted).joined(separator: " "))
    report.prediction = try PredictionModel(
      device: plan.device, network: plan.network, isDrawn: plan.parameters == .drawn)
    let winner = outcome.recommended.map { plan.file(of: outcome.finalists[$0], report) }
    try output.write(report, winner: winner, terminal: terminal)
    if !report.isFound { throw ExitCode(ExitStatus.budgetBroken) }
  }

  private func resolvedPlan(_ catalog: Catalog) throws -> OptimizationPlan {
    if let plan {
      do throws(InputError) {
        return try OptimizationPlanReader.read(path: plan, runs: search.runs, catalog: catalog)
      } catch { throw error.about(plan) }
    }
    let (device, network) = try phone.phone(catalog)
    let strategies = try problem.specifications(catalog)
    var watch: SweepPlan.Watch?
    if strategies.contains(where: \.usesWatch) {
      let device = try catalog.device(phone.watch)
      watch = SweepPlan.Watch(device: device, network: try catalog.network(device.defaultNetwork))
    }
    let scenario = try day.day(catalog)
    return try OptimizationPlan(
      name: scenario.name, scenario: scenario, device: device, network: network, watch: watch, strategies: strategies,
      parameters: search.parameters == .fixed ? .fixed : .drawn,
      aim: OptimizationPlan.Aim(
        objective: problem.minimize?.metric, constraints: problem.constraints, tradeOff: problem.tradeOff?.metric),
      settings: SearchSettings(
        runs: search.runs ?? OptimizationPlan.standardRuns, firstSeed: search.firstSeed ?? 1))
  }

  /// The command that gives the same result on any machine; jobs and places to write to do not belong to it.
  private func command(_ resolved: OptimizationPlan) -> [String] {
    let folder = catalogue.folder.map { ["--catalog", $0] } ?? []
    if let plan { return ["geojoule", "optimize", plan, "--runs", "\(resolved.settings.runs)"] + folder }
    return ["geojoule", "optimize"] + day.arguments + ["--device", phone.device]
      + (resolved.device.hasCellular ? ["--network", phone.network ?? resolved.network.name] : [])
      + (resolved.watch == nil ? [] : ["--watch", phone.watch]) + problem.arguments
      + [
        "--runs", "\(resolved.settings.runs)", "--first-seed", "\(resolved.settings.firstSeed)", "--parameters",
        resolved.parameters.rawValue,
      ] + folder
  }
}
