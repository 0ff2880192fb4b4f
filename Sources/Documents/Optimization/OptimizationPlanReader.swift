import Analysis
import DeviceModel
package import FileFormats
import Strategies

/// Reads optimization plans; `docs/optimize.md` describes the format.
///
/// Paths are taken from the plan's folder. An axis holds for the strategies that take its parameter; there must be one.
package enum OptimizationPlanReader {
  static let mostRuns = 10_000_000

  /// - Parameter runs: in place of the plan's own number.
  package static func read(path: String, runs: Int? = nil, catalog: Catalog) throws(InputError) -> OptimizationPlan {
    try read(try TextFile.read(path), file: path, runs: runs, catalog: catalog)
  }

  /// - Parameters:
  ///   - file: the file's name for messages; its folder is where the paths in it start.
  ///   - runs: in place of the plan's own number.
  package static func read(
    _ text: String, file: String, runs: Int? = nil, catalog: Catalog
  ) throws(InputError) -> OptimizationPlan {
    let document = try YAMLDocument(text: text, file: file).root
    try CatalogKind.refuse(document, unless: ["minimize", "subject_to", "axes"], "an optimization plan") { _ in
      "name it in a plan: docs/optimize.md describes one"
    }
    let root = try Self.keys.read(document)
    let name = try EntryName(Catalog.baseName(file), mayDiffer: true).resolved(root.name)
    let names = try BudgetNames(catalog: catalog, file: file)
    let scenario = try single(root.scenario) { yaml throws(InputError) in
      try names.scenarios(yaml).map(\.scenario)
    }
    let device = try single(root.device) { yaml throws(InputError) in try names.devices(yaml) }
    let network: NetworkProfile
    if let yaml = try root.network {
      network = try single(yaml) { yaml throws(InputError) in try names.networks(yaml, for: device) }
    } else {
      network = try names.networks(nil, for: device)[0]
    }
    let strategies = try names.strategies(root.strategies)
    let watch = try names.watch(root.watch, for: strategies)
    let aim = try self.aim(root)
    let axes = try root.axes.map { yaml throws(InputError) in try self.axes(yaml, strategies) }
    let own = try root.runs
    let least = OptimizationPlan.leastRuns(strategies: strategies.count)
    if let own, own < least {
      throw root.error(
        at: \.runs, "\(own) runs are too few for \(strategies.count) strategies", remedy: "take at least \(least)")
    }
    let (firstSeed, parameters) = (UInt64(try root.firstSeed), try root.parameters)
    return try OptimizationPlan(
      name: name, scenario: scenario, device: device.profile, network: network, watch: watch, parameters: parameters,
      aim: aim, settings: SearchSettings(runs: runs ?? own ?? OptimizationPlan.standardRuns, firstSeed: firstSeed),
      variants: OptimizationVariant.grouped(strategies) { strategy in
        guard let axes else { return OptimizationVariant.standardAxes(of: strategy) }
        return axes.filter { $0.isTaken(by: strategy) }
      })
  }

  struct PlanKeys: KeyTable {
    let name = Key("name", optional: .name)
    let scenario = Key("scenario", .name)
    let device = Key("device", .name)
    let network = Key("network", optional: .name, "the device's own when left out")
    let watch = Key("watch", optional: .name, "for strategies that use one")
    let strategies = Key("strategies", .names)
    let axes = Key(
      "axes", optional: .unread(.list(of: SweepAxisReader.searchKeys.schema)), "the standard ranges when left out")
    let minimize = Key("minimize", optional: metric)
    let subjectTo = Key(
      "subject_to",
      optional: .unread(.either([.text().noted("such as 'error_p95_m <= 50 m'"), .list(of: .text())])))
    let tradeOff = Key("trade_off", optional: metric, "the first upper limit's figure when left out")
    let runs = Key("runs", optional: .whole(SearchSettings.leastRuns...mostRuns))
    let firstSeed = Key("first_seed", .whole(0...1_000_000_000_000), standard: 1)
    let parameters = Key("parameters", .choice(ParameterChoice.self), standard: .drawn)
  }

  private static let keys = Keys(PlanKeys())
  package static let schema = keys.schema

  private static let metric = Form(.choice(BudgetMetric.all.map(\.column))) { yaml throws(InputError) in
    try yaml.parsed(OptimizationConstraint.small)
  }

  private static func single<Found>(
    _ yaml: YAMLValue, _ find: (YAMLValue) throws(InputError) -> [Found]
  ) throws(InputError) -> Found {
    guard yaml.isScalar, let found = try find(yaml).first else {
      throw yaml.error(
        "an optimization has one of these", remedy: "write one name; give each other one a plan of its own")
    }
    return found
  }

  private static func aim(_ root: KeyedMapping<PlanKeys>) throws(InputError) -> OptimizationPlan.Aim {
    var constraints: [OptimizationConstraint] = []
    if let yaml = try root.subjectTo {
      for item in yaml.isScalar ? [yaml] : try yaml.sequence() {
        let constraint = try item.parsed(OptimizationConstraint.init(parsing:))
        if constraints.contains(where: { $0.metric == constraint.metric && $0.side == constraint.side }) {
          throw item.error("'\(constraint.metric.column)' has two such limits", remedy: "keep the tighter one")
        }
        constraints.append(constraint)
      }
    }
    return OptimizationPlan.Aim(
      objective: try root.minimize, constraints: constraints, tradeOff: try root.tradeOff)
  }

  private static func axes(
    _ yaml: YAMLValue, _ strategies: [StrategySpecification]
  ) throws(InputError) -> [SweepAxis] {
    var axes: [SweepAxis] = []
    for item in try yaml.sequence() {
      let mapping = try item.mapping()
      for key in ["device_value", "network_value"] where mapping.keys.contains(key) {
        throw mapping.error(
          at: key, "a search is for what an app decides, not for phones and networks",
          remedy: "write 'parameter'; 'geojoule sweep' varies \(key == "device_value" ? "phones" : "networks")")
      }
      let key = mapping.peek("parameter")?.text ?? ""
      let takers = strategies.filter { strategy in
        StrategyRegistry.kind(named: strategy.kind)?.parameters.contains { $0.key == key } ?? false
      }
      let reader = SweepAxisReader(
        strategies: takers.isEmpty ? strategies : takers, devices: [], networks: [], isGrid: false, isSearch: true)
      axes.append(try reader.axis(item, beside: axes))
    }
    guard axes.count <= SearchSettings.mostAxes else {
      throw yaml.error("\(axes.count) axes are too many", remedy: "write at most \(SearchSettings.mostAxes)")
    }
    return axes
  }
}

extension SweepAxis {
  /// Whether the strategy has what the axis varies.
  fileprivate func isTaken(by strategy: StrategySpecification) -> Bool {
    switch subject {
    case .parameter(let key):
      StrategyRegistry.kind(named: strategy.kind)?.parameters.contains { $0.key == key } ?? false
    case .upload: strategy.kind != "none"
    case .device, .network: false
    }
  }
}
