import Core
import DeviceModel
package import FileFormats
import LocationServices
import Strategies

/// The configuration of a location SDK or app, as developers have it in their code, that is read as a strategy. Each has a file
/// here, and its place in `all`.
///
/// docs/strategy-format.md says what each key becomes; docs/sources.md has the documentation each meaning comes from.
package struct SDKConfiguration: Sendable {
  /// As its maker writes it.
  let name: String
  /// What stands in no other SDK's configurations.
  let marks: [String]
  /// Keys that hold others, which may as well stand beside them.
  var groups: [String] = []
  /// Keys that change the strategy, and those that do not.
  let (modelled, others): ([String], [String])
  /// The settings that its keys say.
  let answers: [Answer]
  /// The strategy of its options.
  let strategy: @Sendable (inout SDKOptions) throws(InputError) -> SDKStrategy

  static let all = [
    ExpoLocation.sdk, Geolocator.sdk, TransistorGeolocation.sdk, OwnTracks.sdk, TraccarClient.sdk,
  ]

  var keys: [String] { modelled + others }

  /// The strategy, or `nil` for a text that is no SDK's configuration.
  ///
  /// - Parameter system: the version that was asked for.
  /// - Throws: `InputError` for misspelt keys and wrong values, and a usage error where the meaning depends on the system
  ///   and none was asked for.
  static func strategy(
    _ text: String, file: String, name: EntryName, system: Platform?
  ) throws(InputError) -> StrategySpecification? {
    guard let (sdk, object) = try recognized(text, file: file) else { return nil }
    return try sdk.read(object, name: name, system: system)
  }

  /// Whose configuration a text is; `nil` for other text.
  package static func name(of text: String, file: String) throws(InputError) -> String? {
    try recognized(text, file: file)?.sdk.name
  }

  /// What says strategies in the keys of a configuration; `nil` for a text that is none.
  static func answer(
    _ text: String, file: String, name: EntryName, system: Platform?
  ) throws(InputError) -> SDKAnswer? {
    guard let (sdk, object) = try recognized(text, file: file) else { return nil }
    return SDKAnswer(
      try SDKOptions(object, of: sdk, system: system), base: try sdk.read(object, name: name, system: system))
  }

  /// The strategy of an object of this SDK.
  func read(_ object: YAMLValue, name: EntryName, system: Platform?) throws(InputError) -> StrategySpecification {
    var options = try SDKOptions(object, of: self, system: system)
    let strategy = try strategy(&options)
    return try StrategyReader.read(strategy.text(options), file: object.file, name: name)
  }

  /// The SDK whose keys the text's object has, and that object.
  private static func recognized(
    _ text: String, file: String
  ) throws(InputError) -> (sdk: SDKConfiguration, object: YAMLValue)? {
    // Strategy files have these keys in any case.
    guard
      !text.split(whereSeparator: \.isNewline).contains(where: { $0.hasPrefix("kind:") || $0.hasPrefix("summary:") })
    else { return nil }
    let object: YAMLValue
    do throws(InputError) {
      object = try ObjectLiteral.read(text, file: file)
    } catch {
      let isMeant = all.contains { $0.marks.contains(where: text.contains) }
      if isMeant { throw error }
      return nil
    }
    guard let mapping = try? object.mapping(), !mapping.keys.contains("kind") else { return nil }
    // Positions of OwnTracks have a type of their own.
    if let type = mapping.peek("_type")?.text, type != "configuration" { return nil }
    let scores = all.map { sdk in
      let own = object.flattened(sdk.groups)
      return (sdk: sdk, object: own, score: sdk.score((try? own.mapping()) ?? mapping, text))
    }
    guard let best = scores.max(by: { $0.score < $1.score }), best.score > 0 else { return nil }
    return (best.sdk, best.object)
  }

  /// How many keys and words of the SDK there are; its constructor's name is worth more than all.
  private func score(_ mapping: YAMLMapping, _ text: String) -> Int {
    let constructor = mapping.peek(ObjectLiteral.constructor)?.text
    let isOwn = constructor.map { name in marks.contains { "\(name)(".hasSuffix($0) } } ?? false
    return mapping.keys.count(where: keys.contains) + marks.count(where: text.contains) + (isOwn ? 100 : 0)
  }
}

/// What a configuration says, key by key.
struct SDKOptions: Sendable {
  let sdk: SDKConfiguration
  /// The object.
  let object: YAMLValue
  /// The version that was asked for.
  let system: Platform?
  private var mapping: YAMLMapping
  /// The name of the constructor in Dart, without its package.
  let constructor: String?
  /// What is said of the strategy in reports.
  var notes: [String] = []

  /// - Throws: `InputError` for a key that the SDK does not have, with the nearest it has.
  init(_ object: YAMLValue, of sdk: SDKConfiguration, system: Platform?) throws(InputError) {
    self.object = object
    self.sdk = sdk
    self.system = system
    mapping = try object.mapping()
    constructor = mapping.peek(ObjectLiteral.constructor)?.text?.split(separator: ".").last.map(String.init)
    try mapping.allow(sdk.keys + [ObjectLiteral.constructor])
  }

  /// Whether a key is given.
  func has(_ key: String) -> Bool { mapping.peek(key) != nil }

  /// Lists keys that are given and change nothing in the model.
  mutating func ignore(_ keys: [String], because reason: String = "not modelled") {
    let given = mapping.keys.filter(keys.contains)
    if !given.isEmpty { notes.append("\(reason): \(given.joined(separator: ", "))") }
  }

  /// A number of this key within limits.
  func number(_ key: String, in range: ClosedRange<Double>) throws(InputError) -> Double? {
    try mapping.peek(key)?.number(in: range)
  }

  func flag(_ key: String) throws(InputError) -> Bool? { try mapping.peek(key)?.bool() }

  /// The value of a word or an enum's name such as `Location.Accuracy.High`, without regard to its first parts, case and
  /// underscores; the number behind it does as well.
  func word(_ key: String, _ values: KeyValuePairs<String, String>) throws(InputError) -> String? {
    guard let yaml = mapping.peek(key) else { return nil }
    let given = try yaml.string()
    func plain(_ text: some StringProtocol) -> String { text.lowercased().filter { $0 != "_" } }
    if let number = Double(given), let value = values.first(where: { Double($0.key) == number })?.value { return value }
    let last = given.split(separator: ".").last.map(String.init) ?? given
    if let value = values.first(where: { plain($0.key) == plain(last) })?.value { return value }
    let words = values.map(\.key).filter { Int($0) == nil }
    throw yaml.error("unknown value '\(given)'", remedy: Suggestion.remedy(for: last, among: words, what: "values"))
  }

  /// `CLActivityType` in the words of strategy files: the SDKs hand Apple's on.
  func activityType() throws(InputError) -> String {
    let types = ["other", "automotive_navigation", "fitness", "other_navigation", "airborne"]
    return try word(
      "activityType",
      [
        "Other": types[0], "AutomotiveNavigation": types[1], "Fitness": types[2], "OtherNavigation": types[3],
        "Airborne": types[4], "ACTIVITY_TYPE_OTHER": types[0], "ACTIVITY_TYPE_AUTOMOTIVE_NAVIGATION": types[1],
        "ACTIVITY_TYPE_FITNESS": types[2], "ACTIVITY_TYPE_OTHER_NAVIGATION": types[3],
        "ACTIVITY_TYPE_AIRBORNE": types[4], "1": types[0], "2": types[1], "3": types[2], "4": types[3], "5": types[4],
      ]) ?? types[0]
  }

  /// The seconds of a `Duration` of Dart.
  func duration(_ key: String) throws(InputError) -> Double? {
    guard let yaml = mapping.peek(key) else { return nil }
    let units: KeyValuePairs = [
      "days": 86_400.0, "hours": 3600, "minutes": 60, "seconds": 1, "milliseconds": 1e-3, "microseconds": 1e-6,
    ]
    var parts = try yaml.mapping()
    try parts.allow(units.map(\.key) + [ObjectLiteral.constructor])
    var seconds = 0.0
    for (unit, length) in units { seconds += length * (try parts.peek(unit)?.number(in: 0...1e12) ?? 0) }
    try yaml.check(seconds, 0, 86_400) { "\(DecimalText.significant($0, digits: 6)) s" }
    return seconds
  }

  /// The system that was asked for.
  ///
  /// - Throws: a usage error where none was.
  func neededSystem() throws(InputError) -> Platform {
    if let system { return system }
    throw InputError(
      file: object.file, message: "the configuration of \(sdk.name) means something else on each system",
      remedy: "add --system \(Platform.today(on: .ios).name) or --system \(Platform.today(on: .android).name)",
      isUsage: true)
  }
}

/// A strategy in the words of docs/strategy-format.md.
struct SDKStrategy {
  let kind: String
  let system: Platform
  var use = "record"
  /// Lines of `parameters`, such as `interval: 3 s`.
  var parameters: [String] = []
  /// Further lines of the file, such as `states` and `upload`.
  var rest = ""

  func text(_ options: SDKOptions) -> String {
    let values = parameters.isEmpty ? "" : "parameters: {\(parameters.joined(separator: ", "))}\n"
    let note = options.notes.isEmpty ? "" : "note: \"\(options.notes.joined(separator: "; "))\"\n"
    return """
      summary: "Configuration of \(options.sdk.name)"
      kind: \(kind)
      use: \(use)
      system: \(system.name)
      \(values)\(note)\(rest)
      """
  }
}
