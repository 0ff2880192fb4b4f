public import DeviceModel
public import FileFormats
import LocationServices
public import Strategies
public import World

extension Catalog {
  /// The device of this name or file, with everything it inherits.
  ///
  /// - Throws: `InputError` for an unknown name and for anything wrong with the file or those it inherits from.
  public func device(_ nameOrPath: String) throws(InputError) -> DeviceProfile {
    try device(try resolve(.devices, nameOrPath))
  }

  /// The network of this name or file, with everything it inherits.
  ///
  /// - Throws: `InputError` for an unknown name and for anything wrong with the file or those it inherits from.
  public func network(_ nameOrPath: String) throws(InputError) -> NetworkProfile {
    try network(try resolve(.networks, nameOrPath))
  }

  /// The network that a device names as its own.
  ///
  /// - Parameter file: the device's, for messages.
  package func network(of device: DeviceProfile, file: String?) throws(InputError) -> NetworkProfile {
    do throws(InputError) {
      let owner = file.map { CatalogEntry(kind: .devices, path: $0, text: "") }
      if let owner, let sibling = try sibling(of: owner, .networks, named: device.defaultNetwork) {
        return try network(sibling)
      }
      return try network(device.defaultNetwork)
    } catch {
      guard let file else { throw error }
      throw InputError(file: file, message: "key 'default_network': \(error.message)", remedy: error.remedy)
    }
  }

  /// - Parameter heirs: the entries that inherit from it.
  package func device(_ entry: CatalogEntry, heirs: [CatalogEntry] = []) throws(InputError) -> DeviceProfile {
    try DeviceProfileReader.read(entry.text, file: entry.file, name: EntryName(entry)) { yaml throws(InputError) in
      try device(try parent(of: entry, at: yaml, heirs: heirs), heirs: heirs + [entry])
    }
  }

  /// - Parameter heirs: the entries that inherit from it.
  package func network(_ entry: CatalogEntry, heirs: [CatalogEntry] = []) throws(InputError) -> NetworkProfile {
    try NetworkProfileReader.read(
      entry.text, file: entry.file, name: EntryName(entry),
      parent: { yaml throws(InputError) in
        try network(try parent(of: entry, at: yaml, heirs: heirs), heirs: heirs + [entry])
      },
      access: { yaml throws(InputError) in
        try network(try access(of: entry, at: yaml, heirs: heirs), heirs: heirs + [entry])
      })
  }

  /// The network that another names as a further access; refuses circles.
  private func access(
    of entry: CatalogEntry, at yaml: YAMLValue, heirs: [CatalogEntry]
  ) throws(InputError) -> CatalogEntry {
    let name = try yaml.string()
    guard let found = try sibling(of: entry, .networks, named: name) ?? self.entry(.networks, named: name) else {
      let all = names(.networks).filter { $0 != entry.name }
      throw yaml.error("unknown network '\(name)'", remedy: Suggestion.remedy(for: name, among: all, what: "names"))
    }
    if found == entry || heirs.contains(found) {
      throw yaml.error("the network '\(name)' is an access of itself", remedy: "name another one")
    }
    return found
  }

  /// The entry that one inherits from, named at `yaml`; refuses circles.
  func parent(
    of entry: CatalogEntry, at yaml: YAMLValue, heirs: [CatalogEntry]
  ) throws(InputError) -> CatalogEntry {
    let name = try yaml.string()
    guard let found = try parent(of: entry, named: name) else {
      if name == entry.name {
        throw yaml.error("the \(entry.kind.singular) inherits from itself", remedy: "name another one")
      }
      let all = names(entry.kind).filter { $0 != entry.name }
      return try InputFaults.note(
        yaml.error(
          "unknown \(entry.kind.singular) '\(name)'", remedy: Suggestion.remedy(for: name, among: all, what: "names")),
        insteadOf: nil)
    }
    if heirs.contains(found) {
      let circle = ([entry] + heirs.reversed()).map(\.name).joined(separator: ", ")
      throw yaml.error("'\(name)' inherits from itself in a circle: \(circle)", remedy: "cut the circle")
    }
    return found
  }
}

extension Catalog {
  /// The scenario of this name or file.
  ///
  /// - Throws: `InputError` for an unknown name and for anything wrong with the file.
  public func scenario(_ nameOrPath: String) throws(InputError) -> Scenario {
    try scenario(try resolve(.scenarios, nameOrPath))
  }

  package func scenario(_ entry: CatalogEntry) throws(InputError) -> Scenario {
    try ScenarioReader.scenario(text: entry.text, file: entry.file, name: EntryName(entry))
  }
}

extension Catalog {
  /// The strategy of this name or file.
  ///
  /// - Throws: `InputError` for an unknown name and for anything wrong with the file.
  public func strategy(_ nameOrPath: String) throws(InputError) -> StrategySpecification {
    try strategy(try resolve(.strategies, nameOrPath))
  }

  /// The strategy of an entry. What is allowed but hardly meant goes to `InputFiles.current`.
  package func strategy(_ entry: CatalogEntry) throws(InputError) -> StrategySpecification {
    let configured =
      entry.isBuiltIn
      ? nil
      : try onSystem { system throws(InputError) in
        try SDKConfiguration.answer(entry.text, file: entry.file, name: EntryName(entry), system: system)?.base
      }
    let strategy =
      if let configured { configured } else {
        try StrategyReader.read(entry.text, file: entry.file, name: EntryName(entry))
      }
    return system.map { strategy.on($0) } ?? strategy
  }

  /// What says other strategies in the keys of an SDK's configuration; `nil` where the strategy is no such file.
  package func answer(_ nameOrPath: String) throws(InputError) -> SDKAnswer? {
    let entry = try resolve(.strategies, nameOrPath)
    guard !entry.isBuiltIn else { return nil }
    return try onSystem { system throws(InputError) in
      try SDKConfiguration.answer(entry.text, file: entry.file, name: EntryName(entry), system: system)
    }
  }

  /// What a configuration is on the system that was asked for; on the phone's where its meaning depends on that.
  private func onSystem<Found>(_ read: (Platform?) throws(InputError) -> Found) throws(InputError) -> Found {
    do {
      return try read(system)
    } catch {
      guard error.isUsage, let phone else { throw error }
      return try read(.today(on: phone))
    }
  }
}

extension Catalog {
  /// The population of this name or file, with everything it inherits.
  package func population(_ nameOrPath: String) throws(InputError) -> PopulationProfile {
    try population(try resolve(.populations, nameOrPath))
  }

  /// - Parameter heirs: the entries that inherit from it.
  package func population(
    _ entry: CatalogEntry, heirs: [CatalogEntry] = []
  ) throws(InputError) -> PopulationProfile {
    try PopulationReader.read(entry.text, file: entry.file, name: EntryName(entry)) { yaml throws(InputError) in
      try population(try parent(of: entry, at: yaml, heirs: heirs), heirs: heirs + [entry])
    }
  }
}
