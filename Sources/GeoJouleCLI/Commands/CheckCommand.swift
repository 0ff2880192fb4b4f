import ArgumentParser
import GeoJoule
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
    help: .value(
      "file",
      "The base branch's baseline: shows each figure's change since it, and decides nothing. Empty where it has none."),
    completion: .file(extensions: ["json"]))
  var base: String?

  @OptionGroup(title: "Without a file") var limit: LimitOptions

  @Option(help: .value("yyyy-mm-dd", "The day for which waivers count, in UTC. (default: the clock's)"))
  var today: CalendarDay?

  @OptionGroup(title: "Output") var output: CheckOutputOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  /// Not `validate`, which runs before an unknown option is named and would blame its value.
  private func checkUsage() throws {
    guard limit.isGiven else { return }
    if !limit.isInit, budget.file != nil {
      throw ValidationError("a budget file and --limit exclude each other; give one of them")
    }
    for (option, path) in [("--baseline", budget.baseline), ("--base", base)] where path != nil {
      throw ValidationError("\(option) belongs to a budget file")
    }
  }

  mutating func run() async throws {
    try checkUsage()
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
    let text = try await ProgressLine.following(limit.givenSeeds ?? LimitOptions.seeds, "seeds", quiet: budget.quiet) {
      show in
      try await limit.measured(try catalogue.catalog(), jobs: budget.work.count, progress: show)
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
    let run = try BudgetRun(checking: file, against: baseline, catalog, jobs: budget.work.count)
    if !budget.quiet { Self.warn(run.cases) }
    let outcomes = try await ProgressLine.following(cases: run.plans.map(\.cap), quiet: budget.quiet) { show in
      try await run.check(baseline, base: old?.baseline, today: day, progress: show)
    }
    let findings = outcomes.flatMap(\.findings)
    let isStrange = old?.baseline != nil && findings.allSatisfy { $0.sinceBase == nil }
    var report = BudgetReport(
      file: file.file, findings: findings, limitsOff: file.limitsOff, today: day, version: ProgramVersion.text,
      command: CommandEcho.text(CommandEcho.words + (today == nil ? ["--today", day.description] : [])),
      notes: Self.notes(run.plans) + Self.leftOut(run.cases) + Self.promiseNotes(findings, run.cases)
        + (baseline?.notes(file) ?? [])
        + [old?.note].compactMap(\.self)
        + (isStrange
          ? ["The base branch's baseline has no figures of these strategies and conditions: no change is shown."] : []))
    report.notes = try (report.notes + run.cases.flatMap { try run.request($0).systemNotes }).uniqued()
    report.suggestions = try await suggestions(outcomes, run)
    report.next = next(report, outcomes)
    return report
  }

  /// Says which limits judge the wrong error.
  private static func warn(_ cases: [BudgetCase]) {
    let warnings = cases.flatMap { HeldErrorWarning.lines($0.activeLimits.map(\.metric), $0.strategies) }
    warnings.uniqued().forEach(StandardError.line)
  }

  /// What to do about the worst broken limit for which there is advice.
  private func next(_ report: BudgetReport, _ outcomes: [BudgetRun.Outcome]) -> String? {
    var commands: [[String]: String] = [:]
    for outcome in outcomes
    where outcome.item.people == nil && !AdviceCandidates.all(for: outcome.item.strategies[outcome.strategy]).isEmpty {
      commands[Self.subject(outcome.findings[0])] = advise(outcome.item, outcome.strategy)
    }
    let broken = report.worstFirst.filter { $0.status == .broken && commands[Self.subject($0)] != nil }
    return (broken.first(where: \.isAboutEnergy) ?? broken.first).flatMap { commands[Self.subject($0)] }.map {
      "'\($0)' says what to change."
    }
  }

  /// Whose limit a finding is about, and where.
  private static func subject(_ finding: BudgetFinding) -> [String] {
    [finding.budget, finding.scenario, finding.device, finding.network, finding.strategy]
  }

  /// The command that says what to change about a strategy, under a case's conditions.
  private func advise(_ item: BudgetCase, _ strategy: Int) -> String {
    let given = item.words
    var words = ["geojoule", "advise"]
    if given.scenario != DayOptions.standard { words += ["--scenario", given.scenario] }
    words += item.scenario.failures.flatMap { ["--failure", $0.rawValue] }
    if given.device != PhoneOptions.standard.device { words += ["--device", given.device] }
    words += given.network.map { ["--network", $0] } ?? []
    words += catalogue.folder.map { ["--catalog", $0] } ?? []
    words.append(given.strategies[strategy])
    return CommandEcho.text(words)
  }

  /// A comment has suggestions for so many strategies, each from so many seeds.
  private static let (mostSuggestions, suggestionSeeds) = (3, 8)

  /// What 'geojoule advise' says first for strategies over their energy, where a comment is written.
  private func suggestions(_ outcomes: [BudgetRun.Outcome], _ run: BudgetRun) async throws -> [String: String] {
    var suggestions: [String: String] = [:]
    for outcome in outcomes where output.writesComment {
      let strategy = outcome.item.strategies[outcome.strategy]
      let isOver = outcome.findings.contains { $0.isAboutEnergy && [.broken, .warning].contains($0.status) }
      guard isOver, suggestions.count < Self.mostSuggestions, suggestions[strategy.name] == nil,
        !AdviceCandidates.all(for: strategy).isEmpty
      else { continue }
      var request = try run.request(outcome.item)
      request.strategies = [strategy]
      request.seedCount = Self.suggestionSeeds
      let result = try await Advisor.run(request)
      let context = ReportContext(request, title: "")
      suggestions[strategy.name] =
        AdviceReport(context: context, base: result.base, advice: result.advice, need: result.need).suggestion
    }
    return suggestions
  }

  /// The failures of all that a phone does not have.
  private static func leftOut(_ cases: [BudgetCase]) -> [String] {
    cases.filter { !$0.leftOut.isEmpty }.map { item in
      let names = item.leftOut.map(\.rawValue).joined(separator: " and ")
      return "left out for \(item.device.name): \(names) happen on Android alone"
    }.uniqued()
  }

  /// What promises rest on, where there are any.
  private static func promiseNotes(_ findings: [BudgetFinding], _ cases: [BudgetCase]) -> [String] {
    let promised = findings.filter { $0.limit.promise != nil }
    guard let promise = promised.first?.limit.promise else { return [] }
    var notes = [BudgetWords.about(promise)]
    var (named, days) = (Set<String>(), Set<String>())
    for item in cases where named.insert(item.device.name).inserted {
      let validated = Provenance(of: item.device).validated
      notes.append("\(item.device.name): \(validated ?? "its ranges were not tested on measured runs")")
    }
    let hours = promised.compactMap { if case .battery(let hours) = $0.limit.metric.metric { hours } else { nil } }
      .max()
    for item in cases where item.people == nil && days.insert(item.words.scenario).inserted {
      let day = (item.scenario.horizon - .start).hours
      guard let hours, hours > day else { continue }
      notes.append(
        "\(item.words.scenario) has \(DecimalText.significant(day, digits: 3)) h: after it, its mean power goes on")
    }
    return notes
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
}
