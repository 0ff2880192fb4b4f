import ArgumentParser
import GeoJoule
import Reports

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a device, network, scenario, strategy or population with every value, its unit, trust and source.",
    usage: "geojoule show [<options>] <name|file> ...",
    discussion: """
      What it prints is a file that can be changed and used: inherited values and standard parameters are written out. \
      Its first line names a schema for editors, which 'geojoule schema KIND' prints.

      With --person, the week of one of a population's people, as a scenario that compare takes. Its seed there is the first \
      seed of the people plus the person's number less 1.

      Examples:
        geojoule show modern-phone > my-phone.yml
        geojoule show commuters --person 17 > person-17.yml
        geojoule compare --scenario person-17.yml --seeds 1 --first-seed 17 \\
          --parameters fixed
      """)

  @Argument(
    help: .value(
      "name|file",
      "A name of the catalogue, or a file; before it its kind, such as 'device', where two kinds have the name."),
    completion: .custom { _, _, _ in CatalogKind.allCases.flatMap { Catalog().names($0) } })
  var words: [String]

  @Option(
    parsing: .unconditional,
    help: .value("n", "One of a population's people, by number from 1: their week as a scenario."))
  var person: Int?

  @Option(parsing: .unconditional, help: .value("n", "The seed of the population's first person. (default: 1)"))
  var firstSeed: UInt64?

  @Option(
    parsing: .unconditional,
    help: .value("n", "How many days of the person. (default: \(PopulationOptions.standardDays))"))
  var days: Int?

  @OptionGroup var platform: SystemOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    guard words.count <= 2 else { throw ValidationError("show takes one name; before it its kind, if any") }
    for (option, isGiven) in [("--first-seed", firstSeed != nil), ("--days", days != nil)]
    where isGiven && person == nil {
      throw ValidationError("\(option) belongs to --person")
    }
    if let person, !(1...1_000_000).contains(person) { throw ValidationError("--person takes 1 to 1,000,000") }
    if let days, !(1...Person.longestDays).contains(days) {
      throw ValidationError("--days takes 1 to \(Person.longestDays)")
    }
    if let firstSeed, firstSeed > UInt64.max - 1_000_000 { throw ValidationError("--first-seed is too large") }
  }

  private func kind(_ name: String, _ catalog: Catalog) throws -> CatalogKind {
    if words.count == 2 {
      guard let kind = CatalogKind(argument: words[0]) else {
        throw ValidationError(
          "'\(words[0])' is no kind; "
            + Suggestion.remedy(for: words[0], among: CatalogKind.allCases.map(\.rawValue), what: "kinds"))
      }
      return kind
    }
    if let kind = CatalogKind(argument: name) {
      throw ValidationError("name one of the \(kind.rawValue); 'geojoule list \(kind.rawValue)' shows all")
    }
    let kinds = CatalogKind.allCases.filter { catalog.names($0).contains(name) }
    guard kinds.count < 2 else {
      let choices = kinds.map { "'geojoule show \($0.singular) \(name)'" }
      throw ValidationError("'\(name)' is the name of more than one kind; write \(choices.joined(separator: " or "))")
    }
    return try kinds.first ?? InputWords.kind(of: name, catalog)
  }

  mutating func run() throws {
    var catalog = try catalogue.catalog()
    catalog.system = platform.system
    guard let name = words.last else { throw ValidationError("name what to show; 'geojoule list devices' lists names") }
    let kind = try kind(name, catalog)
    if person != nil, kind != .populations {
      throw ValidationError("--person belongs to a population; write 'geojoule show population NAME --person N'")
    }
    let entry = try catalog.resolve(kind, name)
    let text: String
    switch kind {
    case .devices:
      let device = try catalog.device(entry)
      text = Self.trust(device.values) + ProfileWriter.text(of: device)
    case .networks:
      let network = try catalog.network(entry)
      text = Self.trust(network.values) + ProfileWriter.text(of: network)
    case .strategies:
      let strategy = try catalog.strategy(entry)
      text =
        "# needs: \(strategy.needs.phrase); 'authorization' is what the user allowed\n"
        + StrategyWriter.text(of: strategy)
    case .populations:
      let population = try catalog.population(entry)
      if let person {
        let drawn = Person(
          population, number: person, firstSeed: firstSeed ?? 1, days: days ?? PopulationOptions.standardDays)
        return try AtomicFile.write(
          PlainText.printed(InputSchema.scenario.modeline + DrawnScenarioWriter.text(of: drawn.scenario)), to: "-")
      }
      text = Self.trust(population.values) + ProfileWriter.text(of: population)
    case .scenarios:
      _ = try catalog.scenario(entry)
      text = entry.text
    }
    let line = InputSchema(kind).modeline
    try AtomicFile.write(PlainText.printed(text.hasPrefix(line) ? text : line + text), to: "-")
  }

  /// `# 145 values: 12 published, 133 estimate`.
  static func trust(_ values: [String: ProfileValue]) -> String {
    let parts = Trust.allCases.compactMap { trust -> String? in
      let count = values.values.count { $0.trust == trust }
      return count == 0 ? nil : "\(count) \(trust.rawValue)"
    }
    return "# \(values.count) values: \(parts.joined(separator: ", "))\n"
  }
}
