import Core
package import FileFormats
import LocationServices
package import Strategies

/// Reads a file of `profiles/strategies`.
///
/// ```yaml
/// name: distance-filter
/// summary: "One line for people"
/// kind: standard                  # a name of `StrategyRegistry`
/// use: live                       # live (the default) or record
/// system: ios-18                  # the system version the app runs on; today's when left out
/// sdk: ios-18                     # the SDK it is linked against; that of the system when left out
/// background_mode: true           # location among the background modes of its Info.plist
/// explicit_service_session: false # its Info.plist demands a service session (iOS 18)
/// authorization: always
/// accuracy: full                  # full (the default) or reduced
/// parameters: {desired_accuracy: best, distance_filter: 30 m}
/// upload: {batch_count: 20, batch_interval: 5 min, wifi_only: false, size_per_fix: 600 B}
/// note: "said in the strategy's row of every report"
/// ```
///
/// Only `summary` and `kind` are needed. `none` stands for no limit where a parameter allows that. Without `upload`
/// nothing is sent; an empty one sends each fix at once.
package enum StrategyReader {
  /// - Parameter name: what the file is called, and whether a `name` in it may differ.
  /// - Throws: `InputError` at the first thing that is wrong with the file.
  package static func read(_ text: String, file: String, name: EntryName) throws(InputError) -> StrategySpecification {
    try read(YAMLDocument(text: text, file: file).root, name: name)
  }

  /// Reads a strategy that stands in another file.
  ///
  /// - Throws: as `read(_:file:name:)` does.
  static func read(_ root: YAMLValue, name: EntryName) throws(InputError) -> StrategySpecification {
    var mapping = try root.mapping(
      allowing: [
        "name", "summary", "kind", "use", "system", "sdk", "background_mode", "explicit_service_session",
        "authorization",
        "accuracy", "parameters", "states", "upload", "note",
      ])
    let name = try name.resolved(mapping.optional("name"))
    let summary = try mapping.required("summary").string()
    let kindYAML = try mapping.required("kind")
    let kindName = try kindYAML.choice(of: StrategyRegistry.kinds.map(\.name))
    var specification = StrategySpecification(name: name, summary: summary, kind: kindName)
    if let yaml = mapping.optional("use") { specification.use = try yaml.choice(StrategySpecification.Use.self) }
    let system = mapping.optional("system")
    if let system { specification.platform = try platform(system) }
    try check(system ?? kindYAML, offers: StrategyRegistry.kind(named: kindName)?.requires ?? [], specification)
    if let yaml = mapping.optional("sdk") {
      let sdk = try platform(yaml)
      guard !sdk.isAndroid, !specification.platform.isAndroid else {
        throw yaml.error("'sdk' is for iOS: Android's limits do not depend on it", remedy: "remove it")
      }
      specification.linkedSDK = sdk.version
    }
    if let yaml = mapping.optional("background_mode") { specification.hasLocationBackgroundMode = try yaml.bool() }
    if let yaml = mapping.optional("explicit_service_session") {
      specification.requiresServiceSession = try yaml.bool()
      if specification.requiresServiceSession { try check(yaml, offers: [.serviceSession], specification) }
    }
    if let yaml = mapping.optional("authorization") {
      specification.authorization = try yaml.choice(Authorization.self)
      try check(yaml, offers: specification.authorization.requires.map { [$0] } ?? [], specification)
    }
    if let yaml = mapping.optional("accuracy") {
      specification.accuracy = try yaml.choice(AccuracyAuthorization.self)
      if specification.accuracy == .reduced { try check(yaml, offers: [.reducedAccuracy], specification) }
    }
    if let yaml = mapping.optional("parameters") {
      let known = StrategyRegistry.kind(named: kindName)?.parameters ?? []
      specification.parameters = try parameters(yaml, known: known, kind: kindName, of: specification)
    }
    if let yaml = mapping.optional("upload") { specification.upload = try upload(yaml) }
    specification.composite = try states(&mapping, &specification, namesSystem: system != nil)
    if let yaml = mapping.optional("note") { specification.note = try yaml.string() }
    return specification
  }

  private static func states(
    _ mapping: inout YAMLMapping, _ specification: inout StrategySpecification, namesSystem: Bool
  ) throws(InputError) -> CompositeProgram? {
    guard specification.kind == "composite" else {
      guard let yaml = mapping.optional("states") else { return nil }
      throw yaml.error("only the kind 'composite' has states", remedy: "remove them, or write 'kind: composite'")
    }
    return try CompositeReader.read(
      try mapping.required("states"), &specification.platform, sdk: specification.linkedSDK, namesSystem: namesSystem,
      hasUploadPolicy: specification.upload != nil)
  }

  private static func platform(_ yaml: YAMLValue) throws(InputError) -> Platform {
    let text = try yaml.string()
    if let platform = Platform.named(text) { return platform }
    // Whoever names a system means one of its versions.
    let systems = [("ios", Platform.ios), ("android", Platform.android)]
    let meant = systems.first { text.lowercased().hasPrefix($0.0) }?.1 ?? Platform.all
    throw yaml.error(
      "unknown value '\(text)'",
      remedy: "valid values: \(meant.map(\.name).joined(separator: ", ")), and versions between them")
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
      if parameter.key == "desired_accuracy" { try checkAccuracy(given) }
      let value = try value(given, form: parameter.form)
      values[parameter.key] = value
      if let service = parameter.requires[value] {
        let others = StrategyRegistry.kind(named: kind)?.requires ?? []
        try check(given, offers: [service] + others, specification)
      }
    }
    try mapping.finish()
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

  private static func value(_ yaml: YAMLValue, form: StrategyParameter.Form) throws(InputError) -> StrategyValue {
    switch form {
    case .distance(let range, let orNone):
      if orNone, yaml.text == "none" { return .distance(.infinity) }
      let limits: ClosedRange<Distance> = .metres(range.lowerBound) ... .metres(range.upperBound)
      return .distance(try yaml.quantity(Distance.self, in: limits).metres)
    case .time(let range, let orNone):
      if orNone, yaml.text == "none" { return .time(.infinity) }
      let seconds = try yaml.siNumber(quantity: TimeSpan.quantityName, units: TimeSpan.units)
      try yaml.check(seconds, range.lowerBound, range.upperBound) { UnitText.describe($0, units: TimeSpan.units) }
      return .time(seconds)
    case .flag: return .flag(try yaml.bool())
    case .choice(let words): return .choice(try yaml.choice(of: words))
    }
  }

  private static func upload(_ yaml: YAMLValue) throws(InputError) -> UploadPolicy {
    var mapping = try yaml.mapping(allowing: ["batch_count", "batch_interval", "wifi_only", "size_per_fix"])
    var policy = UploadPolicy()
    if let given = mapping.optional("batch_interval") {
      policy.batchInterval = try given.timeSpan(in: .seconds(1) ... .hours(24)).seconds
      // By time alone, unless a count is given too.
      policy.batchCount = .max
    }
    if let given = mapping.optional("batch_count") { policy.batchCount = try given.integer(in: 1...100_000) }
    if let given = mapping.optional("wifi_only") { policy.onWiFiOnly = try given.bool() }
    if let given = mapping.optional("size_per_fix") {
      let size = try given.quantity(DataSize.self, in: .bytes(0) ... .kilobytes(1000))
      policy.bytesPerFix = Int64(size.bytes.rounded())
    }
    return policy
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
