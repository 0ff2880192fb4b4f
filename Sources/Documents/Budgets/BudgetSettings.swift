package import Analysis
import Core
package import DeviceModel
import FileFormats
package import Strategies
package import World

/// What a budget takes over from the file's defaults.
struct BudgetSettings {
  static let keys = [
    "scenarios", "devices", "networks", "strategies", "seeds", "first_seed", "sequential", "parameters", "level",
    "decide_on", "failures", "screen_on",
  ]

  var scenarios: YAMLValue?
  var devices: YAMLValue?
  var networks: YAMLValue?
  var strategies: YAMLValue?
  var parameters = ParameterChoice.fixed
  var level = BudgetLevel.error
  var decideOn = DecisionBasis.mean
  var firstSeed: UInt64 = 1
  /// For promises.
  var screenOn: TimeSpan?
  /// Each goes wrong on a day of its own, beside the day as it is.
  var failures: [Failure] = []
  /// `nil` for `auto`.
  private var seedCount: Int? = 16
  private var sequential = SequentialPlan.standard

  var seedPlan: SeedPlan { seedCount.map(SeedPlan.count) ?? .auto(sequential) }

  /// Takes over what a mapping says.
  mutating func read(_ mapping: inout YAMLMapping) throws(InputError) {
    scenarios = mapping.optional("scenarios") ?? scenarios
    devices = mapping.optional("devices") ?? devices
    networks = mapping.optional("networks") ?? networks
    strategies = mapping.optional("strategies") ?? strategies
    if let yaml = mapping.optional("seeds") {
      seedCount = yaml.text == "auto" ? nil : try Self.seedCount(yaml)
    }
    if let yaml = mapping.optional("first_seed") { firstSeed = UInt64(try yaml.integer(in: 0...1_000_000_000)) }
    if let yaml = mapping.optional("sequential") { sequential = try Self.sequential(yaml, sequential) }
    if let yaml = mapping.optional("parameters") { parameters = try yaml.choice(ParameterChoice.self) }
    if let yaml = mapping.optional("failures") {
      failures = yaml.text == "all" ? Failure.allCases : try ScenarioReader.failures.read(yaml)
    }
    if let yaml = mapping.optional("screen_on") { screenOn = try yaml.timeSpan(in: .zero ... .hours(24)) }
    if let yaml = mapping.optional("level") { level = try yaml.choice(BudgetLevel.self) }
    if let yaml = mapping.optional("decide_on") { decideOn = try yaml.choice(DecisionBasis.self) }
  }

  /// Refuses settings that exclude each other.
  func check(at yaml: YAMLValue) throws(InputError) {
    if seedPlan.isSequential, parameters == .drawn {
      throw yaml.error(
        "'seeds: auto' decides on the phone as the profile gives it, but the parameters are drawn",
        remedy: "use 'parameters: fixed', or a number of seeds")
    }
  }

  func required(_ value: YAMLValue?, _ key: String, at yaml: YAMLValue) throws(InputError) -> YAMLValue {
    if let value { return value }
    throw yaml.error("the key '\(key)' is missing", remedy: "add '\(key): [...]' here or in 'defaults'")
  }

  private static func seedCount(_ yaml: YAMLValue) throws(InputError) -> Int {
    guard let text = yaml.text, text.contains(where: \.isNumber) else {
      throw yaml.error(
        "'\(yaml.text ?? "a list")' is not a number of seeds", remedy: "write a whole number, or auto")
    }
    return try yaml.integer(in: 1...100_000)
  }

  private static func sequential(
    _ yaml: YAMLValue, _ standard: SequentialPlan
  ) throws(InputError) -> SequentialPlan {
    var mapping = try yaml.mapping(allowing: ["confidence", "first_look", "cap"])
    let confidence = try mapping.optional("confidence")?.number(in: 0.5...0.9999) ?? standard.confidence
    let firstLook = try mapping.optional("first_look")?.integer(in: 8...10_000) ?? standard.looks.first ?? 16
    let cap = try mapping.optional("cap")?.integer(in: 8...100_000) ?? max(standard.cap, firstLook)
    guard cap >= firstLook else {
      throw yaml.error("the cap of \(cap) seeds lies below the first look at \(firstLook)", remedy: "raise the cap")
    }
    return SequentialPlan(confidence: confidence, firstLook: firstLook, cap: cap)
  }
}

/// A budget file with every name in it resolved.
package struct BudgetFile: Sendable {
  /// The file as the user named it.
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

  /// The budget's name in its file.
  package let budget: String
  package let scenario: Scenario
  package let device: DeviceProfile
  package let network: NetworkProfile
  package let strategies: [StrategySpecification]
  /// The strategies with their hashes, in the same order.
  package let strategyInputs: [Baseline.Input]
  /// The other inputs with their hashes.
  package let conditions: Baseline.Conditions
  package let seeds: SeedPlan
  package let firstSeed: UInt64
  /// Every limit, those switched off included.
  package let limits: [BudgetLimit]
  package let words: Words

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

  /// This case on the day as it is, and on days on which one of the failures happens.
  package func onDays(with failures: [Failure]) -> [BudgetCase] {
    [self]
      + failures.filter { !scenario.failures.contains($0) }.map { failure in
        let day = scenario.with([failure])
        let input = Baseline.Input(
          name: day.name, hash: SHA256.hexadecimal(of: conditions.scenario.hash + failure.rawValue))
        let conditions = Baseline.Conditions(
          scenario: input, device: conditions.device, network: conditions.network, parameters: conditions.parameters)
        return BudgetCase(
          budget: budget, scenario: day, device: device, network: network, strategies: strategies,
          conditions: conditions, seeds: seeds, firstSeed: firstSeed, limits: limits, words: words)
      }
  }

  /// The limits that are not switched off.
  package var activeLimits: [BudgetLimit] { limits.filter { $0.level != .off } }
  /// Whether any of them is against a baseline.
  package var needsBaseline: Bool { activeLimits.contains { $0.bound.isRelative } }
}
