package import Analysis
import Core
package import DeviceModel
package import FileFormats
package import Strategies
package import World

/// Reads budget files; `docs/budgets.md` describes the format.
///
/// Paths are taken from the budget file's folder. Every name must be known, every key valid.
package enum BudgetFileReader {
  /// More cases than this are a slip.
  static let mostCases = 1000

  package static func read(path: String, catalog: Catalog) throws(InputError) -> BudgetFile {
    try read(try TextFile.read(path), file: path, catalog: catalog)
  }

  /// - Parameter file: the file's name for messages; its folder is where the paths in it start.
  package static func read(_ text: String, file: String, catalog: Catalog) throws(InputError) -> BudgetFile {
    let document = try YAMLDocument(text: text, file: file).root
    try CatalogKind.refuse(document, unless: ["budgets"], "a budget file") { kind in
      kind == .populations
        ? "name it under 'populations' in a budget file: docs/budgets.md describes one"
        : "'geojoule check --init --\(kind.singular) \(file)' writes a budget for it"
    }
    let root = try Self.keys.read(document)
    let names = try BudgetNames(catalog: catalog, file: file)
    var baseline: (path: String, refuses: Bool)?
    if let yaml = try root.baseline { baseline = try self.baseline(yaml, names) }
    let defaults = try root.defaults.map { yaml throws(InputError) in [try BudgetSettings.keys.read(yaml)] } ?? []
    let items = try root.budgets
    guard !items.isEmpty else {
      throw root.error(at: \.budgets, "there is no budget", remedy: "write at least one")
    }
    var cases: [BudgetCase] = []
    var titles: [String] = []
    for item in items {
      cases += try InputFaults.attempt(try self.cases(item, defaults, names, &titles)) ?? []
      guard cases.count <= mostCases else {
        throw item.error("the budgets make more than \(mostCases) cases", remedy: "name fewer scenarios or devices")
      }
    }
    return BudgetFile(
      file: file, baselinePath: baseline?.path, refusesChangedStrategies: baseline?.refuses ?? false, cases: cases)
  }

  struct BudgetFileKeys: KeyTable {
    let baseline = Key(
      "baseline", optional: .unread(.either([.text().noted("a file of baselines"), baselineKeys.schema])))
    let defaults = Key("defaults", optional: .unread(BudgetSettings.keys.schema))
    let budgets = Key("budgets", Form.list(of: .unread(budgetKeys.schema), from: 1))
  }

  struct BaselineKeys: KeyTable {
    let file = Key("file", .text)
    let changedStrategy = Key("changed_strategy", .choice(["compare", "refuse"]), standard: "compare")
  }

  struct BudgetKeys: KeyTable {
    let name = Key("name", .text)
    let limits = Key("limits", .unread(BudgetLimitReader.schema))
    let settings = BudgetSettings.SettingKeys()
  }

  private static let keys = Keys(BudgetFileKeys())
  private static let baselineKeys = Keys(BaselineKeys())
  private static let budgetKeys = Keys(BudgetKeys())
  package static let schema = keys.schema

  private static func baseline(
    _ yaml: YAMLValue, _ names: BudgetNames
  ) throws(InputError) -> (path: String, refuses: Bool) {
    guard yaml.isMapping else { return (names.path(try yaml.string()), false) }
    let given = try baselineKeys.read(yaml)
    return (names.path(try given.file), try given.changedStrategy == "refuse")
  }

  private static func cases(
    _ item: YAMLValue, _ defaults: [KeyedMapping<BudgetSettings.SettingKeys>], _ names: BudgetNames,
    _ titles: inout [String]
  ) throws(InputError) -> [BudgetCase] {
    let given = try budgetKeys.read(item)
    let title = try given.name
    guard !titles.contains(title) else {
      throw given.error(at: \.name, "two budgets are called '\(title)'", remedy: "rename one of them")
    }
    titles.append(title)
    let settings = BudgetSettings(layers: defaults + [given.settings])
    let limits = try BudgetLimitReader.limits(given.limits, settings)
    let seeds = try settings.seedPlan(limits, at: item)
    guard limits.allSatisfy({ $0.decideOn == .mean }) || seeds.cap > 1 else {
      throw item.error("one seed has no interval to decide on", remedy: "use 'seeds: 2' or more, or 'decide_on: mean'")
    }
    let (listed, parameters, failures) = (try settings.days, try settings.choice, try settings.failures ?? [])
    let arePeople = listed?.areOfPeople ?? false
    let days = try InputFaults.attempt(
      try names.scenarios(settings.required(listed?.yaml, "scenarios", at: item), arePeople: arePeople))
    if arePeople, limits.contains(where: { $0.promise == nil }) {
      throw item.error(
        "only promises are about people", remedy: "write 'P(battery >= 20 % after 12 h) >= 95 %', or name scenarios")
    }
    let phones = try InputFaults.attempt(try names.devices(settings.required(settings.devices, "devices", at: item)))
    let named = try settings.required(settings.strategies, "strategies", at: item)
    let strategies = try names.on(phones?.map(\.profile.system) ?? []).strategies(named)
    guard let scenarios = days, let devices = phones else { return [] }
    let words = try names.words(named)
    let networks = try settings.networks.map { yaml throws(InputError) in try names.words(yaml) }
    var cases: [BudgetCase] = []
    for scenario in scenarios {
      for device in devices {
        for (place, network) in try names.networks(settings.networks, for: device).enumerated() {
          let conditions = Baseline.Conditions(
            scenario: scenario.input, device: InputFingerprint.device(device.profile),
            network: InputFingerprint.network(network), parameters: parameters)
          var budgetCase = BudgetCase(
            budget: title, scenario: scenario.scenario, device: device.profile, network: network,
            strategies: strategies, conditions: conditions, seeds: seeds,
            firstSeed: try settings.firstSeed.map(UInt64.init) ?? 1, limits: limits,
            words: BudgetCase.Words(
              scenario: try names.word(scenario.yaml), device: try names.word(device.yaml),
              network: networks?[place], strategies: words))
          budgetCase.people = scenario.people
          cases += budgetCase.onDays(with: failures)
        }
      }
    }
    return cases
  }
}

/// A budget file with every name in it resolved.
package struct BudgetFile: Sendable {
  package let file: String
  /// The baseline's path, taken from the budget file's folder; `nil` when the file names none.
  package let baselinePath: String?
  /// Whether a changed strategy is refused like any other changed input, instead of being compared.
  package let refusesChangedStrategies: Bool
  /// One for each budget, scenario, device and network, in the file's order.
  package let cases: [BudgetCase]

  package init(file: String, baselinePath: String?, refusesChangedStrategies: Bool, cases: [BudgetCase]) {
    (self.file, self.baselinePath) = (file, baselinePath)
    (self.refusesChangedStrategies, self.cases) = (refusesChangedStrategies, cases)
  }

  /// How many limits are switched off.
  package var limitsOff: Int {
    var places: Set<BudgetPlace> = []
    for item in cases { places.formUnion(item.limits.filter { $0.level == .off }.map(\.place)) }
    return places.count
  }

  /// The first limit that needs a baseline.
  package var firstRelativeLimit: BudgetLimit? { cases.lazy.flatMap(\.activeLimits).first { $0.bound.isRelative } }
}

/// Some limits on some strategies, under one set of conditions.
package struct BudgetCase: Sendable {
  /// What a command line would say for the inputs; strategies are in the case's order.
  package struct Words: Sendable {
    package let scenario: String
    package let device: String
    /// `nil` for the device's own.
    package let network: String?
    package let strategies: [String]

    package init(scenario: String, device: String, network: String?, strategies: [String]) {
      (self.scenario, self.device, self.network, self.strategies) = (scenario, device, network, strategies)
    }
  }

  package let budget: String
  package private(set) var scenario: Scenario
  package let device: DeviceProfile
  package let network: NetworkProfile
  package let strategies: [StrategySpecification]
  /// The strategies with their hashes, in the same order.
  package let strategyInputs: [Baseline.Input]
  /// The other inputs with their hashes.
  package private(set) var conditions: Baseline.Conditions
  package let seeds: SeedPlan
  package let firstSeed: UInt64
  /// Every limit, those switched off included.
  package let limits: [BudgetLimit]
  package let words: Words
  /// Of whom each seed draws a person, in place of the day.
  package var people: PopulationProfile?
  /// Failures that were asked for, which the phone cannot have.
  package private(set) var leftOut: [Failure] = []

  /// - Parameter conditions: the other inputs than the strategies, with their hashes.
  package init(
    budget: String, scenario: Scenario, device: DeviceProfile, network: NetworkProfile,
    strategies: [StrategySpecification], conditions: Baseline.Conditions, seeds: SeedPlan, firstSeed: UInt64 = 1,
    limits: [BudgetLimit], words: Words
  ) {
    (self.budget, self.scenario, self.device, self.network) = (budget, scenario, device, network)
    (self.strategies, strategyInputs) = (strategies, strategies.map(InputFingerprint.strategy))
    (self.conditions, self.seeds, self.firstSeed, self.limits) = (conditions, seeds, firstSeed, limits)
    self.words = words
  }

  /// This case on the day as it is, and on days on which one of the failures happens that its phone can have.
  package func onDays(with failures: [Failure]) -> [BudgetCase] {
    let added = failures.filter { !scenario.failures.contains($0) && (device.system == .android || !$0.isOfAndroid) }
    var plain = self
    plain.leftOut = failures.filter { $0.isOfAndroid && device.system != .android }
    return [plain]
      + added.map { failure in
        var other = self
        other.scenario = scenario.with([failure])
        let input = Baseline.Input(
          name: other.scenario.name, hash: SHA256.hexadecimal(of: conditions.scenario.hash + failure.rawValue))
        other.conditions = Baseline.Conditions(
          scenario: input, device: conditions.device, network: conditions.network, parameters: conditions.parameters)
        return other
      }
  }

  package var activeLimits: [BudgetLimit] { limits.filter { $0.level != .off } }
  /// Whether any of them is against a baseline.
  package var needsBaseline: Bool { activeLimits.contains { $0.bound.isRelative } }
}
