import Analysis
import Core
import DeviceModel
import FileFormats
import World

/// What a budget says, and what it takes over from the file's defaults.
@dynamicMemberLookup
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

  /// What the file's defaults say, where it has some, and what the budget says.
  let layers: [KeyedMapping<SettingKeys>]

  /// What the budget says, else the defaults.
  subscript<Value>(dynamicMember key: KeyPath<SettingKeys, Key<Value?>>) -> Value? {
    get throws(InputError) {
      var found: Value?
      for layer in layers { found = try layer[dynamicMember: key] ?? found }
      return found
    }
  }

  var standardLevel: BudgetLevel { get throws(InputError) { try self.level ?? .error } }
  var standardBasis: DecisionBasis { get throws(InputError) { try self.decideOn ?? .mean } }
  var choice: ParameterChoice { get throws(InputError) { try self.parameters ?? .fixed } }

  /// Days, or populations of whom each seed draws a person: one of both.
  var days: (yaml: YAMLValue, areOfPeople: Bool)? {
    get throws(InputError) {
      var found: (yaml: YAMLValue, areOfPeople: Bool)?
      for layer in layers {
        let (people, days) = (try layer.populations, try layer.scenarios)
        if let people, days != nil {
          throw people.error("'populations' and 'scenarios' exclude each other", remedy: "keep one of them")
        }
        found = people.map { ($0, true) } ?? days.map { ($0, false) } ?? found
      }
      return found
    }
  }

  /// How many seeds these limits take; `auto` as `sequential` says, else as is standard for promises and for other limits.
  func seedPlan(_ limits: [BudgetLimit], at yaml: YAMLValue) throws(InputError) -> SeedPlan {
    var sequential: SequentialPlan?
    for layer in layers {
      if let yaml = try layer.sequential { sequential = try Self.sequential(yaml, sequential ?? .standard) }
    }
    let arePromises = limits.allSatisfy { $0.promise != nil }
    let (count, choice) = (try self.seeds ?? 16, try choice)
    if let count { return .count(count) }
    guard arePromises || choice != .drawn else {
      throw yaml.error(
        "'seeds: auto' decides on the phone as the profile gives it, but the parameters are drawn",
        remedy: "use 'parameters: fixed', or a number of seeds")
    }
    return .auto(sequential ?? (arePromises ? Promise.plan : .standard))
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
