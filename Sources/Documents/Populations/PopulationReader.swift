import DeviceModel
package import FileFormats
package import World

/// Reads a file of `profiles/populations`; `docs/populations.md` describes it.
///
/// ```yaml
/// name: my-people
/// summary: "One line for people"
/// inherits: everyone
/// people:
///   workers: {mean: 0.8, distribution: fixed, trust: estimate, source: "..."}
/// ```
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
  /// - Throws: `InputError` at the first thing that is wrong with the file or the resolved population.
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
