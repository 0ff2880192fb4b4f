import Analysis
package import DeviceModel
import FileFormats
import Strategies
import World

/// Finds what a budget file or a sweep plan names; an unknown name is an error at its own place.
struct BudgetNames {
  struct NamedScenario {
    let scenario: Scenario
    let input: Baseline.Input
    let yaml: YAMLValue
    /// Whose people take the day's place.
    var people: PopulationProfile?
  }

  typealias NamedDevice = (profile: DeviceProfile, yaml: YAMLValue)

  private(set) var catalog: Catalog
  private let file: String

  /// - Parameter added: a folder that adds to the catalogue, as the file that names them means it.
  init(catalog: Catalog, adding added: YAMLValue? = nil, file: String) throws(InputError) {
    (self.catalog, self.file) = (catalog, file)
    guard let added else { return }
    let path = path(try added.string())
    do throws(InputError) { try self.catalog.add(folder: path) } catch {
      throw added.error("\(error.file ?? path): \(error.message)", remedy: error.remedy)
    }
  }

  /// The same where all phones run one system, which then decides what an SDK's configuration means.
  func on(_ systems: [PhoneSystem]) -> BudgetNames {
    var names = self
    names.catalog.phone = Set(systems).count == 1 ? systems.first : nil
    return names
  }

  /// A path as the file means it.
  func path(_ text: String) -> String { text == "-" ? text : DocumentPath.path(text, of: file) }

  /// - Parameter arePeople: whether the list has populations, each with a day that stands for it.
  func scenarios(_ yaml: YAMLValue, arePeople: Bool = false) throws(InputError) -> [NamedScenario] {
    try all(yaml, arePeople ? .populations : .scenarios, name: \.scenario.name) { entry, item throws(InputError) in
      let people = arePeople ? try catalog.population(entry) : nil
      let scenario = if let people { people.standIn } else { try catalog.scenario(entry) }
      let name = people?.name ?? scenario.name
      let input = try InputFingerprint.scenario(name: name, text: entry.text, file: entry.file)
      return NamedScenario(scenario: scenario, input: input, yaml: item, people: people)
    }
  }

  func devices(_ yaml: YAMLValue) throws(InputError) -> [NamedDevice] {
    try all(yaml, .devices, name: \.profile.name) { entry, item throws(InputError) in
      (try catalog.device(entry), item)
    }
  }

  func strategies(_ yaml: YAMLValue) throws(InputError) -> [StrategySpecification] {
    try all(yaml, .strategies, name: \.name) { entry, _ throws(InputError) in try catalog.strategy(entry) }
  }

  /// What a list names, each once.
  private func all<Found>(
    _ yaml: YAMLValue, _ kind: CatalogKind, name: (Found) -> String,
    _ find: (CatalogEntry, YAMLValue) throws(InputError) -> Found
  ) throws(InputError) -> [Found] {
    var (all, wrong): ([Found], InputError?) = ([], nil)
    for item in try list(yaml) {
      let found: Found
      do throws(InputError) {
        found = try find(try entry(kind, item), item)
      } catch {
        wrong = try InputFaults.note(error, insteadOf: error)
        continue
      }
      if all.contains(where: { name($0) == name(found) }) {
        throw item.error(
          "the \(kind.singular) '\(name(found))' is named twice",
          remedy: "keep one of them, or change 'name:' in one of the files")
      }
      all.append(found)
    }
    if all.isEmpty, let wrong { throw wrong }
    return all
  }

  /// The networks a device runs on: those named, else its own.
  func networks(_ yaml: YAMLValue?, for device: NamedDevice) throws(InputError) -> [NetworkProfile] {
    guard let yaml else {
      let word = try word(device.yaml)
      do {
        return [try catalog.network(of: device.profile, file: DocumentPath.isPath(word) ? word : nil)]
      } catch  where error.file == nil {
        throw device.yaml.error("its default network: \(error.message)", remedy: "name networks: [...]")
      }
    }
    return try all(yaml, .networks, name: \.name) { entry, item throws(InputError) in
      let network = try catalog.network(entry)
      try checkModem(device.profile, network, at: item)
      return network
    }
  }

  /// The watch that strategies use, on the network it names as its own: that of the catalogue where none is named.
  func watch(_ yaml: YAMLValue?, for strategies: [StrategySpecification]) throws(InputError) -> SweepPlan.Watch? {
    guard strategies.contains(where: \.usesWatch) else {
      if let yaml { throw yaml.error("no strategy uses a watch", remedy: "remove it") }
      return nil
    }
    let device = if let yaml { try catalog.device(try entry(.devices, yaml)) } else { try catalog.device("watch") }
    return (device, try catalog.network(device.defaultNetwork))
  }

  private func checkModem(_ device: DeviceProfile, _ network: NetworkProfile, at yaml: YAMLValue) throws(InputError) {
    guard device.hasModem(for: network) else {
      throw yaml.error(
        "the device '\(device.name)' has no modem for the network '\(network.name)'",
        remedy: "choose another network, such as '\(device.defaultNetwork)'")
    }
  }

  private func list(_ yaml: YAMLValue) throws(InputError) -> [YAMLValue] {
    let items = yaml.isScalar ? [yaml] : try yaml.sequence()
    guard !items.isEmpty else { throw yaml.error("the list is empty", remedy: "name at least one") }
    return items
  }

  private func entry(_ kind: CatalogKind, _ yaml: YAMLValue) throws(InputError) -> CatalogEntry {
    try catalog.resolve(kind, try word(yaml), at: yaml)
  }

  /// A name, or a path as the file means it: what a command line would say.
  func word(_ yaml: YAMLValue) throws(InputError) -> String {
    let text = try yaml.string()
    return DocumentPath.isPath(text) ? path(text) : text
  }

  /// The words of a list, in its order.
  func words(_ yaml: YAMLValue) throws(InputError) -> [String] {
    var words: [String] = []
    for item in try list(yaml) { words.append(try word(item)) }
    return words
  }
}

extension DeviceProfile {
  /// Whether the device has a cellular radio at all; without one its network is scenery.
  package var hasCellular: Bool { values.keys.contains { $0.hasPrefix("cellular.") } }

  /// Whether the device can be on a network: by a modem of its own, or by powers that the network brings along.
  package func hasModem(for network: NetworkProfile) -> Bool {
    let modem = network.technology.rawValue
    return !hasCellular || values.keys.contains { $0.hasPrefix("\(modem).") }
      || network.values.keys.contains { $0.hasPrefix("power.\(modem).") }
  }
}
