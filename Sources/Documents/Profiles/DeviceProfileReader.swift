package import DeviceModel
package import FileFormats

/// Reads a file of `profiles/devices`.
///
/// ```yaml
/// name: my-phone
/// summary: "One line for people"
/// default_network: lte
/// system: ios                     # or android; ios when left out
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
  /// - Parameters:
  ///   - name: what the file is called, and whether a `name` in it may differ.
  ///   - parent: finds the profile that `inherits` names.
  /// - Throws: `InputError` at the first thing that is wrong with the file or the resolved profile.
  package static func read(
    _ text: String, file: String, name: EntryName, parent: (YAMLValue) throws(InputError) -> DeviceProfile
  ) throws(InputError) -> DeviceProfile {
    var reader = try ProfileFileReader(
      try YAMLDocument(text: text, file: file).root, name: name, headings: ["default_network", "system"],
      tree: ProfileTreeReader(schemas: DeviceSchema.all, lookUp: DeviceSchema.schema(of:)))
    let network = try reader.mapping.optional("default_network").map { yaml throws(InputError) in try yaml.string() }
    let system = try reader.mapping.optional("system").map { yaml throws(InputError) in
      try yaml.choice(PhoneSystem.self)
    }
    var profile: DeviceProfile
    if let inherits = reader.inherits {
      var base = try parent(inherits)
      base.values = try reader.kept(of: base.values)
      base.correlations = reader.kept(of: base.correlations, values: base.values)
      profile = DeviceProfile(
        name: reader.name, summary: reader.summary, defaultNetwork: network ?? base.defaultNetwork,
        values: reader.tree.values, correlations: reader.correlations, system: system ?? base.system
      ).inheriting(from: base)
    } else {
      guard let network else {
        throw reader.mapping.value.error(
          "the key 'default_network' is missing",
          remedy: "add 'default_network: NAME'; devices without cellular say lte")
      }
      profile = DeviceProfile(
        name: reader.name, summary: reader.summary, defaultNetwork: network, values: reader.tree.values,
        correlations: reader.correlations, system: system ?? .ios)
    }
    if let fault = profile.validate().first { throw reader.error(fault) }
    return profile
  }
}
