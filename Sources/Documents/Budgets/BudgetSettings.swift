import Analysis
import DeviceModel
import FileFormats

/// What a budget takes over from the file's defaults.
struct BudgetSettings {
  static let keys = [
    "scenarios", "devices", "networks", "strategies", "seeds", "first_seed", "sequential", "parameters", "level",
    "decide_on",
  ]

  var scenarios: YAMLValue?
  var devices: YAMLValue?
  var networks: YAMLValue?
  var strategies: YAMLValue?
  var parameters = ParameterChoice.fixed
  var level = BudgetLevel.error
  var decideOn = DecisionBasis.mean
  var firstSeed: UInt64 = 1
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
