import Analysis
import Core
import DeviceModel
import FileFormats
import World

/// What a budget takes over from the file's defaults.
struct BudgetSettings {
  struct SettingKeys: KeyTable {
    let scenarios = Key("scenarios", optional: .names)
    let populations = Key(
      "populations", optional: .names, "in place of scenarios, for promises: each seed is a person on a Monday")
    let devices = Key("devices", optional: .names)
    let networks = Key("networks", optional: .names, "each device's own when left out")
    let strategies = Key("strategies", optional: .names)
    let seeds = Key("seeds", optional: seedCounts.or("auto", nil))
    let firstSeed = Key("first_seed", optional: .whole(0...1_000_000_000))
    let sequential = Key("sequential", optional: .unread(sequentialKeys.schema))
    let parameters = Key("parameters", optional: .choice(ParameterChoice.self))
    let level = Key("level", optional: .choice(BudgetLevel.self))
    let decideOn = Key("decide_on", optional: .choice(DecisionBasis.self))
    let failures = Key(
      "failures", optional: ScenarioReader.failures.or("all", Failure.allCases), "each on a day of its own")
    let screenOn = Key("screen_on", optional: .time(.zero ... .hours(24)))
  }

  struct SequentialKeys: KeyTable {
    let confidence = Key("confidence", optional: .number(0.5...0.9999))
    let firstLook = Key("first_look", optional: .whole(8...10_000))
    let cap = Key("cap", optional: .whole(8...100_000))
  }

  static let keys = Keys(SettingKeys())
  private static let sequentialKeys = Keys(SequentialKeys())

  /// Days, or populations of whom each seed draws a person: one of both.
  var scenarios: YAMLValue?
  var populations: YAMLValue?
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
  private var sequential: SequentialPlan?

  /// How many seeds these limits take; `auto` as `sequential` says, else as is standard for promises and for other limits.
  func seedPlan(_ limits: [BudgetLimit]) -> SeedPlan {
    let standard = Self.arePromises(limits) ? Promise.plan : .standard
    return seedCount.map(SeedPlan.count) ?? .auto(sequential ?? standard)
  }

  private static func arePromises(_ limits: [BudgetLimit]) -> Bool { limits.allSatisfy { $0.promise != nil } }

  /// Takes over what a mapping says.
  mutating func read(_ given: KeyedMapping<SettingKeys>) throws(InputError) {
    if let yaml = try given.populations {
      guard try given.scenarios == nil else {
        throw yaml.error("'populations' and 'scenarios' exclude each other", remedy: "keep one of them")
      }
      (scenarios, populations) = (nil, yaml)
    } else if let yaml = try given.scenarios {
      (scenarios, populations) = (yaml, nil)
    }
    devices = try given.devices ?? devices
    networks = try given.networks ?? networks
    strategies = try given.strategies ?? strategies
    seedCount = try given.seeds ?? seedCount
    firstSeed = try given.firstSeed.map(UInt64.init) ?? firstSeed
    if let yaml = try given.sequential { sequential = try Self.sequential(yaml, sequential ?? .standard) }
    parameters = try given.parameters ?? parameters
    failures = try given.failures ?? failures
    screenOn = try given.screenOn ?? screenOn
    level = try given.level ?? level
    decideOn = try given.decideOn ?? decideOn
  }

  /// Refuses settings that exclude each other.
  func check(_ limits: [BudgetLimit], at yaml: YAMLValue) throws(InputError) {
    if seedCount == nil, parameters == .drawn, !Self.arePromises(limits) {
      throw yaml.error(
        "'seeds: auto' decides on the phone as the profile gives it, but the parameters are drawn",
        remedy: "use 'parameters: fixed', or a number of seeds")
    }
  }

  func required(_ value: YAMLValue?, _ key: String, at yaml: YAMLValue) throws(InputError) -> YAMLValue {
    if let value { return value }
    throw yaml.error("the key '\(key)' is missing", remedy: "add '\(key): [...]' here or in 'defaults'")
  }

  private static let seedCounts = Form<Int?>(.whole(1...100_000)) { yaml throws(InputError) in
    guard let text = yaml.text, text.contains(where: \.isNumber) else {
      throw yaml.error(
        "'\(yaml.text ?? "a list")' is not a number of seeds", remedy: "write a whole number, or auto")
    }
    return try yaml.integer(in: 1...100_000)
  }

  private static func sequential(
    _ yaml: YAMLValue, _ standard: SequentialPlan
  ) throws(InputError) -> SequentialPlan {
    let given = try sequentialKeys.read(yaml)
    let confidence = try given.confidence ?? standard.confidence
    let firstLook = try given.firstLook ?? standard.looks.first ?? 16
    let cap = try given.cap ?? max(standard.cap, firstLook)
    guard cap >= firstLook else {
      throw yaml.error("the cap of \(cap) seeds lies below the first look at \(firstLook)", remedy: "raise the cap")
    }
    return SequentialPlan(confidence: confidence, firstLook: firstLook, cap: cap)
  }
}
