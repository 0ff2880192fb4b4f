import Core
import DeviceModel
import FileFormats
import LocationServices
import Strategies

/// What a configuration says, key by key.
struct SDKOptions: Sendable {
  let sdk: SDKConfiguration
  let object: YAMLValue
  /// The version that was asked for, else the newest that the constructor is for.
  let system: Platform
  var isAndroid: Bool { system.isAndroid }
  /// What the call around the object asks for.
  let use: Use
  enum Use { case updates, updatesInUse, onePosition }
  private var mapping: YAMLMapping
  /// What is said of the strategy in reports.
  var notes: [String] = []

  /// - Throws: `InputError` for a key that the SDK does not have, with the nearest it has, and for one in a group and beside it; a
  ///   usage error where there is no system.
  init(_ object: YAMLValue, of sdk: SDKConfiguration, system: Platform?, use: Use) throws(InputError) {
    (self.object, self.sdk, self.use) = (object, sdk, use)
    mapping = try object.mapping()
    try mapping.allow(sdk.keys.all)
    let systems = sdk.constructors[object.call ?? ""]
    let only = systems?.count == 1 ? systems?.first : nil
    guard let system = system ?? only.map({ .today(on: $0) }) else { throw sdk.systemMissing(object.place.file) }
    if let systems, !systems.contains(system.system) {
      throw object.error(
        "\(object.call ?? "") are not for \(system.name)",
        remedy: systems.isEmpty ? "paste those of a phone" : "name another --system, or leave it out")
    }
    self.system = system
    for (index, key) in mapping.keys.enumerated() where mapping.keys.prefix(index).contains(key) {
      throw mapping.error(at: key, "the key is given twice", remedy: "keep one of them")
    }
  }

  /// The strategy that the configuration is.
  func strategy(_ name: EntryName) throws(InputError) -> StrategySpecification {
    var options = self
    let strategy = try sdk.strategy(&options)
    options.ignoreOthers()
    return try StrategyReader.read(strategy.text(options), file: object.place.file, name: name)
  }

  /// What stands at a key that the system knows.
  func value(_ key: String) -> YAMLValue? {
    (isAndroid ? sdk.keys.ios : sdk.keys.android).contains(key) ? nil : mapping.peek(key)
  }
  func has(_ key: String) -> Bool { value(key) != nil }

  /// What stands at a key whose text without quotes may be only such.
  private func value(
    _ key: String, _ remedy: String, where isKnown: (String) -> Bool
  ) throws(InputError) -> YAMLValue? {
    guard let yaml = value(key) else { return nil }
    guard case .scalar(let text, false) = yaml.content, !isKnown(text) else { return yaml }
    let error = yaml.error("'\(text)' has no value in this file", remedy: "write \(remedy) in its place")
    return try InputFaults.note(error, insteadOf: .some(nil))
  }

  /// Whether an object is given, such as that of a foreground service, or a name for one.
  func isGiven(_ key: String) throws(InputError) -> Bool {
    let isName = { (text: String) in !text.contains(" ") && Double(text) == nil }
    guard let yaml = try value(key, "the object, or false,", where: isName) else { return false }
    guard case .scalar(let text, let isQuoted) = yaml.content else { return true }
    if isQuoted { throw yaml.error("'\(text)' is no object", remedy: "write the object, or false") }
    return text != "false"
  }

  /// Lists keys that change nothing on this system, or in this call.
  private mutating func ignoreOthers() {
    let keys = sdk.keys
    let isForOne = use == .onePosition
    let used = isForOne ? keys.once : keys.all
    ignore((keys.both + keys.android + keys.ios).filter { !used.contains($0) }, because: "of updates only")
    let (foreign, reason) = isAndroid ? (keys.ios, "iOS only") : (keys.android, "Android only")
    ignore(foreign.filter(used.contains), because: reason)
    ignore(isForOne && isAndroid ? keys.others.filter { !used.contains($0) } : keys.others)
  }

  /// Lists keys that are given and change nothing in the model.
  mutating func ignore(_ keys: [String], because reason: String = "not modelled") {
    let given = mapping.keys.filter(keys.contains)
    if !given.isEmpty { notes.append("\(reason): \(given.joined(separator: ", "))") }
  }

  /// A number of this key within limits.
  func number(_ key: String, in range: ClosedRange<Double>) throws(InputError) -> Double? {
    try value(key, "a number") { Double($0) != nil }?.number(in: range)
  }

  func flag(_ key: String) throws(InputError) -> Bool? {
    try value(key, "true or false") { ["true", "false"].contains($0) || Double($0) != nil }?.bool()
  }

  /// The index of a word or an enum's name such as `Location.Accuracy.High` or `DESIRED_ACCURACY_HIGH`, without regard to its
  /// first parts, the key's name, case and underscores; the number that stands for it does as well.
  func choice(_ key: String, _ words: [String], numbers: [Double] = []) throws(InputError) -> Int? {
    guard let yaml = try value(key, "one value", where: { !$0.contains(" ") }) else { return nil }
    let given = try yaml.string()
    func plain(_ text: some StringProtocol) -> String { text.lowercased().filter { $0 != "_" } }
    if let number = Double(given), let index = numbers.firstIndex(of: number) { return index }
    let last = given.split(separator: ".").last.map(String.init) ?? given
    let named = plain(last).hasPrefix(plain(key)) ? String(plain(last).dropFirst(plain(key).count)) : plain(last)
    if let index = words.firstIndex(where: { plain($0) == named }) { return index }
    return try InputFaults.note(
      yaml.error("unknown value '\(given)'", remedy: Suggestion.remedy(for: last, among: words, what: "values")),
      insteadOf: 0)
  }

  /// `CLActivityType` in the words of strategy files: the SDKs hand Apple's on.
  func activityType() throws(InputError) -> String {
    let all = ActivityType.allCases
    return all[try choice("activityType", all.map(\.name), numbers: all.map { Double($0.rawValue) }) ?? 0].name
  }

  /// The seconds of a `Duration` of Dart.
  func duration(_ key: String) throws(InputError) -> Double? {
    guard let yaml = try value(key, "such as Duration(seconds: 9)", where: { _ in false }) else { return nil }
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
}

/// A strategy in the words of docs/strategy-format.md.
struct SDKStrategy {
  let kind: String
  var use = "record"
  /// Lines of `parameters`, such as `interval: 3 s`.
  var parameters: [String] = []
  /// Further lines of the file, such as `states` and `upload`.
  var rest = ""

  /// A request of Android's fused provider, in seconds and metres.
  static func request(_ priority: String, interval: Double, distance: Double, more: [String] = []) -> [String] {
    [
      "priority: \(priority)", "interval: \(CompositeWriter.seconds(max(0.1, interval)))",
      "min_distance: \(CompositeWriter.metres(distance))",
    ] + more
  }

  /// Updates of iOS's standard service; the distance is in metres, 0 for each position.
  static func standard(
    _ accuracy: String, distance: Double, _ activity: String, pauses: Bool, allows: Bool = true
  ) -> SDKStrategy {
    SDKStrategy(
      kind: "standard",
      parameters: [
        "desired_accuracy: \(accuracy)", "distance_filter: \(distance > 0 ? CompositeWriter.metres(distance) : "none")",
        "activity_type: \(activity)", "pauses_automatically: \(pauses)", "allows_background: \(allows)",
      ])
  }

  /// iOS without rests: a position is sent at each stretch of `distance` (0 for each one, `nil` for none) and one each `interval` (0 for
  /// none), which counts from the last that was sent where `isFromLast`. Others are left out.
  static func keeping(
    _ accuracy: String, distance: Double?, interval: Double, isFromLast: Bool = false
  ) -> SDKStrategy {
    let timer = interval > 0 ? ["set_timer: {name: next, after: \(CompositeWriter.seconds(interval))}"] : []
    let send = "do: [\((["upload: {fixes: newest}"] + (isFromLast ? timer : [])).joined(separator: ", "))]"
    let moved = distance.map { $0 > 0 ? "moved_at_least: \(CompositeWriter.metres($0)), " : "" }
    let begin = [
      "configure: {desired_accuracy: \(accuracy), distance_filter: none, pauses_automatically: false, allows_background: true}",
      "start: standard",
    ]
    let moving = state(
      "moving", enter: begin + timer,
      rules: (moved.map { ["{when: delivery, \($0)\(send)}"] } ?? [])
        + (distance == 0 ? [] : ["{when: delivery, do: [drop]}"])
        + (interval > 0 ? ["{when: timer, name: next, go_to: due}"] : []))
    let due = state("due", rules: ["{when: delivery, do: [upload: {fixes: newest}], go_to: moving}"])
    return SDKStrategy(kind: "composite", rest: "states:\n" + moving + (interval > 0 ? due : ""))
  }

  /// One position each time the user opens the app: `requestLocation` on iOS, a request for one position on Android. That takes a
  /// known position of the age `interval`, and gives up after `limit`; both are in seconds.
  static func one(
    onAndroid: Bool, _ accuracy: String, _ priority: String, interval: Double, limit: Double?
  ) -> SDKStrategy {
    let permission = "authorization: when_in_use\n"
    guard onAndroid else {
      return SDKStrategy(
        kind: "one_shot", use: "live", parameters: ["desired_accuracy: \(accuracy)"], rest: permission)
    }
    let duration = limit.map { ", duration: \(CompositeWriter.seconds(max(1, $0)))" } ?? ""
    let wait = CompositeWriter.seconds(max(0.1, interval))
    let opened = "{when: foreground, go_to: looking}"
    return SDKStrategy(
      kind: "composite", use: "live",
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
      system: \(options.system.name)
      \(values)\(note)\(rest)
      """
  }
}
