import Analysis
import ArgumentParser
import Core
import DeviceModel
import Documents
import FileFormats
import GeoJoule
import Reports
import Strategies
import World

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON schema of an input file, for completion and checks in editors.",
    discussion: """
      Files that 'show' and 'init' write name their schema in the first line; editors with a YAML language server then know keys, \
      words and units. 'validate-file' checks more.

      Examples:
        geojoule schema device > geojoule-device.schema.json
        geojoule show device modern-phone > my-phone.yml
      """)

  @Argument(
    help: ArgumentHelp("One of: \(InputSchema.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "kind"))
  var kind: InputSchema

  mutating func run() throws { try AtomicFile.write(kind.text, to: "-") }
}

extension InputSchema: ExpressibleByArgument {}

/// JSON schemas of the files that people write, made from the same tables as their readers.
///
/// A schema knows keys, words and units. What depends on other values, such as a name or an order, only the reader knows.
enum InputSchema: String, CaseIterable {
  case device, network, population, strategy, scenario, budgets, sweep, optimization, mapping

  /// The schema of the files of a catalogue's kind.
  init(_ kind: CatalogKind) {
    self =
      switch kind {
      case .devices: .device
      case .networks: .network
      case .populations: .population
      case .strategies: .strategy
      case .scenarios: .scenario
      }
  }

  /// As `geojoule schema` writes it.
  var fileName: String { "geojoule-\(rawValue).schema.json" }

  /// What editors look for at the beginning of a YAML file.
  var modeline: String { "# yaml-language-server: $schema=\(fileName)\n" }

  var text: String {
    let schema: JSONValue =
      switch self {
      case .device: Self.deviceSchema
      case .network: Self.networkSchema
      case .population: Self.populationSchema
      case .strategy: JSONValue(StrategyReader.schema)
      case .scenario: JSONValue(ScenarioReader.schema)
      case .budgets: JSONValue(BudgetFileReader.schema)
      case .sweep: JSONValue(SweepPlanReader.schema)
      case .optimization: JSONValue(OptimizationPlanReader.schema)
      case .mapping: JSONValue(RunMapping.schema)
      }
    guard case .object(let members) = schema else { return schema.text }
    return JSONValue.object(
      [
        ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
        ("title", .string("GeoJoule: a file of the kind \(rawValue)")),
      ] + members
    ).text
  }

  // MARK: Profiles

  private static let heading: [SchemaParts.Member] = [
    ("name", SchemaParts.text("that of the file when left out")), ("summary", SchemaParts.text("one line for lists")),
    ("inherits", SchemaParts.text("a name or a file, from which everything is taken that this one does not say")),
    ("without", SchemaParts.list(of: SchemaParts.text(), "sections and keys of the parent to leave out")),
  ]

  private static var deviceSchema: JSONValue {
    profile(
      DeviceSchema.all,
      heading: [
        ("default_network", SchemaParts.text("the network where none is named")),
        ("system", SchemaParts.choice(PhoneSystem.self)),
      ], alternatives: [["summary", "default_network"], ["inherits"]])
  }

  private static var networkSchema: JSONValue {
    profile(
      NetworkSchema.all, heading: [("technology", SchemaParts.choice(RadioTechnology.self))],
      alternatives: [["summary", "technology"], ["inherits"]],
      names: Dictionary(
        uniqueKeysWithValues: RadioTechnology.allCases.map {
          (NetworkSchema.accessName($0), "the network of this access: its timers, rates and powers")
        }))
  }

  private static var populationSchema: JSONValue {
    profile(
      PopulationSchema.all, heading: [("centre", SchemaParts.places)],
      alternatives: [["summary", "centre"], ["inherits"]],
      takesCorrelations: false)
  }

  private static func profile(
    _ schemas: [ParameterSchema], heading own: [SchemaParts.Member], alternatives: [[String]],
    takesCorrelations: Bool = true, names: [String: String] = [:]
  ) -> JSONValue {
    var members = heading + own
    if takesCorrelations {
      let keys = SchemaParts.choice(schemas.map(\.key))
      members.append(
        (
          "correlations",
          SchemaParts.list(
            of: SchemaParts.object(
              [
                ("between", SchemaParts.list(of: keys, from: 2, to: 2)), ("value", SchemaParts.number(-1...1)),
                ("source", SchemaParts.text()),
              ], required: ["between", "value", "source"]))
        ))
    }
    members += sections(schemas, names, below: "")
    return SchemaParts.object(members).adding([
      (
        "anyOf",
        .array(alternatives.map { .object([("required", .array($0.map(JSONValue.string)))]) })
      ),
      ("$defs", .object(definitions(schemas))),
    ])
  }

  /// - Parameter words: keys whose value is a word, with what it means.
  private static func sections(
    _ schemas: [ParameterSchema], _ words: [String: String], below prefix: String
  ) -> [SchemaParts.Member] {
    var names: [String] = []
    // Words belong to a section, before its values.
    for entry in (prefix.isEmpty ? [] : words.keys.sorted()) + schemas.map(\.key) where entry.hasPrefix(prefix) {
      let name = String(entry.dropFirst(prefix.count).prefix { $0 != "." })
      if !names.contains(name) { names.append(name) }
    }
    return names.map { name in
      let key = prefix + name
      if let about = words[key] { return (name, SchemaParts.text(about)) }
      let own = schemas.first { $0.key == key }
      if let own { return (name, value(own)) }
      if let median = schemas.first(where: { $0.key == key + ".median" }) {
        let about = median.documentation
        return (
          name,
          SchemaParts.reference("median_\(median.dimension.rawValue)").adding([("description", .string(about))])
        )
      }
      let section = SchemaParts.object(sections(schemas, words, below: key + "."))
      guard key == "battery" else { return (name, section) }
      return (name, SchemaParts.either([SchemaParts.reference(Dimension.energy.rawValue), section]))
    }
  }

  private static func value(_ schema: ParameterSchema) -> JSONValue {
    let (low, high) = (
      schema.dimension.describe(schema.validRange.lowerBound), schema.dimension.describe(schema.validRange.upperBound)
    )
    return SchemaParts.reference(schema.dimension.rawValue).adding([
      ("description", .string("\(schema.documentation) (\(low) to \(high))"))
    ])
  }

  private static func definitions(_ schemas: [ParameterSchema]) -> [SchemaParts.Member] {
    let provenance: [SchemaParts.Member] = [
      ("distribution", SchemaParts.choice(ProfileValue.Distribution.self)), ("trust", SchemaParts.choice(Trust.self)),
      ("source", SchemaParts.text("paper, data set or tool, with table or file")),
    ]
    let used = Dimension.allCases.filter { dimension in schemas.contains { $0.dimension == dimension } }
    var members = used.map { dimension -> SchemaParts.Member in
      let number = SchemaParts.quantity(dimension)
      let value = SchemaParts.object(
        [
          ("mean", number), ("deviation", number), ("range", SchemaParts.list(of: number, from: 2, to: 2)),
        ] + provenance, required: ["mean", "distribution", "trust", "source"])
      // A value that varies says how much, and between which ends.
      let isFixed = JSONValue.object([
        ("properties", .object([("distribution", .object([("const", .string("fixed"))]))]))
      ])
      let spread = JSONValue.object([("required", .array([.string("deviation"), .string("range")]))])
      return (dimension.rawValue, SchemaParts.either([number, value.adding([("if", isFixed), ("else", spread)])]))
    }
    let medians = schemas.filter { $0.key.hasSuffix(".median") }.map(\.dimension)
    for dimension in Dimension.allCases where medians.contains(dimension) {
      let number = SchemaParts.quantity(dimension)
      members.append(
        (
          "median_\(dimension.rawValue)",
          SchemaParts.object(
            [
              ("median", number), ("log_deviation", SchemaParts.number()), ("deviation", number),
              ("range", SchemaParts.list(of: number, from: 2, to: 2)),
              ("distribution", SchemaParts.choice([ProfileValue.Distribution.lognormal.rawValue])),
            ] + Array(provenance.dropFirst()),
            required: ["median", "log_deviation", "range", "distribution", "trust", "source"])
        ))
    }
    return members
  }
}
