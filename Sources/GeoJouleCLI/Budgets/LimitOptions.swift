import ArgumentParser
import GeoJoule

/// A budget out of a command line, in place of a file.
struct LimitOptions: ParsableArguments {
  struct Limit: Sendable {
    let text: String
    let constraint: OptimizationConstraint

    @Sendable static func parsed(_ text: String) throws -> Limit {
      Limit(text: text, constraint: try ConstraintArgument.constraint(text))
    }
  }

  @Option(
    name: .customLong("limit"),
    help: .value(
      "limit",
      "A limit in place of a budget file, such as 'drain_percent_per_hour<3', where < counts as <=; may be repeated."),
    transform: Limit.parsed)
  var limits: [Limit] = []

  @Flag(name: .customLong("init"), help: "Writes a budget file with limits a tenth above today's figures.")
  var isInit = false

  @Option(
    name: .customLong("strategy"),
    help: .value(
      "name|file",
      "With --limit or --init: a strategy of the catalogue, or a strategy file; may be repeated. (default: continuous)"),
    completion: CatalogOptions.completion(.strategies))
  var strategies: [String] = []

  @Option(entryOf: .scenarios, help: "With --limit or --init: the day. (default: commute)")
  var scenario: String?

  @Option(
    entryOf: .populations,
    help: "With a limit 'P(...) >= 95 %': each seed is a person of a population on a Monday, in place of the day.")
  var population: String?

  @Option(entryOf: .devices, help: "With --limit or --init: the phone. (default: modern-phone)")
  var device: String?

  @Option(entryOf: .networks, help: "With --limit or --init: the network. (default: the device's own)")
  var network: String?

  @Option(
    help: .value("version", "With --limit: the system version of the strategies, such as android-15."),
    completion: .list(Platform.all.map(\.name)), transform: Platform.init(argument:))
  var system: Platform?

  @Option(
    name: .customLong("failure"),
    help: .value(
      "name",
      "With --limit: something that goes wrong on a day of its own, or all; may be repeated. (values: all, \(Failure.names))"
    ), completion: .list(["all"] + Failure.allCases.map(\.rawValue)),
    transform: { $0 == "all" ? Failure.allCases : [try Failure(named: $0)] })
  var failures: [[Failure]] = []

  @Option(
    name: .customLong("screen-on"),
    help: .value(
      "time",
      "With a limit 'P(battery >= 20 % after 12 h) >= 95 %': how long the screen is on in those hours; 0h may be said."),
    transform: HoursOptions.hours(parsing:))
  var screenOn: Double?

  @Option(
    name: .customLong("seeds"), parsing: .unconditional,
    help: .value(
      "n",
      "With --limit or --init: how many seeds. (default: \(LimitOptions.seeds); of promises up to \(Promise.plan.cap))")
  )
  var givenSeeds: Int?

  /// Whether a limit is about real phones and days.
  private var promises: Bool { limits.contains { $0.constraint.isPromise } }

  /// Whether the command line says what to check.
  var isGiven: Bool { isInit || !limits.isEmpty }

  func validate() throws {
    if isInit, !limits.isEmpty { throw ValidationError("--init finds the limits; leave out --limit") }
    if isInit, system != nil {
      throw ValidationError("--system does not go with --init: write 'system' in the strategies' files")
    }
    if !failures.isEmpty, limits.isEmpty {
      throw ValidationError("--failure belongs to --limit; a budget file has 'failures'")
    }
    if let givenSeeds, !(1...100_000).contains(givenSeeds) { throw ValidationError("--seeds takes 1 to 100,000") }
    if promises, screenOn == nil {
      throw ValidationError("a promise depends on how long the screen is on; add --screen-on 2h, or --screen-on 0h")
    }
    if let screenOn, screenOn > 24 { throw ValidationError("--screen-on takes 24 h at most") }
    for limit in limits {
      guard case .battery(let hours?) = limit.constraint.metric.metric, let screenOn, screenOn > hours else { continue }
      throw ValidationError("--screen-on takes at most the \(DecimalText.exact(hours)) h of '\(limit.text)'")
    }
    if screenOn != nil, !promises {
      throw ValidationError("--screen-on belongs to a limit such as 'P(battery >= 20 % after 12 h) >= 95 %'")
    }
    if population != nil, !promises {
      throw ValidationError("--population belongs to a limit such as 'P(battery >= 20 % after 12 h) >= 95 %'")
    }
    if population != nil, scenario != nil {
      throw ValidationError("--population and --scenario exclude each other; give one of them")
    }
    if promises, !limits.allSatisfy(\.constraint.isPromise) {
      throw ValidationError("a promise is about drawn phones, other limits are not; check them apart")
    }
    try ConstraintArgument.checkDistinct(limits.map(\.constraint))
    guard !isGiven else { return }
    let options = [
      ("--scenario", scenario), ("--device", device), ("--network", network), ("--system", system?.name),
      ("--strategy", strategies.first), ("--seeds", givenSeeds.map(String.init)),
    ]
    if let given = options.first(where: { $0.1 != nil }) {
      throw ValidationError("\(given.0) belongs to --limit or --init; a budget file says itself what it is about")
    }
  }

  /// The seeds of a budget that nobody has written a number for.
  static let seeds = 16

  /// What stands in place of the budget file's name.
  private static let source = "command line"

  /// The strategies' names and files as typed, each once.
  private var names: [String] { strategies.isEmpty ? ["continuous"] : NameList.split(strategies).uniqued() }

  private func phone(_ catalog: Catalog) throws(InputError) -> (DeviceProfile, NetworkProfile) {
    try PhoneOptions.phone(device ?? PhoneOptions.standard.device, network: network, catalog)
  }

  /// What `check` holds strategies against. Findings cite each limit as the user typed it.
  func file(_ catalog: Catalog) throws(InputError) -> BudgetFile {
    var catalog = catalog
    catalog.system = system
    let limits = limits.map { limit in
      BudgetLimit(
        limit.constraint, place: BudgetPlace(file: "limit '\(limit.text)'", line: 0, column: 0),
        promise: screenOn.map { Promise(screenOn: .hours($0), isAboutPeople: population != nil) })
    }
    let (device, network) = try phone(catalog)
    if self.device != nil { catalog.phone = device.system }
    let day = try catalog.resolve(
      population == nil ? .scenarios : .populations, population ?? scenario ?? DayOptions.standard)
    let people = population == nil ? nil : try catalog.population(day)
    let scenario = if let people { people.standIn } else { try catalog.scenario(day) }
    let strategies = try catalog.distinctStrategies(names)
    let conditions = Baseline.Conditions(
      scenario: try InputFingerprint.scenario(name: scenario.name, text: day.text, file: day.file),
      device: InputFingerprint.device(device), network: InputFingerprint.network(network),
      parameters: promises ? .drawn : .fixed)
    let plan = promises ? SeedPlan.auto(Promise.plan) : .count(Self.seeds)
    var item = BudgetCase(
      budget: Self.source, scenario: scenario, device: device, network: network, strategies: strategies,
      conditions: conditions, seeds: givenSeeds.map(SeedPlan.count) ?? plan, limits: limits,
      words: BudgetCase.Words(
        scenario: self.scenario ?? DayOptions.standard, device: self.device ?? PhoneOptions.standard.device,
        network: self.network, strategies: names.count == strategies.count ? names : strategies.map(\.name)))
    item.people = people
    try Failure.check(failures.filter { $0.count == 1 }.flatMap(\.self), on: device.system)
    let days = Failure.allCases.filter { failure in failures.contains { $0.contains(failure) } }
    return BudgetFile(
      file: Self.source, baselinePath: nil, refusesChangedStrategies: false, cases: item.onDays(with: days))
  }

  /// The figures that a first budget limits, and on which side.
  private static func limited(_ row: StrategySummary, _ needs: Needs) -> [(metric: Metric, isUpper: Bool)] {
    [(.drainPercentPerHour, true), (needs[row.kind].metric, false)]
  }

  /// A budget file with limits a tenth beyond the figures of today.
  func measured(_ catalog: Catalog, jobs: Int, progress: @escaping @Sendable (Int) -> Void) async throws -> String {
    let (device, network) = try phone(catalog)
    var catalog = catalog
    if self.device != nil { catalog.phone = device.system }
    var specifications: [StrategySpecification] = []
    for name in names { specifications.append(try catalog.strategy(name)) }
    let request = try ComparisonRequest(
      device: device, network: network, scenario: try catalog.scenario(scenario ?? DayOptions.standard),
      strategies: specifications, seedCount: givenSeeds ?? Self.seeds, parameters: .fixed, jobs: jobs
    ).with(watch: PhoneOptions.standard.watch, catalog)
    let rows = try await Comparison.run(request, progress: progress).rows
    var text = """
      # What location may cost: 'geojoule check' fails where a limit is broken. docs/budgets.md has every key.
      defaults:
        scenarios: [\(ProfileWriter.scalar(scenario ?? DayOptions.standard))]
        devices: [\(ProfileWriter.scalar(self.device ?? PhoneOptions.standard.device))]

      """
    if let network = self.network { text += "  networks: [\(ProfileWriter.scalar(network))]\n" }
    text += "  seeds: \(givenSeeds ?? Self.seeds)\nbudgets:\n"
    for (name, row) in zip(names, rows) {
      text += "  - name: \(ProfileWriter.scalar(name))\n    strategies: [\(ProfileWriter.scalar(name))]\n    limits:\n"
      for (metric, isUpper) in Self.limited(row, request.needs) {
        guard let mean = row[metric]?.mean, mean > 0 else { continue }
        let limit = DecimalText.exact(Self.rounded(mean, up: isUpper))
        text += "      - {metric: \(metric.column), \(isUpper ? "max" : "min"): \(limit)}\n"
      }
    }
    return text
  }

  /// A tenth beyond a figure, with two digits, rounded away from it.
  static func rounded(_ mean: Double, up: Bool) -> Double {
    let value = up ? mean * 1.1 : mean * 0.9
    var step = 1.0
    while value / step >= 100 { step *= 10 }
    while value / step < 10 { step /= 10 }
    let digits = (value / step).rounded(up ? .up : .down) * step
    return Double(DecimalText.significant(digits, digits: 2)) ?? digits
  }
}
