import Analysis
import DeviceModel
import Core
import Reports
import World

/// The schemas of budgets, sweeps and optimizations.
enum PlanSchema {
  private static let seeds = SchemaParts.either([SchemaParts.whole(1...100_000), SchemaParts.choice(["auto"])])
  private static let metric = SchemaParts.choice(BudgetMetric.all.map(\.column))

  private static let settings: [SchemaParts.Member] = [
    ("scenarios", SchemaParts.names), ("devices", SchemaParts.names), ("networks", SchemaParts.names),
    ("strategies", SchemaParts.names), ("seeds", seeds), ("first_seed", SchemaParts.whole(0...1_000_000_000)),
    (
      "sequential",
      SchemaParts.object([
        ("confidence", SchemaParts.number(0.5...0.9999)), ("first_look", SchemaParts.whole(8...10_000)),
        ("cap", SchemaParts.whole(8...100_000)),
      ])
    ), ("parameters", SchemaParts.choice(ParameterChoice.self)), ("level", SchemaParts.choice(BudgetLevel.self)),
    ("decide_on", SchemaParts.choice(DecisionBasis.self)),
    ("screen_on", SchemaParts.quantity(TimeSpan.units)),
    (
      "failures",
      SchemaParts.either([SchemaParts.choice(["all"]), SchemaParts.list(of: SchemaParts.choice(Failure.self))])
    ),
  ]

  static var budgets: JSONValue {
    let bound = SchemaParts.either([
      SchemaParts.number(), SchemaParts.quantity([UnitSymbol("%", 0.01)], "a share in percent, such as 95 %"),
    ])
    let tolerance = SchemaParts.object([("percent", SchemaParts.number()), ("absolute", bound)]).adding([
      ("minProperties", .number(1))
    ])
    let bounds: [SchemaParts.Member] = [
      ("max", bound), ("min", bound), ("max_increase", tolerance), ("max_decrease", tolerance),
    ]
    let waiver = SchemaParts.object(
      [
        ("owner", SchemaParts.text()), ("reason", SchemaParts.text()),
        (
          "expires",
          .object([
            ("type", .string("string")), ("pattern", .string("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")),
            ("description", .string("a day in quotes, such as \"2027-01-31\"")),
          ])
        ),
      ], required: ["owner", "reason", "expires"])
    let limit = SchemaParts.object(
      [("metric", metric)] + bounds + [
        ("level", SchemaParts.choice(BudgetLevel.self)), ("decide_on", SchemaParts.choice(DecisionBasis.self)),
        ("waiver", waiver),
      ], required: ["metric"]
    ).adding([("anyOf", .array(bounds.map { .object([("required", .array([.string($0.0)]))]) }))])
    let written = SchemaParts.text("a limit as it is typed, such as 'battery < 10 %'")
    let budget = SchemaParts.object(
      [("name", SchemaParts.text()), ("limits", SchemaParts.list(of: SchemaParts.either([limit, written]), from: 1))]
        + settings,
      required: ["name", "limits"])
    return SchemaParts.object(
      [
        (
          "baseline",
          SchemaParts.either([
            SchemaParts.text("a file of baselines"),
            SchemaParts.object(
              [("file", SchemaParts.text()), ("changed_strategy", SchemaParts.choice(["compare", "refuse"]))],
              required: ["file"]),
          ])
        ), ("defaults", SchemaParts.object(settings)), ("budgets", SchemaParts.list(of: budget, from: 1)),
      ], required: ["budgets"])
  }

  private static func axis(_ subjects: [String], isSearch: Bool) -> JSONValue {
    // Of many kinds: numbers with units, plain numbers, words and flags.
    let value = JSONValue.object([("type", .array(["string", "number", "boolean"].map(JSONValue.string)))])
    let shared: [SchemaParts.Member] = [
      ("values", SchemaParts.list(of: value, from: 1)), ("from", value), ("to", value),
      ("points", SchemaParts.whole(2...100_000)), ("scale", SchemaParts.choice(["linear", "log"])),
    ]
    return SchemaParts.object(
      subjects.map { ($0, SchemaParts.text()) } + shared + (isSearch ? [("or_none", SchemaParts.flag())] : [])
    ).adding([("oneOf", .array(subjects.map { .object([("required", .array([.string($0)]))]) }))])
  }

  static var sweep: JSONValue {
    SchemaParts.object(
      [
        ("name", SchemaParts.text()), ("catalog", SchemaParts.text("a folder that adds to the catalogue")),
        ("scenarios", SchemaParts.names), ("devices", SchemaParts.names),
        ("networks", SchemaParts.names), ("watch", SchemaParts.text()), ("strategies", SchemaParts.names),
        (
          "axes",
          SchemaParts.list(of: axis(["parameter", "device_value", "network_value"], isSearch: false))
        ), ("design", SchemaParts.choice(["grid", "sobol"])), ("points", SchemaParts.whole(1...1_000_000)),
        (
          "crossed",
          SchemaParts.list(of: SchemaParts.choice(["scenarios", "networks", "strategies", "devices"]))
        ), ("seeds", SchemaParts.whole(1...Int(SweepLayout.seedCountLimit))),
        ("first_seed", SchemaParts.whole(0...Int(SweepLayout.firstSeedLimit))),
        ("parameters", SchemaParts.choice(ParameterChoice.self)), ("until_empty", SchemaParts.flag()),
        ("rows", SchemaParts.choice(SweepHeader.Rows.self)),
        (
          "metrics",
          SchemaParts.either([
            SchemaParts.choice(["all"]),
            SchemaParts.list(of: SchemaParts.choice(Metric.allCases.map(\.column)), from: 1),
          ])
        ),
      ], required: ["scenarios", "devices", "strategies", "seeds"])
  }

  static var optimization: JSONValue {
    SchemaParts.object(
      [
        ("name", SchemaParts.text()), ("scenario", SchemaParts.text()), ("device", SchemaParts.text()),
        ("network", SchemaParts.text()), ("watch", SchemaParts.text()),
        ("strategies", SchemaParts.names),
        ("axes", SchemaParts.list(of: axis(["parameter"], isSearch: true))), ("minimize", metric),
        (
          "subject_to",
          SchemaParts.either([
            SchemaParts.text("such as 'error_p95_m <= 50 m'"), SchemaParts.list(of: SchemaParts.text()),
          ])
        ), ("trade_off", metric), ("runs", SchemaParts.whole(1...100_000_000)),
        ("first_seed", SchemaParts.whole(0...1_000_000_000_000)),
        ("parameters", SchemaParts.choice(ParameterChoice.self)),
      ], required: ["scenario", "device", "strategies"])
  }
}
