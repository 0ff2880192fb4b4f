import ArgumentParser
import GeoJoule
import Reports

struct BaselinePathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "Prints where a budget file's baseline is.",
    usage: "geojoule baseline path [<options>] [<file>]",
    discussion: """
      A build reads the base branch's file with it: git show "origin/main:./$(geojoule baseline path)".

      Examples:
        geojoule baseline path
        geojoule baseline path ci/budgets.yml
      """)

  @OptionGroup var budget: BudgetOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() throws {
    let file = try budget.read(try catalogue.catalog())
    try AtomicFile.write(try BudgetBaseline.path(file, budget.baseline) + "\n", to: "-")
  }
}

struct BaselineUpdateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Measures what a budget file compares with its baseline, and writes the baseline anew.",
    usage: "geojoule baseline update [<options>] [<file>]",
    discussion: """
      Runs every budget with a 'max_increase' or 'max_decrease'. Writes each figure of each seed, with the hashes of all \
      inputs, to the baseline that the budget file names. Equal inputs give an equal file: review it and commit it like \
      code.

      Examples:
        geojoule baseline update
        geojoule baseline update ci/budgets.yml --baseline ci/main.json
      """)

  @OptionGroup var budget: BudgetOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() async throws {
    let catalog = try catalogue.catalog()
    let file = try budget.read(catalog)
    let path = try BudgetBaseline.path(file, budget.baseline)
    try AtomicFile.check(path)
    try BudgetBaseline.checkOutput(path, of: file, isChosen: budget.baseline != nil)
    let run = BudgetRun(measuring: file, catalog, jobs: budget.work.count)
    let baseline = try await ProgressLine.following(cases: run.plans.map(\.cap), quiet: budget.quiet) { show in
      try await run.measure(progress: show)
    }
    // One that cannot be read is replaced: there is nothing to compare with.
    let old = path == "-" ? nil : Self.replaced(path)
    try AtomicFile.write(BaselineWriter.text(of: baseline), to: path)
    if path != "-", !budget.quiet {
      let count = baseline.entries.count
      StandardError.line("wrote \(path): \(count) \(count == 1 ? "strategy" : "strategies and conditions")")
      guard let old else { return }
      for (word, entries) in [("new", baseline.entries(notIn: old)), ("gone", old.entries(notIn: baseline))] {
        for entry in entries { StandardError.line("\(word): \(Self.place(entry))") }
      }
      Self.moves(baseline, since: old, of: Self.compared(run.cases)).forEach(StandardError.line)
    }
  }

  /// The baseline that is going to be replaced: reading it keeps nobody from writing over it.
  private static func replaced(_ path: String) -> Baseline? {
    InputFiles.$current.withValue(nil) { try? BaselineReader.read(path: path) }
  }

  private static func place(_ entry: Baseline.Entry) -> String {
    let conditions = entry.conditions
    return "\(entry.strategy.name) on \(conditions.scenario.name) with \(conditions.device.name), "
      + "\(conditions.network.name), \(conditions.parameters.rawValue)"
  }

  /// What has moved since the old baseline and why, a line each.
  private static func moves(_ baseline: Baseline, since old: Baseline, of metrics: [BudgetMetric]) -> [String] {
    metrics.flatMap { metric in
      baseline.moves(since: old, of: metric).map { move in
        "moved: \(move.strategy) on \(move.conditions.scenario.name) with \(move.conditions.device.name): "
          + "\(BudgetWords.moved(metric, from: move.old, to: move.new)); \(cause(of: move, old))"
      }
    }
  }

  /// Which of the profile, the user's own files and the model changed.
  private static func cause(of move: Baseline.Move, _ old: Baseline) -> String {
    func changed(_ kinds: [String]) -> String? {
      let found = move.changedInputs.filter(kinds.contains)
      return found.isEmpty ? nil : found.joined(separator: ", ")
    }
    let now = GeoJouleVersion.text
    var causes = [
      changed(["device", "network"]).map { "the profile changed: \($0)" },
      changed(["scenario", "strategy"]).map { "your change: \($0)" },
    ].compactMap(\.self)
    if old.toolVersion != now {
      causes.append("the model may have: version \(old.toolVersion) made the old baseline, this is \(now)")
    } else if causes.isEmpty {
      causes.append("the model changed: all inputs and the version \(now) are the same")
    }
    return causes.joined(separator: "; ")
  }

  /// The drain, and what limits compare with the baseline.
  private static func compared(_ cases: [BudgetCase]) -> [BudgetMetric] {
    let limited = cases.flatMap(\.activeLimits).filter(\.bound.isRelative).map(\.metric)
    return ([BudgetMetric(.drainPercentPerHour)] + limited).uniqued()
  }
}
