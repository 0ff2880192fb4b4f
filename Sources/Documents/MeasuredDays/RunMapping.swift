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
/// devices: [iphone-6]               # the kinds of the measured phones, as the catalogue names them
/// ```
package struct RunMapping: Sendable {
  /// By system and configuration.
  package private(set) var strategies: [PhoneSystem: [String: StrategySpecification]]
  /// By way to travel.
  package private(set) var modes: [String: Surroundings]
  /// By phone: its drain over the mean of its kind, where earlier days told.
  package private(set) var phones: [String: Double]
  /// Timelines on which phones were used for other things too; `nil` where the file does not say.
  package private(set) var otherUse: Set<String>?
  /// Devices of the catalogue that the runs were measured on; empty where the file does not say.
  package private(set) var devices: [String]
  /// `otherUse` as it stands in the files.
  private var otherUseItems: [YAMLValue]

  /// - Parameter catalog: where strategies are found that are named.
  package init(text: String, file: String, catalog: Catalog) throws(InputError) {
    let given = try Self.keys.read(try YAMLDocument(text: text, file: file).root)
    var strategies: [PhoneSystem: [String: StrategySpecification]] = [:]
    for (system, section) in [(PhoneSystem.ios, try given.ios), (.android, try given.android)] {
      guard let section else { continue }
      strategies[system] = try Self.strategies(section, catalog)
    }
    guard !strategies.isEmpty else {
      throw given.yaml.error("the file maps nothing", remedy: "add a section 'ios' or 'android'")
    }
    self.strategies = strategies
    modes = try given.modes.map { value throws(InputError) in try SurroundingsTable(value).all } ?? [:]
    var phones: [String: Double] = [:]
    for (phone, value) in try given.phones?.pairs() ?? [] { phones[phone] = try Self.phone.read(value) }
    self.phones = phones
    let items = try given.otherUse
    otherUse = try items.map { items throws(InputError) in
      Set(try items.map { item throws(InputError) in try item.string() })
    }
    otherUseItems = items ?? []
    devices = try given.devices ?? []
  }

  private struct MappingKeys: KeyTable {
    let ios = Key("ios", optional: .unread(.named(configurationKeys.schema)), "configurations of this system")
    let android = Key("android", optional: .unread(.named(configurationKeys.schema)), "configurations of this system")
    let modes = Key("modes", optional: .unread(.named(SurroundingsTable.keys.schema)), "ways to travel")
    let phones = Key("phones", optional: .unread(.named(phone.schema)), "drain of a phone over the mean of its kind")
    let otherUse = Key(
      "other_use", optional: .list(of: Form.text.unread),
      "timelines on which phones were used for other things too")
    let devices = Key(
      "devices", optional: .list(of: Form.text), "the kinds of the measured phones, as the catalogue names them")
    let rule = KeyRule.any([["ios"], ["android"]])
  }

  private struct ConfigurationKeys: KeyTable {
    let strategy = Key("strategy", .unread(.either([.text().noted("a name or a file"), .reference("strategy")])))
  }

  private static let phone = Form.number(0.5...2)
  private static let configurationKeys = Keys(ConfigurationKeys())
  private static let keys = Keys(MappingKeys())
  package static let schema = keys.schema(defining: StrategyReader.innerDefinitions)

  /// By configuration.
  private static func strategies(
    _ section: YAMLValue, _ catalog: Catalog
  ) throws(InputError) -> [String: StrategySpecification] {
    var own: [String: StrategySpecification] = [:]
    for (configuration, value) in try section.pairs() {
      let given = try configurationKeys.read(value).strategy
      var strategy =
        given.isMapping
        ? try StrategyReader.read(given, name: EntryName(configuration))
        : try catalog.strategy(catalog.resolve(.strategies, try given.string(), at: given))
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
    return own
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

  /// Both mappings; where both name a configuration, a way to travel or a phone, that of `other` counts. Timelines of other use
  /// are those of both; a mapping that does not say adds none.
  package func adding(_ other: RunMapping) -> RunMapping {
    var both = self
    both.strategies.merge(other.strategies) { $0.merging($1) { $1 } }
    both.modes.merge(other.modes) { $1 }
    both.phones.merge(other.phones) { $1 }
    both.otherUse = otherUse.map { $0.union(other.otherUse ?? []) } ?? other.otherUse
    both.otherUseItems += other.otherUseItems
    return both
  }

  package init(path: String, catalog: Catalog) throws(InputError) {
    try self.init(text: try TextFile.read(path), file: path, catalog: catalog)
  }
}

extension RunMapping {
  /// The file that is used where none is given; `geojoule validate --print-mapping` prints it.
  ///
  /// The duty cycle is that of e-mission's iOS app (e-mission-data-collection, `TripDiaryStateMachine.m` and
  /// `TripDiaryActions.m`): a fence of 100 m, significant change and visits. An app that is always on runs standard updates
  /// without pause. On Android (6.0.1) it is a geofence of 100 m and five minutes in one place, and its code takes time. Positions
  /// on arrival scatter beyond 100 m, so recorded trips end 2.5 minutes later than simulated ones would: 450 s stand for both.
  /// The phone whose tracking is practically off asks for what others cause, every 20 min: `PRIORITY_NO_POWER`, with the filter
  /// that iOS has in metres.
  ///
  /// HA is best, TMBA ten metres, MA and HLPA a hundred; HF a filter of 1, MF of 30, in metres on iOS and in seconds on Android; DC
  /// duty-cycled, AO always on. Calibrations are named in words. Storing a position takes the diary 0.24 s on Android; on trips it
  /// also reads the positions of the last five minutes at each delivery, 300 of them in 0.6 s (joint fit,
  /// reports/validation/fits.md; the profile's `delivery_time` is taken off).
  package static let mobilityNetText = String(decoding: PackageResources.mobilitynet_yml, as: UTF8.self)

  /// The configurations of the MobilityNet data.
  ///
  /// - Throws: never for the text of this program; the tests read it.
  package static func mobilityNet(catalog: Catalog) throws(InputError) -> RunMapping {
    try RunMapping(text: mobilityNetText, file: "the mapping of MobilityNet", catalog: catalog)
  }
}
