package import DeviceModel
package import FileFormats
import LocationServices
package import World

/// Reads a file of `profiles/devices`.
///
/// ```yaml
/// name: my-phone
/// summary: "One line for people"
/// default_network: lte
/// system: ios                     # or android; ios when left out
/// newest_system: ios-12           # optional: the last version that the phone can run
/// inherits: modern-phone          # optional: take from it what is not said here,
/// without: [gnss]                 # but not these sections or keys
/// gnss:
///   tracking_strong: {mean: 45 mW, deviation: 15 mW, range: [25 mW, 110 mW], distribution: lognormal,
///                     trust: estimate, source: "..."}
///   ttff:
///     hot: {median: 1.5 s, log_deviation: 0.5, range: [0.5 s, 20 s], distribution: lognormal,
///           trust: estimate, source: "..."}
/// correlations:
///   - {between: [gnss.acquiring, gnss.tracking_strong], value: 0.4, source: "..."}
/// ```
///
/// A phone of another size is two lines: `inherits: modern-phone` and `battery: 12.70 Wh`.
package enum DeviceProfileReader {
  struct DeviceKeys: KeyTable {
    let network = Key("default_network", optional: .text, "the network where none is named")
    let system = Key("system", optional: .choice(PhoneSystem.self))
    let newestSystem = Key(
      "newest_system", optional: StrategyReader.platform(Platform.all), "the last version that the phone can run")
  }

  private static let kind = ProfileFileReader.Kind(
    DeviceKeys(), needed: "default_network",
    tree: ProfileTreeReader(schemas: DeviceSchema.all) { DeviceSchema.schema(of: $0) })
  package static let schema = kind.schema

  /// - Parameters:
  ///   - name: what the file is called, and whether a `name` in it may differ.
  ///   - parent: finds the profile that `inherits` names.
  package static func read(
    _ text: String, file: String, name: EntryName, parent: (YAMLValue) throws(InputError) -> DeviceProfile
  ) throws(InputError) -> DeviceProfile {
    let reader = try ProfileFileReader(try YAMLDocument(text: text, file: file).root, name: name, kind)
    let (network, system) = (try reader.given.own.network, try reader.given.own.system)
    let newest = try reader.given.own.newestSystem?.name
    var profile: DeviceProfile
    if let inherits = reader.inherits {
      var base = try parent(inherits)
      try reader.keep(of: &base.values, &base.correlations)
      profile = DeviceProfile(
        name: reader.name, summary: reader.summary, defaultNetwork: network ?? base.defaultNetwork,
        values: reader.tree.values, correlations: reader.correlations, system: system ?? base.system,
        newestSystem: newest ?? base.newestSystem
      ).inheriting(from: base)
    } else {
      guard let network else {
        throw reader.given.yaml.error(
          "the key 'default_network' is missing",
          remedy: "add 'default_network: NAME'; devices without cellular say lte")
      }
      profile = DeviceProfile(
        name: reader.name, summary: reader.summary, defaultNetwork: network, values: reader.tree.values,
        correlations: reader.correlations, system: system ?? .ios, newestSystem: newest)
    }
    if let fault = profile.validate().first { throw reader.error(fault) }
    return profile
  }
}

/// Reads a file of `profiles/networks`.
///
/// ```yaml
/// name: my-network
/// summary: "One line for people"
/// technology: lte                 # lte, umts, nr_nsa or nr_sa
/// inherits: lte                   # optional, as in devices
/// tail_time: {mean: 10.6 s, deviation: 0.07 s, range: [10 s, 11.6 s], distribution: normal, trust: published,
///             source: "..."}
/// power:                          # optional: powers measured with this network, instead of the device's
///   lte:
///     connected: {mean: 1060 mW, distribution: fixed, trust: published, source: "..."}
/// access:                         # optional: further radio accesses along the way, by technology
///   umts:
///     network: 3g                 # its timers, rates and powers
///     share: {mean: 0.12, ...}    # of the way
///     stay: {mean: 1.9 km, ...}   # mean way at a time
///     next:                       # optional: shares of the stays that another access follows, not the network itself
///       nr_nsa: {mean: 0.3, ...}
/// ```
package enum NetworkProfileReader {
  struct NetworkKeys: KeyTable {
    let technology = Key("technology", optional: .choice(RadioTechnology.self))
  }

  private static let kind = ProfileFileReader.Kind(
    NetworkKeys(), needed: "technology",
    tree: ProfileTreeReader(
      schemas: NetworkSchema.all,
      words: RadioTechnology.allCases.map {
        (NetworkSchema.accessName($0), "the network of this access: its timers, rates and powers")
      }
    ) { NetworkSchema.schema(of: $0) })
  package static let schema = kind.schema

  /// - Parameters:
  ///   - name: what the file is called, and whether a `name` in it may differ.
  ///   - parent: finds the profile that `inherits` names.
  ///   - access: finds the profile of a further access that is named; without it none may be.
  package static func read(
    _ text: String, file: String, name: EntryName, parent: (YAMLValue) throws(InputError) -> NetworkProfile,
    access: ((YAMLValue) throws(InputError) -> NetworkProfile)? = nil
  ) throws(InputError) -> NetworkProfile {
    let reader = try ProfileFileReader(try YAMLDocument(text: text, file: file).root, name: name, kind)
    var accesses: [RadioTechnology: NetworkProfile] = [:]
    for technology in RadioTechnology.allCases {
      guard let yaml = reader.tree.places[NetworkSchema.accessName(technology)] else { continue }
      guard let access else {
        throw yaml.error("an access cannot be looked up here", remedy: "name the network in a catalogue")
      }
      accesses[technology] = try access(yaml)
    }
    var profile: NetworkProfile
    if let inherits = reader.inherits {
      var base = try parent(inherits)
      try reader.keep(of: &base.values, &base.correlations)
      base.accesses = base.accesses.filter { technology, _ in
        base.values.keys.contains { $0.hasPrefix("access.\(technology.rawValue).") }
      }
      let technology = try reader.given.own.technology ?? base.technology
      profile = NetworkProfile(
        name: reader.name, summary: reader.summary, technology: technology, values: reader.tree.values,
        correlations: reader.correlations, accesses: accesses
      ).inheriting(from: base)
    } else {
      profile = NetworkProfile(
        name: reader.name, summary: reader.summary,
        technology: try reader.given.own.needed(\.technology),
        values: reader.tree.values, correlations: reader.correlations, accesses: accesses)
    }
    if let fault = profile.validate().first ?? profile.accessContradiction { throw reader.error(fault) }
    return profile
  }
}

/// Reads a file of `profiles/populations`; `docs/populations.md` describes it.
package enum PopulationReader {
  struct PopulationKeys: KeyTable {
    let centre = Key("centre", optional: .position)
  }

  private static let kind = ProfileFileReader.Kind(
    PopulationKeys(), needed: "centre",
    tree: ProfileTreeReader(schemas: PopulationSchema.all) { PopulationSchema.schema(of: $0) },
    takesCorrelations: false)
  package static let schema = kind.schema

  /// - Parameters:
  ///   - name: what the file is called, and whether a `name` in it may differ.
  ///   - parent: finds the population that `inherits` names.
  package static func read(
    _ text: String, file: String, name: EntryName, parent: (YAMLValue) throws(InputError) -> PopulationProfile
  ) throws(InputError) -> PopulationProfile {
    let reader = try ProfileFileReader(try YAMLDocument(text: text, file: file).root, name: name, kind)
    var base: PopulationProfile?
    if let inherits = reader.inherits { base = try parent(inherits) }
    let values = try reader.kept(of: base?.values ?? [:]).merging(reader.tree.values) { _, own in own }
    let own = reader.given.own
    let centre = if let given = try own.centre ?? base?.centre { given } else { try own.needed(\.centre) }
    let population = PopulationProfile(name: reader.name, summary: reader.summary, centre: centre, values: values)
    if let fault = population.validate().first { throw reader.error(fault) }
    return population
  }
}

extension PreparedPhone {
  /// A phone out of files.
  ///
  /// - Parameters:
  ///   - file: the file that names both.
  ///   - place: which part of it does, for the message.
  package init(
    _ device: DeviceProfile, on network: NetworkProfile, file: String? = nil, place: String = ""
  ) throws(InputError) {
    do throws(ProfileFault) {
      try self.init(device: device, network: network)
    } catch {
      throw InputError(
        file: file,
        message: "the device '\(device.name)' on the network '\(network.name)' cannot be used\(place): "
          + "\(error.key): \(error.message)", remedy: error.remedy)
    }
  }
}
