import Core
import FileFormats
import LocationServices
import Strategies

/// What a configuration says, key by key.
struct SDKOptions: Sendable {
  let sdk: SDKConfiguration
  /// The object.
  let object: YAMLValue
  /// The version that was asked for.
  let system: Platform?
  /// Whether the call around the object is for one position.
  let isForOne: Bool
  private var mapping: YAMLMapping
  /// The name of the constructor in Dart, without its package.
  let constructor: String?
  /// What is said of the strategy in reports.
  var notes: [String] = []

  /// - Throws: `InputError` for a key that the SDK does not have, with the nearest it has, and for one in a group and beside it.
  init(_ object: YAMLValue, of sdk: SDKConfiguration, system: Platform?, isForOne: Bool) throws(InputError) {
    (self.object, self.sdk, self.system, self.isForOne) = (object, sdk, system, isForOne)
    mapping = try object.mapping()
    constructor = object.call?.split(separator: ".").last.map(String.init)
    try mapping.allow(sdk.keys)
    for (index, key) in mapping.keys.enumerated() where mapping.keys.prefix(index).contains(key) {
      throw mapping.error(at: key, "the key is given twice, in a group and beside it", remedy: "keep one of them")
    }
  }

  /// The strategy that the configuration is.
  func strategy(_ name: EntryName) throws(InputError) -> StrategySpecification {
    var options = self
    let strategy = try sdk.strategy(&options)
    return try StrategyReader.read(strategy.text(options), file: object.file, name: name)
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

  /// A number of this key that is whole in Dart, whose types say so.
  func whole(_ key: String, in range: ClosedRange<Int>) throws(InputError) -> Double? {
    guard constructor == nil else { return try (mapping.peek(key)?.integer(in: range)).map(Double.init) }
    return try number(key, in: Double(range.lowerBound)...Double(range.upperBound))
  }

  func flag(_ key: String) throws(InputError) -> Bool? { try mapping.peek(key)?.bool() }

  /// The value of a word or an enum's name such as `Location.Accuracy.High` or `DESIRED_ACCURACY_HIGH`, without regard to its
  /// first parts, the key's name, case and underscores; the number behind it does as well.
  func word(_ key: String, _ values: [String: String]) throws(InputError) -> String? {
    guard let yaml = mapping.peek(key) else { return nil }
    let given = try yaml.string()
    func plain(_ text: some StringProtocol) -> String { text.lowercased().filter { $0 != "_" } }
    if let number = Double(given), let value = values.first(where: { Double($0.key) == number })?.value { return value }
    let last = given.split(separator: ".").last.map(String.init) ?? given
    let named = plain(last).hasPrefix(plain(key)) ? String(plain(last).dropFirst(plain(key).count)) : plain(last)
    if let value = values.first(where: { plain($0.key) == named })?.value { return value }
    let words = values.keys.filter { Int($0) == nil }.sorted()
    return try InputFaults.note(
      yaml.error("unknown value '\(given)'", remedy: Suggestion.remedy(for: last, among: words, what: "values")),
      insteadOf: values.keys.min().flatMap { values[$0] })
  }

  /// The place of an enum's value among all, which its number says as well.
  ///
  /// - Parameter first: the number of the first.
  func place(_ key: String, among names: [String], from first: Int = 0) throws(InputError) -> Int? {
    let places = names.enumerated().flatMap { [($1, "\($0)"), ("\($0 + first)", "\($0)")] }
    return try word(key, Dictionary(uniqueKeysWithValues: places)).flatMap { Int($0) }
  }

  /// `CLActivityType` in the words of strategy files: the SDKs hand Apple's on.
  func activityType() throws(InputError) -> String {
    let names = SDKConfiguration.activities
    return names[try place("activityType", among: names.map(\.theirs), from: 1) ?? 0].own
  }

  /// What stands in the object of this key.
  func inside(_ key: String) -> YAMLMapping? { mapping.peek(key).flatMap { try? $0.mapping() } }

  /// The seconds of a `Duration` of Dart.
  func duration(_ key: String) throws(InputError) -> Double? {
    guard let yaml = mapping.peek(key) else { return nil }
    let units: KeyValuePairs = [
      "days": 86_400.0, "hours": 3600, "minutes": 60, "seconds": 1, "milliseconds": 1e-3, "microseconds": 1e-6,
    ]
    var parts = try yaml.mapping()
    try parts.allow(units.map(\.key))
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
    throw sdk.systemMissing(object.file)
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

  /// A request of Android's fused provider.
  ///
  /// - Parameters:
  ///   - interval: in seconds.
  ///   - distance: in metres.
  static func request(_ priority: String, interval: Double, distance: Double, more: [String] = []) -> [String] {
    [
      "priority: \(priority)", "interval: \(CompositeWriter.seconds(max(0.1, interval)))",
      "min_distance: \(CompositeWriter.metres(distance))",
    ] + more
  }

  /// Updates of iOS's standard service.
  ///
  /// - Parameter distance: in metres; 0 for each position.
  static func standard(
    on system: Platform, _ accuracy: String, distance: Double, _ activity: String, pauses: Bool, allows: Bool = true
  ) -> SDKStrategy {
    SDKStrategy(
      kind: "standard", system: system,
      parameters: [
        "desired_accuracy: \(accuracy)", "distance_filter: \(distance > 0 ? CompositeWriter.metres(distance) : "none")",
        "activity_type: \(activity)", "pauses_automatically: \(pauses)", "allows_background: \(allows)",
      ])
  }

  /// One position each time the user opens the app: `requestLocation` on iOS, a request for one position on Android.
  ///
  /// - Parameters:
  ///   - interval: in seconds; a known position of this age is taken on Android.
  ///   - limit: in seconds; `nil` waits for as long as it takes.
  static func one(
    on system: Platform, _ accuracy: String, _ priority: String, interval: Double, limit: Double?
  ) -> SDKStrategy {
    let permission = "authorization: when_in_use\n"
    guard system.isAndroid else {
      return SDKStrategy(
        kind: "one_shot", system: system, use: "live", parameters: ["desired_accuracy: \(accuracy)"], rest: permission)
    }
    let duration = limit.map { ", duration: \(CompositeWriter.seconds(max(1, $0)))" } ?? ""
    let wait = CompositeWriter.seconds(max(0.1, interval))
    let opened = "{when: foreground, go_to: looking}"
    return SDKStrategy(
      kind: "composite", system: system, use: "live",
      rest: permission + "states:\n" + state("closed", rules: ["{when: launched, by: user, go_to: looking}", opened])
        + state(
          "looking", enter: ["request: {priority: \(priority), interval: \(wait), max_updates: 1\(duration)}"],
          rules: ["{when: delivery, go_to: closed}", opened], leave: ["stop: fused"]))
  }

  /// A state of a composite strategy.
  static func state(_ name: String, enter: [String] = [], rules: [String] = [], leave: [String] = []) -> String {
    let parts = [("enter", enter), ("rules", rules), ("leave", leave)].filter { !$0.1.isEmpty }
    return "  \(name):\n"
      + parts.map { key, items in "    \(key):\n" + items.map { "      - \($0)\n" }.joined() }.joined()
  }

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
