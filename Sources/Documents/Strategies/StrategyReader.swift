import Core
package import FileFormats
import LocationServices
package import Strategies

/// Reads a file of `profiles/strategies`; `docs/strategy-format.md` describes the format.
///
/// Only `summary` and `kind` are needed. `none` stands for no limit where a parameter allows that. Without `upload`
/// nothing is sent; an empty one sends each fix at once.
package enum StrategyReader {
  /// - Parameter name: what the file is called, and whether a `name` in it may differ.
  package static func read(_ text: String, file: String, name: EntryName) throws(InputError) -> StrategySpecification {
    try read(YAMLDocument(text: text, file: file).root, name: name)
  }

  /// Reads a strategy that stands in another file.
  static func read(_ root: YAMLValue, name: EntryName) throws(InputError) -> StrategySpecification {
    let given = try keys.read(root)
    let name = try name.resolved(given.name)
    let summary = try given.summary
    let kindName = try given.kind
    let kind = StrategyRegistry.kind(named: kindName)
    var specification = StrategySpecification(name: name, summary: summary, kind: kindName)
    specification.use = try given.use ?? specification.use
    specification.platform = try given.system ?? specification.platform
    try check(given.given(\.system) ?? given.given(\.kind) ?? root, offers: kind?.requires ?? [], specification)
    if let sdk = try given.sdk {
      guard !sdk.isAndroid, !specification.platform.isAndroid else {
        throw given.error(at: \.sdk, "'sdk' is for iOS: Android's limits do not depend on it", remedy: "remove it")
      }
      specification.linkedSDK = sdk.version
    }
    specification.hasLocationBackgroundMode = try given.backgroundMode ?? specification.hasLocationBackgroundMode
    specification.requiresServiceSession = try given.serviceSession ?? specification.requiresServiceSession
    if specification.requiresServiceSession, let yaml = given.given(\.serviceSession) {
      try check(yaml, offers: [.serviceSession], specification)
    }
    if let authorization = try given.authorization {
      specification.authorization = authorization
      try check(
        given.given(\.authorization) ?? root, offers: authorization.requires.map { [$0] } ?? [], specification)
    }
    if let accuracy = try given.accuracy {
      specification.accuracy = accuracy
      if accuracy == .reduced {
        try check(given.given(\.accuracy) ?? root, offers: [.reducedAccuracy], specification)
      }
    }
    if let yaml = try given.parameters {
      specification.parameters = try parameters(yaml, known: kind?.parameters ?? [], kind: kindName, of: specification)
    }
    specification.upload = try given.upload
    specification.composite = try states(given, &specification)
    specification.note = try given.note
    return specification
  }

  private static func states(
    _ given: KeyedMapping<StrategyKeys>, _ specification: inout StrategySpecification
  ) throws(InputError) -> CompositeProgram? {
    guard specification.kind == "composite" else {
      guard let yaml = try given.states else { return nil }
      throw yaml.error("only the kind 'composite' has states", remedy: "remove them, or write 'kind: composite'")
    }
    return try CompositeReader.read(
      given.needed(\.states), &specification.platform, sdk: specification.linkedSDK,
      namesSystem: given.given(\.system) != nil)
  }

  /// The versions at which services change, and those between them.
  static func platform(_ listed: [Platform]) -> Form<Platform> {
    Form(.either([.choice(listed.map(\.name)), .text(pattern: "^(ios|android)-[0-9]+(\\.[0-9]+)?$")])) {
      yaml throws(InputError) in
      let text = try yaml.string()
      if let platform = Platform.named(text) { return platform }
      // Whoever names a system means one of its versions.
      let systems = [("ios", Platform.ios), ("android", Platform.android)]
      let meant = systems.first { text.lowercased().hasPrefix($0.0) }?.1
      let names = (meant ?? Platform.all).map(\.name).joined(separator: ", ")
      return try InputFaults.note(
        yaml.error("unknown value '\(text)'", remedy: "valid values: \(names), and versions between them"),
        insteadOf: meant?.last)
    }
  }

  /// A service that the system version lacks is an error: the strategy could not do what its name says.
  private static func check(
    _ yaml: YAMLValue, offers services: [SystemService], _ specification: StrategySpecification
  ) throws(InputError) {
    let platform = specification.platform
    guard let missing = services.first(where: { !platform.offers($0) }) else { return }
    let all = Platform.all.filter { platform in services.allSatisfy(platform.offers) }
    let own = all.filter { $0.system == platform.system }
    let fitting = (own.isEmpty ? all : own).map(\.name)
    throw yaml.error(
      "\(platform.name) has no \(missing.title) (\(missing.lifetime(on: platform.system)))",
      remedy: "set 'system' to one of: \(fitting.joined(separator: ", "))")
  }

  private static func parameters(
    _ yaml: YAMLValue, known: [StrategyParameter], kind: String, of specification: StrategySpecification
  ) throws(InputError) -> [String: StrategyValue] {
    let isRequest = known.contains { $0.key == "priority" }
    var mapping = try (isRequest ? AndroidRequestWords.plain(yaml) : yaml).mapping()
    if known.isEmpty, !mapping.keys.isEmpty {
      throw yaml.error("the kind '\(kind)' takes no parameters", remedy: "remove them")
    }
    var values: [String: StrategyValue] = [:]
    for parameter in known {
      guard let given = mapping.optional(parameter.key) else { continue }
      let read = try InputFaults.attempt(try Form.value(of: parameter).read(given))
      guard let value = read else { continue }
      values[parameter.key] = value
      if let service = parameter.requires[value] {
        let others = StrategyRegistry.kind(named: kind)?.requires ?? []
        try check(given, offers: [service] + others, specification)
      }
    }
    try mapping.finish(outside: keys.entries.map(\.name))
    return values
  }

  /// Accuracies are Apple's constants, not distances; the nearest one is told.
  static func checkAccuracy(_ yaml: YAMLValue) throws(InputError) {
    guard let text = yaml.text, let metres = (try? Distance(parsing: text))?.metres ?? Double(text) else { return }
    let named = DesiredAccuracy.names
    // The best ones are negative numbers; the others are compared by their ratio.
    func distance(_ accuracy: DesiredAccuracy) -> Double {
      if accuracy.rawValue == metres { return 0 }
      guard accuracy.rawValue > 0, metres > 0 else { return .infinity }
      return max(accuracy.rawValue / metres, metres / accuracy.rawValue)
    }
    let nearest = named.min { distance($0.value) < distance($1.value) }?.name ?? "best"
    throw yaml.error(
      "'\(text)' is a number, but accuracies have names",
      remedy: "write '\(nearest)'; valid values: \(named.map(\.name).joined(separator: ", "))")
  }

  static let accuracy = Form(Form.words(DesiredAccuracy.names).schema) { yaml throws(InputError) in
    try checkAccuracy(yaml)
    return try Form.words(DesiredAccuracy.names).read(yaml)
  }

  static let batchCount = Form.whole(1...100_000)
  /// Seconds.
  static let batchInterval = Form.time(.seconds(1) ... .hours(24)).map(\.seconds)
  /// Bytes.
  static let fixSize = Form<DataSize>.quantity(.bytes(0) ... .kilobytes(1000)).map { Int64($0.bytes.rounded()) }

  struct UploadKeys: KeyTable {
    let batchCount = Key("batch_count", optional: StrategyReader.batchCount)
    let batchInterval = Key("batch_interval", optional: StrategyReader.batchInterval)
    let onWiFiOnly = Key("wifi_only", .flag, standard: UploadPolicy().onWiFiOnly)
    let size = Key("size_per_fix", fixSize, standard: UploadPolicy().bytesPerFix)
  }

  private static let upload = Keys(UploadKeys()).form { given throws(InputError) in
    let interval = try given.batchInterval
    // By time alone, unless a count is given too.
    let count = try given.batchCount ?? (interval == nil ? UploadPolicy().batchCount : .max)
    return UploadPolicy(
      batchCount: count, batchInterval: interval, onWiFiOnly: try given.onWiFiOnly, bytesPerFix: try given.size)
  }

  private static let use = Form(Form.choice(StrategySpecification.Use.self).schema) { yaml throws(InputError) in
    if let text = yaml.text, ["search", "events", "server"].contains(text) {
      throw yaml.error(
        "'\(text)' follows from what a strategy does", remedy: "leave 'use' out, and judge it with --need \(text)")
    }
    return try yaml.choice(StrategySpecification.Use.self)
  }

  struct StrategyKeys: KeyTable {
    let name = Key("name", optional: .name, "that of the file when left out")
    let summary = Key("summary", .text, "one line for lists")
    let kind = Key("kind", .choice(StrategyRegistry.kinds.map(\.name)))
    let use = Key("use", optional: StrategyReader.use)
    let system = Key("system", optional: platform(Platform.all), "the system version the app runs on")
    let sdk = Key("sdk", optional: platform(Platform.ios), "the SDK it is linked against")
    let backgroundMode = Key(
      "background_mode", optional: .flag, "location among the background modes of its Info.plist")
    let serviceSession = Key(
      "explicit_service_session", optional: .flag, "its Info.plist demands a service session (iOS 18)")
    let authorization = Key("authorization", optional: .choice(Authorization.self))
    let accuracy = Key("accuracy", optional: .choice(AccuracyAuthorization.self))
    let parameters = Key("parameters", optional: .unread(.mapping))
    let states = Key("states", optional: .unread(CompositeReader.schema), "of the kind composite")
    let upload = Key("upload", optional: StrategyReader.upload)
    let note = Key("note", optional: .text, "said in the strategy's row of every report")
    /// The parameters that each kind takes.
    let byKind = KeyRule.when(
      key: "kind",
      StrategyRegistry.kinds.map { kind in
        let parameters = kind.parameters.map { KeyEntry($0.key, Form.value(of: $0).schema.noted($0.summary)) }
        return (kind.name, [KeyEntry("parameters", .keys(parameters))])
      })
  }

  private static let keys = Keys(StrategyKeys())
  package static let schema = keys.schema(defining: definitions)
  /// What references in the schema of a strategy mean.
  private static let definitions = [KeyEntry("actions", .list(of: CompositeWords.actionSchema))]
  /// The same for a document with strategies in it.
  static let innerDefinitions = definitions + [KeyEntry("strategy", keys.schema)]
}

extension Form where Value == StrategyValue {
  static func value(of parameter: StrategyParameter) -> Form {
    switch parameter.form {
    case .distance(let range, let orNone):
      let metres = Form<Distance>.quantity(.metres(range.lowerBound) ... .metres(range.upperBound))
      return metres.map { .distance($0.metres) }.orNone(orNone, .distance(.infinity), Distance.units)
    case .time(let range, let orNone):
      // Not as `time` reads it: a nanosecond would be lost.
      let seconds = Form<Double>(.quantity(TimeSpan.units)) { yaml throws(InputError) in
        let seconds = try yaml.siNumber(quantity: TimeSpan.quantityName, units: TimeSpan.units)
        try yaml.check(seconds, range.lowerBound, range.upperBound) { UnitText.describe($0, units: TimeSpan.units) }
        return seconds
      }
      return seconds.map { .time($0) }.orNone(orNone, .time(.infinity), TimeSpan.units)
    case .flag: return Form<Bool>.flag.map { .flag($0) }
    case .choice(let words):
      return Form<StrategyValue>(.choice(words)) { yaml throws(InputError) in
        if words == DesiredAccuracy.names.map(\.name) { try StrategyReader.checkAccuracy(yaml) }
        return .choice(try yaml.choice(of: words))
      }
    }
  }
}

/// Android's own names for a fused request, which files may use as well: properties of `LocationRequest.Builder` and of
/// `LocationRequest` before it, and the constants of `Priority` and `Granularity`.
///
/// From: developers.google.com, reference of `LocationRequest`. Where a name says its unit the number may stand alone:
/// `minUpdateDistanceMeters: 30` is `min_distance: 30 m`.
enum AndroidRequestWords {
  private static let keys: [String: (key: String, unit: String?)] = [
    "intervalMillis": ("interval", "ms"), "minUpdateIntervalMillis": ("min_interval", "ms"),
    "minUpdateDistanceMeters": ("min_distance", "m"), "maxUpdateDelayMillis": ("max_delay", "ms"),
    "durationMillis": ("duration", "ms"), "maxUpdateAgeMillis": ("max_age", "ms"), "maxUpdates": ("max_updates", nil),
    "fastestInterval": ("min_interval", "ms"), "smallestDisplacement": ("min_distance", "m"),
    "maxWaitTime": ("max_delay", "ms"), "numUpdates": ("max_updates", nil), "expirationDuration": ("duration", "ms"),
  ]

  private static let values = [
    "PRIORITY_HIGH_ACCURACY": "high_accuracy", "PRIORITY_BALANCED_POWER_ACCURACY": "balanced",
    "PRIORITY_LOW_POWER": "low_power", "PRIORITY_PASSIVE": "passive", "PRIORITY_NO_POWER": "passive",
    "GRANULARITY_PERMISSION_LEVEL": "permission_level", "GRANULARITY_COARSE": "coarse", "GRANULARITY_FINE": "fine",
  ]

  /// The same request in the words of the documentation. A key that stands there under both names keeps its own.
  static func plain(_ request: YAMLValue) throws(InputError) -> YAMLValue {
    let given = try request.mapping().keys
    return request.rewritten { name, text in
      let value = values[text.split(separator: ".").last.map(String.init) ?? text] ?? text
      var property = name
      if name.hasPrefix("set"), let first = name.dropFirst(3).first, first.isUppercase {
        property = first.lowercased() + name.dropFirst(4)
      }
      guard let (key, unit) = keys[property], !given.contains(key) else { return (name, value) }
      guard let unit, Double(value) != nil else { return (key, value) }
      return (key, "\(value) \(unit)")
    }
  }
}
