package import DeviceModel
package import FileFormats

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
  /// - Parameters:
  ///   - name: what the file is called, and whether a `name` in it may differ.
  ///   - parent: finds the profile that `inherits` names.
  ///   - access: finds the profile of a further access that is named; without it none may be.
  /// - Throws: `InputError` at the first thing that is wrong with the file or the resolved profile.
  package static func read(
    _ text: String, file: String, name: EntryName, parent: (YAMLValue) throws(InputError) -> NetworkProfile,
    access: ((YAMLValue) throws(InputError) -> NetworkProfile)? = nil
  ) throws(InputError) -> NetworkProfile {
    var reader = try ProfileFileReader(
      try YAMLDocument(text: text, file: file).root, name: name, headings: ["technology"],
      tree: ProfileTreeReader(
        schemas: NetworkSchema.all, words: RadioTechnology.allCases.map(NetworkSchema.accessName),
        lookUp: NetworkSchema.schema(of:)))
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
      base.values = try reader.kept(of: base.values)
      base.correlations = reader.kept(of: base.correlations, values: base.values)
      base.accesses = base.accesses.filter { technology, _ in
        base.values.keys.contains { $0.hasPrefix("access.\(technology.rawValue).") }
      }
      var technology = base.technology
      if let yaml = reader.mapping.optional("technology") { technology = try yaml.choice(RadioTechnology.self) }
      profile = NetworkProfile(
        name: reader.name, summary: reader.summary, technology: technology, values: reader.tree.values,
        correlations: reader.correlations, accesses: accesses
      ).inheriting(from: base)
    } else {
      profile = NetworkProfile(
        name: reader.name, summary: reader.summary,
        technology: try reader.mapping.required("technology").choice(RadioTechnology.self),
        values: reader.tree.values, correlations: reader.correlations, accesses: accesses)
    }
    if let fault = profile.validate().first ?? profile.accessContradiction { throw reader.error(fault) }
    return profile
  }
}
