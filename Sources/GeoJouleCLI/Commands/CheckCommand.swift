import Analysis
import ArgumentParser
import Documents
import FileFormats
import GeoJoule
import Core
import Reports

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Holds strategies against a power budget; fails when it is broken.",
    discussion: """
      A budget file says which strategies may cost how much, on which days and phones, in figures of the comparison's \
      columns. Limits are absolute or against a baseline that 'geojoule baseline update' has written. docs/budgets.md \
      describes the file.

      Exit codes: 0 within the budget, warnings included; 2 a limit is broken; 64 wrong usage; 65 bad input, such as \
      an unknown name or a baseline of other inputs.

      Examples:
        geojoule check
        geojoule check ci/budgets.yml --junit reports/budgets.xml \\
          --markdown comment.md
        geojoule check --github
        geojoule check --limit 'drain_percent_per_hour<3' --strategy mine.yml
        geojoule check --init --strategy mine.yml
      """)

  @OptionGroup var budget: BudgetOptions
  @Option(
    help: ArgumentHelp(
      "The base branch's baseline: shows each figure's change since it, and decides nothing. Empty where it has none.",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var base: String?

  @OptionGroup(title: "Without a file") var limit: LimitOptions

  @Option(
    help: ArgumentHelp(
      "The day for which waivers count, in UTC. (default: the clock's)", valueName: "yyyy-mm-dd"))
  var today: CalendarDay?

  @OptionGroup(title: "Output") var output: CheckOutputOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    guard limit.isGiven else { return }
    if !limit.isInit, budget.file != nil {
      throw ValidationError("a budget file and --limit exclude each other; give one of them")
    }
    for (option, path) in [("--baseline", budget.baseline), ("--base", base)] where path != nil {
      throw ValidationError("\(option) belongs to a budget file")
    }
  }

  mutating func run() async throws {
    if limit.isInit { return try await writeFirst() }
    let report: BudgetReport
    do {
      try output.prepare()
      report = try await check()
      try output.write(report, quiet: budget.quiet)
    } catch let error as InputError {
      try output.annotate(error)
      throw error
    }
    if report.isBroken { throw ExitCode(ExitStatus.budgetBroken) }
  }

  /// Writes a budget file from the figures of today.
  private func writeFirst() async throws {
    let path = budget.path
    guard path == "-" || !AtomicFile.isFile(path) else {
      throw InputError(file: path, message: "the file is there already", remedy: "remove it, or name another one")
    }
    try AtomicFile.check(path)
    let terminal = Terminal()
    let progress = ProgressLine(
      total: LimitOptions.seeds, what: "seeds", isVisible: terminal.showsProgress && !budget.quiet)
    let text: String
    do {
      defer { progress.finish() }
      text = try await limit.measured(try catalogue.catalog(), jobs: budget.jobCount) { progress.show($0) }
    }
    try AtomicFile.write(InputSchema.budgets.modeline + text, to: path)
    if path != "-", !budget.quiet { StandardError.line("wrote \(path)") }
  }

  private func check() async throws -> BudgetReport {
    let day = today ?? CalendarDay.current
    let catalog = try catalogue.catalog()
    let file = limit.isGiven ? try limit.file(catalog) : try budget.read(catalog)
    let baseline = try BudgetBaseline(file, path: budget.baseline)
    let old = try base.map(BudgetBaseline.ofBase)
    let cases = file.cases.filter { !$0.activeLimits.isEmpty }
    if !budget.quiet {
      var warnings: [String] = []
      for item in cases {
        warnings += HeldErrorWarning.lines(item.activeLimits.map(\.metric), item.strategies).filter {
          !warnings.contains($0)
        }
      }
      warnings.forEach(StandardError.line)
    }
    var plans: [SeedPlan] = []
    for item in cases { plans.append(try baseline?.plan(for: item) ?? item.seeds) }

    let progress = CaseProgress(seeds: plans.map(\.cap), quiet: budget.quiet)
    defer { progress.finish() }
    var (findings, suggestions): ([BudgetFinding], [String: String]) = ([], [:])
    var commands: [[String]: String] = [:]
    for (index, item) in cases.enumerated() {
      let limits = item.activeLimits
      let result = try await BudgetCheck.run(
        try item.request(jobs: budget.jobCount).with(watch: "watch", catalog), limits: limits, seeds: plans[index],
        baseline: { strategy, metric in baseline?.entry(of: strategy, in: item)?.values(of: metric) ?? [] },
        progress: { progress.show($0, of: index) })
      let prediction = try PredictionModel(
        device: item.device, network: item.network, isDrawn: item.conditions.parameters == .drawn)
      for (strategy, verdicts) in result.verdicts.enumerated() {
        let first = findings.count
        let input = item.strategyInputs[strategy]
        let before = old?.baseline?.entry(named: input.name, like: item.conditions)
        let kept = baseline?.entry(of: strategy, in: item)
        for (limit, verdict) in zip(limits, verdicts) {
          var finding = BudgetFinding(
            budget: item.budget, scenario: item.scenario.name, device: item.device.name,
            network: item.device.networkName(item.network), strategy: item.strategies[strategy].name, limit: limit,
            verdict: verdict, seeds: plans[index], parameters: item.conditions.parameters, today: day,
            strategyChanged: kept.map { $0.strategy != input } ?? false,
            prediction: prediction.range(of: limit.metric, runs: result.runs[strategy], none: result.none))
          finding.sinceBase = before?.means(
            of: limit.metric, beside: limit.metric.values(of: result.runs[strategy], none: result.none))
          if finding.status != .within, let known = kept ?? before {
            finding.cause = cause(since: known, item, strategy, result.runs[strategy], catalog)
          }
          findings.append(finding)
        }
        if !AdviceCandidates.all(for: item.strategies[strategy]).isEmpty {
          commands[Self.subject(findings[first])] = advise(item.words, strategy)
        }
        let name = item.strategies[strategy].name
        let isOver = findings[first...].contains { $0.isAboutEnergy && [.broken, .warning].contains($0.status) }
        if isOver, output.writesComment, suggestions.count < Self.mostSuggestions, suggestions[name] == nil {
          suggestions[name] = try await suggestion(item, strategy, catalog)
        }
      }
    }
    var report = BudgetReport(
      file: file.file, findings: findings, limitsOff: file.limitsOff, today: day, version: ProgramVersion.text,
      command: command(file, day),
      notes: Self.notes(plans) + (baseline?.notes(file) ?? []) + [old?.note].compactMap(\.self)
        + (old?.baseline != nil && findings.allSatisfy { $0.sinceBase == nil }
          ? ["The base branch's baseline has no figures of these strategies and conditions: no change is shown."] : []))
    report.suggestions = suggestions
    let broken = report.worstFirst.filter { $0.status == .broken && commands[Self.subject($0)] != nil }
    report.next = (broken.first(where: \.isAboutEnergy) ?? broken.first).flatMap { commands[Self.subject($0)] }.map {
      "'\($0)' says what to change."
    }
    return report
  }

  /// Why a strategy's figures moved since a baseline.
  private func cause(
    since entry: Baseline.Entry, _ item: BudgetCase, _ strategy: Int, _ runs: [RunMetrics], _ catalog: Catalog
  ) -> BudgetCause {
    var cause = BudgetCause(
      since: entry, keys: InputFingerprint.keys(of: item.strategies[strategy]), runs: runs)
    if let file = catalog.ownFile(.strategies, item.words.strategies[strategy]) {
      cause.place = cause.changes.lazy.compactMap { InputFingerprint.place(of: $0.key, in: file) }.first
    }
    return cause
  }

  /// Whose limit a finding is about, and where.
  private static func subject(_ finding: BudgetFinding) -> [String] {
    [finding.budget, finding.scenario, finding.device, finding.network, finding.strategy]
  }

  /// The command that says what to change about a strategy, under a case's conditions.
  private func advise(_ given: BudgetCase.Words, _ strategy: Int) -> String {
    let words =
      ["geojoule", "advise"] + (given.scenario == DayOptions.standard ? [] : ["--scenario", given.scenario])
      + (given.device == PhoneOptions.standard.device ? [] : ["--device", given.device])
      + (given.network.map { ["--network", $0] } ?? []) + (catalogue.folder.map { ["--catalog", $0] } ?? [])
      + [given.strategies[strategy]]
    return words.map(ShellText.quoted).joined(separator: " ")
  }

  /// A comment has suggestions for so many strategies, each from so many seeds.
  private static let (mostSuggestions, suggestionSeeds) = (3, 8)

  /// What 'geojoule advise' says first for a strategy, under a case's conditions; `nil` where it knows nothing.
  private func suggestion(_ item: BudgetCase, _ strategy: Int, _ catalog: Catalog) async throws -> String? {
    guard !AdviceCandidates.all(for: item.strategies[strategy]).isEmpty else { return nil }
    var request = try item.request(jobs: budget.jobCount).with(watch: "watch", catalog)
    request.strategies = [item.strategies[strategy]]
    request.seedCount = Self.suggestionSeeds
    let result = try await Advisor.run(request)
    let context = ReportContext(request, title: "", seeds: request.seedCount, command: [])
    return AdviceReport(context: context, base: result.base, advice: result.advice, need: result.need).suggestion
  }

  /// How sure a sequential test is, wherever there is one.
  private static func notes(_ plans: [SeedPlan]) -> [String] {
    for case .auto(let plan) in plans {
      let wrong = DecimalText.significant((1 - plan.confidence) * 100, digits: 3)
      let looks = plan.looks.map(String.init).joined(separator: ", ")
      return [
        "Seeds were added until each limit was decided: looks at \(looks) seeds, "
          + "the error of \(wrong) % shared among them; see docs/budgets.md."
      ]
    }
    return []
  }

  private func command(_ file: BudgetFile, _ day: CalendarDay) -> String {
    let words =
      ["geojoule", "check"] + (limit.isGiven ? limit.arguments : [file.file])
      + (budget.baseline.map { ["--baseline", $0] } ?? []) + (base.map { ["--base", $0] } ?? [])
      + (catalogue.folder.map { ["--catalog", $0] } ?? []) + ["--today", day.description]
    return words.map(ShellText.quoted).joined(separator: " ")
  }
}
