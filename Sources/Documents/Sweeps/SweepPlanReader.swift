import Analysis
import Core
import DeviceModel
package import FileFormats
import Strategies
import World

/// Reads sweep plans; `docs/sweeps.md` describes the format.
///
/// Paths are taken from the plan's folder. Every name must be known, every key valid.
package enum SweepPlanReader {
  static let mostCells = SweepLayout.cellLimit
  static let mostSeeds = SweepLayout.seedCountLimit
  /// Coordinates and points that Sobol's sequence has.
  static let mostDimensions = 40
  static let mostPoints = 1_000_000

  static let standardMetrics: [Metric] = [
    .energy, .drainPercentPerHour, .errorP50, .errorP95, .trackErrorP50, .trackErrorP95, .trackCoverage, .ageP95,
    .availability, .locationsPerHour, .wakeupsPerHour,
  ]

  package static func read(path: String, catalog: Catalog) throws(InputError) -> SweepPlan {
    try read(try TextFile.read(path), file: path, catalog: catalog)
  }

  /// - Parameter file: the file's name for messages; its folder is where the paths in it start.
  package static func read(_ text: String, file: String, catalog: Catalog) throws(InputError) -> SweepPlan {
    let document = try YAMLDocument(text: text, file: file).root
    try CatalogKind.refuse(document, unless: ["seeds", "axes"], "a sweep plan") { _ in
      "name it in a sweep plan: docs/sweeps.md describes one"
    }
    let root = try Self.keys.read(document)
    let name = try EntryName(Catalog.baseName(file), mayDiffer: true).resolved(root.name)
    let names = try BudgetNames(catalog: catalog, adding: root.catalog, file: file)
    let subjects = try Subjects(root, names)
    let design = try self.design(root)
    let axes = try self.axes(root.axes, subjects, isGrid: design == .grid)
    let (crossed, designed) = try dimensions(root, subjects, axes, design)
    return SweepPlan(
      name: name, hash: try InputFingerprint.file(text, file: file), inputs: subjects.inputs.uniqued(), design: design,
      scenarios: subjects.scenarios, watch: subjects.watch, firstSeed: UInt64(try root.firstSeed),
      seedCount: try root.seeds,
      parameters: try root.parameters, untilEmpty: try root.untilEmpty, rows: try root.rows,
      metrics: try root.metrics, devices: subjects.devices, networks: subjects.networks,
      strategies: subjects.strategies, axes: axes, crossed: crossed, designed: designed)
  }

  struct SweepKeys: KeyTable {
    let name = Key("name", optional: .name)
    let catalog = Key("catalog", optional: .name, "a folder that adds to the catalogue")
    let scenarios = Key("scenarios", .names)
    let devices = Key("devices", .names)
    let networks = Key("networks", optional: .names, "each device's own when left out")
    let watch = Key("watch", optional: .name, "for strategies that use one")
    let strategies = Key("strategies", .names)
    let axes = Key("axes", .list(of: .unread(SweepAxisReader.keys.schema)), standard: [])
    let design = Key("design", .choice(["grid", "sobol"]), standard: "grid")
    let points = Key("points", optional: .whole(1...mostPoints), "with sobol only")
    let crossed = Key(
      "crossed", .list(of: .choice(["scenarios", "networks", "strategies", "devices"])), standard: [],
      "with sobol only: what every point runs through")
    let seeds = Key("seeds", .whole(1...Int(mostSeeds)))
    let firstSeed = Key("first_seed", .whole(0...Int(SweepLayout.firstSeedLimit)), standard: 1)
    let parameters = Key("parameters", .choice(ParameterChoice.self), standard: .drawn)
    let untilEmpty = Key("until_empty", .flag, standard: false)
    let rows = Key("rows", .choice(SweepHeader.Rows.self), standard: .cells)
    let metrics = Key("metrics", SweepPlanReader.metrics.or("all", Metric.allCases), standard: standardMetrics)
  }

  private static let keys = Keys(SweepKeys())
  package static let schema = keys.schema

  // MARK: Names

  /// What a plan names, resolved.
  private struct Subjects {
    var scenarios: [Scenario] = []
    var devices: [DeviceProfile] = []
    var networks: [[NetworkProfile]] = []
    var strategies: [StrategySpecification] = []
    var watch: SweepPlan.Watch?
    var inputs: [SweepHeader.Input] = []

    init(_ root: KeyedMapping<SweepKeys>, _ names: BudgetNames) throws(InputError) {
      for found in try names.scenarios(root.scenarios) {
        scenarios.append(found.scenario)
        add("scenario", found.input)
      }
      let networkNames = try root.networks
      for found in try names.devices(root.devices) {
        devices.append(found.profile)
        add("device", InputFingerprint.device(found.profile))
        networks.append(try names.networks(networkNames, for: found))
        for network in networks[networks.count - 1] { add("network", InputFingerprint.network(network)) }
      }
      for strategy in try names.strategies(root.strategies) {
        strategies.append(strategy)
        add("strategy", InputFingerprint.strategy(strategy))
      }
      watch = try names.watch(root.watch, for: strategies)
      if let watch {
        add("device", InputFingerprint.device(watch.device))
        add("network", InputFingerprint.network(watch.network))
      }
    }

    private mutating func add(_ kind: String, _ input: Baseline.Input) {
      inputs.append(SweepHeader.Input(kind: kind, name: input.name, hash: input.hash))
    }
  }

  // MARK: Design

  private static func design(_ root: KeyedMapping<SweepKeys>) throws(InputError) -> SweepPlan.Design {
    guard try root.design == "sobol" else {
      for key in ["points", "crossed"] where root.mapping.keys.contains(key) {
        throw root.mapping.error(at: key, "a grid has no '\(key)'", remedy: "remove it, or write 'design: sobol'")
      }
      return .grid
    }
    return .sobol(points: try root.needed(\.points))
  }

  private static func axes(
    _ items: [YAMLValue], _ subjects: Subjects, isGrid: Bool
  ) throws(InputError) -> [SweepAxis] {
    let reader = SweepAxisReader(
      strategies: subjects.strategies, devices: subjects.devices, networks: subjects.networks.flatMap(\.self),
      isGrid: isGrid)
    var axes: [SweepAxis] = []
    for item in items {
      axes.append(try reader.axis(item, beside: axes))
    }
    return axes
  }

  private static func dimensions(
    _ root: KeyedMapping<SweepKeys>, _ subjects: Subjects, _ axes: [SweepAxis], _ design: SweepPlan.Design
  ) throws(InputError) -> (crossed: [SweepPlan.Dimension], designed: [SweepPlan.Dimension]) {
    func places(_ matches: (SweepAxis.Subject) -> Bool) -> [SweepPlan.Dimension] {
      axes.indices.filter { matches(axes[$0].subject) }.map { .axis($0) }
    }
    let strategyAxes = places {
      switch $0 {
      case .parameter, .upload: true
      default: false
      }
    }
    let networkAxes = places { if case .network = $0 { true } else { false } }
    let deviceAxes = places { if case .device = $0 { true } else { false } }
    let lists: [(name: String, dimension: SweepPlan.Dimension, count: Int)] = [
      ("scenarios", .scenarios, subjects.scenarios.count), ("networks", .networks, subjects.networks.first?.count ?? 1),
      ("strategies", .strategies, subjects.strategies.count), ("devices", .devices, subjects.devices.count),
    ]
    guard case .sobol(let points) = design else {
      let all =
        [.scenarios, .networks] + networkAxes + [.strategies] + strategyAxes + [.devices] + deviceAxes
      let counts = lists.map(\.count) + axes.map(\.count)
      try checkSize(counts, at: root.yaml)
      return (all, [])
    }
    let names = try root.crossed
    let crossed = lists.filter { names.contains($0.name) }
    // A list of one has nothing to choose.
    let designed =
      lists.filter { !names.contains($0.name) && $0.count > 1 }.map(\.dimension) + networkAxes + strategyAxes
      + deviceAxes
    guard !designed.isEmpty else {
      throw root.yaml.error("there is nothing that the design could vary", remedy: "add axes, or write 'design: grid'")
    }
    guard designed.count <= mostDimensions else {
      throw root.yaml.error(
        "the design has \(designed.count) dimensions, and Sobol's sequence \(mostDimensions) at most",
        remedy: "name lists in 'crossed', or drop axes")
    }
    try checkSize([points] + crossed.map(\.count), at: root.yaml)
    return (crossed.map(\.dimension), designed)
  }

  private static func checkSize(_ counts: [Int], at yaml: YAMLValue) throws(InputError) {
    var product = 1
    for count in counts {
      let (next, overflow) = product.multipliedReportingOverflow(by: count)
      guard !overflow, next <= mostCells else {
        throw yaml.error(
          "the plan has more than \(mostCells) cells", remedy: "drop axes or values, or write 'design: sobol'")
      }
      product = next
    }
  }

  private static let metrics = Form.distinct(.words(Metric.allCases.map { ($0.column, $0) }), from: 1)
}
