package import DeviceModel
package import FileFormats
package import Strategies
package import World

/// Which strategy stands for each configuration of measured runs, and what surrounds who travels in a certain way.
///
/// ```yaml
/// ios:                              # configurations of this system; android likewise
///   ACCURACY_CONTROL:
///     strategy: {summary: "Best accuracy, 1 m", kind: standard, system: ios-12, parameters: {distance_filter: 1 m}}
///   POWER_CONTROL:
///     strategy: kilometer           # a name or a file of the catalogue
/// modes:                            # ways to travel, in small letters; the rest is told from the speed
///   subway: {sky: underground, access_points: some, cells: urban, coverage: weak, on_wifi: false}
/// phones: {ios-1: 1.1}              # drain of a known phone over that of its kind
/// other_use: [commute]              # timelines on which phones were used for other things too
/// ```
package struct RunMapping: Sendable {
  /// By system and configuration.
  package let strategies: [PhoneSystem: [String: StrategySpecification]]
  /// By way to travel.
  package let modes: [String: Surroundings]
  /// By phone: its drain over the mean of its kind, where earlier days told.
  package let phones: [String: Double]
  /// Timelines on which phones were used for other things too; `nil` where the file does not say.
  package let otherUse: Set<String>?
  /// The same as they stand in the files.
  private let otherUseItems: [YAMLValue]

  /// - Parameters:
  ///   - file: the file's name for messages.
  ///   - catalog: where strategies are found that are named.
  /// - Throws: `InputError` at the first thing that is wrong with the file.
  package init(text: String, file: String, catalog: Catalog) throws(InputError) {
    var mapping = try YAMLDocument(text: text, file: file).root.mapping(
      allowing: PhoneSystem.allCases.map(\.rawValue) + ["modes", "phones", "other_use"])
    var strategies: [PhoneSystem: [String: StrategySpecification]] = [:]
    for system in PhoneSystem.allCases {
      guard let section = mapping.optional(system.rawValue) else { continue }
      var entries = try section.mapping()
      var own: [String: StrategySpecification] = [:]
      for (configuration, value) in entries.all() {
        var entry = try value.mapping(allowing: ["strategy"])
        let given = try entry.required("strategy")
        var strategy: StrategySpecification
        if given.isMapping {
          strategy = try StrategyReader.read(given, name: EntryName(configuration))
        } else {
          strategy = try catalog.strategy(catalog.resolve(.strategies, try given.string(), at: given))
        }
        guard !strategy.usesWatch else {
          throw given.error("the strategy uses a watch", remedy: "choose one of the phone alone")
        }
        guard !strategy.readsBattery else {
          throw given.error(
            "the strategy acts on the battery's level, which the prediction does not follow", remedy: "choose another")
        }
        strategy.name = configuration
        own[configuration] = strategy
      }
      strategies[system] = own
    }
    guard !strategies.isEmpty else {
      throw mapping.value.error("the file maps nothing", remedy: "add a section 'ios' or 'android'")
    }
    self.strategies = strategies
    modes =
      try mapping.optional("modes").map { value throws(InputError) in
        try SurroundingsTable(value).all
      } ?? [:]
    var phones: [String: Double] = [:]
    if let section = mapping.optional("phones") {
      var entries = try section.mapping()
      for (phone, value) in entries.all() { phones[phone] = try value.number(in: 0.5...2) }
    }
    self.phones = phones
    let items = try mapping.optional("other_use").map { value throws(InputError) in try value.sequence() }
    otherUse = try items.map { items throws(InputError) in
      var timelines: Set<String> = []
      for item in items { timelines.insert(try item.string()) }
      return timelines
    }
    otherUseItems = items ?? []
  }

  /// - Parameter timelines: all that the data have.
  /// - Throws: `InputError` at the first timeline of `other_use` that is none of them.
  package func checkOtherUse(among timelines: Set<String>) throws(InputError) {
    for item in otherUseItems {
      let name = item.text ?? ""
      guard !timelines.contains(name) else { continue }
      throw item.error(
        "the data have no timeline '\(name)'",
        remedy: "the timelines are: \(timelines.sorted().joined(separator: ", "))")
    }
  }

  private init(
    strategies: [PhoneSystem: [String: StrategySpecification]], modes: [String: Surroundings],
    phones: [String: Double], otherUse: Set<String>?, otherUseItems: [YAMLValue]
  ) {
    self.strategies = strategies
    self.modes = modes
    self.phones = phones
    self.otherUse = otherUse
    self.otherUseItems = otherUseItems
  }

  /// Both mappings; where both name a configuration, a way to travel or a phone, that of `other` counts. Timelines of other use
  /// are those of both; a mapping that does not say adds none.
  package func adding(_ other: RunMapping) -> RunMapping {
    RunMapping(
      strategies: strategies.merging(other.strategies) { $0.merging($1) { $1 } },
      modes: modes.merging(other.modes) { $1 }, phones: phones.merging(other.phones) { $1 },
      otherUse: otherUse.map { $0.union(other.otherUse ?? []) } ?? other.otherUse,
      otherUseItems: otherUseItems + other.otherUseItems)
  }

  /// That of a file.
  ///
  /// - Throws: as `init(text:file:catalog:)`, and when the file cannot be read.
  package init(path: String, catalog: Catalog) throws(InputError) {
    try self.init(text: try TextFile.read(path), file: path, catalog: catalog)
  }
}
