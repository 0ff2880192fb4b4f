import ArgumentParser
import GeoJoule
import Reports

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

  @Argument(help: .value("kind", "One of: \(InputSchema.allCases.map(\.rawValue).joined(separator: ", "))."))
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

  private var schema: ValueSchema {
    switch self {
    case .device: DeviceProfileReader.schema
    case .network: NetworkProfileReader.schema
    case .population: PopulationReader.schema
    case .strategy: StrategyReader.schema
    case .scenario: ScenarioReader.schema
    case .budgets: BudgetFileReader.schema
    case .sweep: SweepPlanReader.schema
    case .optimization: OptimizationPlanReader.schema
    case .mapping: RunMapping.schema
    }
  }

  var text: String {
    let heading: JSONValue = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "GeoJoule: a file of the kind \(rawValue)",
    ]
    return (heading + JSONValue(schema)).text
  }
}
