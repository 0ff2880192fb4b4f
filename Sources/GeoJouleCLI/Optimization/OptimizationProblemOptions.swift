import Analysis
import ArgumentParser
import Documents
import FileFormats
import GeoJoule

/// What to optimize, where no plan says it.
struct OptimizationProblemOptions: ParsableArguments {
  @Option(
    name: .customLong("strategy"),
    help: ArgumentHelp(
      "A strategy of the catalogue, or a strategy file, whose parameters are searched; may be repeated; 'all' is the whole "
        + "catalogue but none.", valueName: "name|file"),
    completion: .custom { _, _, _ in Catalog().names(.strategies) + ["all"] })
  var strategies: [String] = []

  @Option(
    name: .customLong("constraint"),
    help: ArgumentHelp(
      "What the result has to keep, such as 'error_p95_m <= 50 m': a column of compare, <= or >=, a limit; may be repeated.",
      valueName: "constraint"),
    transform: ConstraintArgument.constraint)
  var constraints: [OptimizationConstraint] = []

  @Option(
    help: ArgumentHelp("The column to make small. (default: marginal_energy_J)", valueName: "column"),
    transform: ConstraintArgument.metric)
  var minimize: MetricArgument?

  @Option(
    help: ArgumentHelp(
      "The column that the front trades it against. (default: that of the first upper limit, or error_p95_m)",
      valueName: "column"),
    transform: ConstraintArgument.metric)
  var tradeOff: MetricArgument?

  var isGiven: Bool { !strategies.isEmpty || !constraints.isEmpty || minimize != nil || tradeOff != nil }

  func validate() throws { try ConstraintArgument.checkDistinct(constraints) }

  /// The strategies of these names and files; `all` stands for the whole catalogue but `none`, which is no use of location.
  ///
  /// - Throws: `InputError` for an unknown name, a bad file, and for two strategies of one name.
  func specifications(_ catalog: Catalog) throws(InputError) -> [StrategySpecification] {
    try catalog.distinctStrategies(
      NameList.split(strategies).flatMap { $0 == "all" ? catalog.names(.strategies).filter { $0 != "none" } : [$0] })
  }

  /// What the user would type to get this problem again.
  var arguments: [String] {
    var words = strategies.flatMap { ["--strategy", $0] }
    words += constraints.flatMap { ["--constraint", $0.text] }
    if let minimize { words += ["--minimize", minimize.metric.column] }
    if let tradeOff { words += ["--trade-off", tradeOff.metric.column] }
    return words
  }
}

/// A column that should be small.
struct MetricArgument: Sendable {
  let metric: BudgetMetric
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

  @Sendable static func metric(_ text: String) throws -> MetricArgument {
    do throws(OptimizationConstraint.Fault) {
      return MetricArgument(metric: try OptimizationConstraint.small(text))
    } catch {
      throw ValidationError("\(error.message); \(error.remedy)")
    }
  }
}
