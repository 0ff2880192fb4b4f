import ArgumentParser
import GeoJoule
import Reports

/// What to optimize, where no plan says it.
struct OptimizationProblemOptions: ParsableArguments {
  @Option(
    name: .customLong("strategy"),
    help: .value(
      "name|file",
      "A strategy of the catalogue, or a strategy file, whose parameters are searched; may be repeated; 'all' is the whole "
        + "catalogue but none."), completion: .custom { _, _, _ in Catalog().names(.strategies) + ["all"] })
  var strategies: [String] = []

  @Option(
    name: .customLong("constraint"),
    help: .value(
      "constraint",
      "What the result has to keep, such as 'error_p95_m <= 50 m': a column of compare, <= or >=, a limit; may be repeated."
    ), transform: ConstraintArgument.constraint)
  var constraints: [OptimizationConstraint] = []

  @Option(help: .value("need", "A share to reach, as in compare: track:10m:95%."))
  var need: String?

  @Option(
    help: .value("column", "The column to make small. (default: marginal_energy_J)"),
    transform: ConstraintArgument.metric)
  var minimize: BudgetMetric?

  @Option(
    help: .value(
      "column", "The column that the front trades it against. (default: that of the first upper limit, or error_p95_m)"),
    transform: ConstraintArgument.metric)
  var tradeOff: BudgetMetric?

  var isGiven: Bool {
    !strategies.isEmpty || !constraints.isEmpty || need != nil || minimize != nil || tradeOff != nil
  }

  /// Whether something has to be kept, or figures of the user's own are weighed.
  var asksForUse: Bool { !constraints.isEmpty || need != nil || minimize != nil || tradeOff != nil }

  func validate() throws { _ = try constraints(onFoot: false) }

  /// With the need's share among them.
  ///
  /// - Throws: `ValidationError` for a need without a share, and for two limits on one side of one column.
  func constraints(onFoot: Bool) throws -> [OptimizationConstraint] {
    var all = constraints
    if let need = try need.map({ try NeedOptions.parsed($0, onFoot: onFoot) }) {
      guard let level = need.level else { throw ValidationError("--need takes a share here, such as \(need.text):90%") }
      all.append(OptimizationConstraint(BudgetMetric(need.metric), .atLeast, level))
    }
    try ConstraintArgument.checkDistinct(all)
    return all
  }

  /// The strategies of these names and files; `all` stands for the whole catalogue but `none`, which is no use of location.
  func specifications(_ catalog: Catalog) throws(InputError) -> [StrategySpecification] {
    try catalog.distinctStrategies(
      NameList.split(strategies).flatMap { $0 == "all" ? catalog.names(.strategies).filter { $0 != "none" } : [$0] })
  }
}

/// Reads metrics and constraints of a command line.
enum ConstraintArgument {
  @Sendable static func constraint(_ text: String) throws -> OptimizationConstraint {
    do throws(OptimizationConstraint.Fault) {
      return try OptimizationConstraint(parsing: text)
    } catch {
      throw ValidationError("\(error.message); \(error.remedy)")
    }
  }

  /// - Throws: `ValidationError` for two limits on one side of one column.
  static func checkDistinct(_ constraints: [OptimizationConstraint]) throws {
    for (place, constraint) in constraints.enumerated()
    where constraints[..<place].contains(where: { $0.metric == constraint.metric && $0.side == constraint.side }) {
      throw ValidationError("'\(constraint.metric.column)' has two such limits; keep the tighter one")
    }
  }

  @Sendable static func metric(_ text: String) throws -> BudgetMetric {
    do throws(OptimizationConstraint.Fault) {
      return try OptimizationConstraint.small(text)
    } catch {
      throw ValidationError("\(error.message); \(error.remedy)")
    }
  }
}

/// How much is spent on a search.
struct OptimizationSearchOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .value(
      "n",
      "How many runs it may take, a run being one strategy on one seed; runs without location come on top. (default: 3000)"
    ))
  var runs: Int?

  @Option(
    parsing: .unconditional, help: .value("n", "The first seed; the same one gives the same result. (default: 1)"))
  var firstSeed: UInt64?

  @Option(
    help: .value(
      "fixed|drawn",
      "Where a seed's device and network numbers come from: drawn from the profiles' deviations, or fixed at their means. "
        + "(default: drawn)"))
  var parameters: ParameterChoice?

  @OptionGroup var work: JobsOptions

  func validate() throws {
    if let runs, !(SearchSettings.leastRuns...10_000_000).contains(runs) {
      throw ValidationError("--runs takes \(SearchSettings.leastRuns) to 10,000,000")
    }
    if let firstSeed, firstSeed > UInt64.max / 2 { throw ValidationError("--first-seed is too large") }
  }
}

struct OptimizationOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: .value("file", "Writes the recommended strategy as a file that compare takes."),
    completion: .file(extensions: ["yml", "yaml"]))
  var output: String?

  @OptionGroup var report: OutputOptions

  func validate() throws {
    try report.check([("--output", output)] + report.places)
  }

  /// Checks every place, so that a long run does not end in vain.
  func prepare() throws(InputError) { try report.prepare(output) }

  /// Writes standard output and the files.
  ///
  /// - Parameter winner: the recommended strategy's file; `nil` when there is none.
  func write(_ optimization: OptimizationReport, winner: String?) throws(InputError) {
    var companions: [(path: String, bytes: [UInt8])] = []
    if let output, let winner { companions.append((output, Array(winner.utf8))) }
    try report.write(ReportRenderers(optimization), companions: companions)
    if !report.quiet, let output, winner == nil {
      StandardError.line("no strategy is recommended: \(output) was not written")
    }
  }
}
