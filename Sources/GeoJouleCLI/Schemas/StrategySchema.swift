import GeoJoule
import LocationServices
import Core
import Reports
import Strategies

/// The schema of strategy files.
enum StrategySchema {
  static let members: [SchemaParts.Member] = [
    ("name", SchemaParts.text("that of the file when left out")), ("summary", SchemaParts.text("one line for lists")),
    ("kind", SchemaParts.choice(StrategyRegistry.kinds.map(\.name))),
    ("use", SchemaParts.choice(StrategySpecification.Use.self)),
    ("system", version(Platform.all, "the system version the app runs on")),
    ("sdk", version(Platform.ios, "the SDK it is linked against")),
    ("background_mode", SchemaParts.flag("location among the background modes of its Info.plist")),
    ("authorization", SchemaParts.choice(Authorization.self)),
    ("accuracy", SchemaParts.choice(AccuracyAuthorization.self)),
    ("parameters", .object([("type", .string("object"))])),
    ("states", SchemaParts.named(state, least: 1, "of the kind composite")), ("upload", upload),
    ("note", SchemaParts.text("said in the strategy's row of every report")),
  ]

  /// The versions at which services change, and those between them.
  private static func version(_ listed: [Platform], _ about: String) -> JSONValue {
    SchemaParts.either(
      [
        SchemaParts.choice(listed.map(\.name)),
        .object([("type", .string("string")), ("pattern", .string("^(ios|android)-[0-9]+(\\.[0-9]+)?$"))]),
      ], about)
  }

  private static let upload = SchemaParts.object([
    ("batch_count", SchemaParts.whole(1...100_000)), ("batch_interval", SchemaParts.quantity(TimeSpan.units)),
    ("wifi_only", SchemaParts.flag()), ("size_per_fix", SchemaParts.quantity(DataSize.units)),
  ])

  /// The parameters that each kind takes.
  static var byKind: [JSONValue] {
    StrategyRegistry.kinds.map { kind in
      let parameters = SchemaParts.object(kind.parameters.map { ($0.key, form($0)) })
      return .object([
        (
          "if",
          .object([
            ("properties", .object([("kind", .object([("const", .string(kind.name))]))])),
            ("required", .array([.string("kind")])),
          ])
        ), ("then", .object([("properties", .object([("parameters", parameters)]))])),
      ])
    }
  }

  private static func form(_ parameter: StrategyParameter) -> JSONValue {
    switch parameter.form {
    case .distance(_, let orNone): SchemaParts.quantity(Distance.units, orNone: orNone, parameter.summary)
    case .time(_, let orNone): SchemaParts.quantity(TimeSpan.units, orNone: orNone, parameter.summary)
    case .flag: SchemaParts.flag(parameter.summary)
    case .choice(let words): SchemaParts.choice(words, parameter.summary)
    }
  }

  private static var state: JSONValue {
    let rule = SchemaParts.object(
      [
        ("when", SchemaParts.choice(CompositeTrigger.names)), ("by", SchemaParts.text()), ("code", SchemaParts.text()),
        ("name", SchemaParts.text()), ("fixes", SchemaParts.whole(1...10_000)),
        ("for", SchemaParts.quantity(TimeSpan.units)), ("do", actions),
        ("go_to", SchemaParts.text("the name of a state")), ("is", SchemaParts.choice(CompositeActivity.self)),
        ("confidence", SchemaParts.choice(MotionConfidence.self)), ("count", SchemaParts.whole(1...100_000)),
      ] + CompositeCondition.keys.map { ($0, JSONValue.object([])) }, required: ["when"])
    return SchemaParts.object([("enter", actions), ("rules", SchemaParts.list(of: rule)), ("leave", actions)])
  }

  private static var actions: JSONValue {
    let plain = SchemaParts.choice(CompositeAction.plain.map(\.name) + ["upload", "expect_pushes"])
    let valued = SchemaParts.object(CompositeAction.namesWithValue.map { ($0, JSONValue.object([])) })
    return SchemaParts.list(
      of: SchemaParts.either([
        plain, valued.adding([("minProperties", .number(1)), ("maxProperties", .number(1))]),
      ]))
  }
}
