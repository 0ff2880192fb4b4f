import ArgumentParser
import GeoJoule

struct PopulationOptions: ParsableArguments {
  /// When the user does not say how many.
  static let standardPeople = 100
  static let standardDays = 7

  @Option(
    entryOf: .populations,
    help: "A population of the catalogue, or a population file: weeks of many people instead of one day.")
  var population: String?

  @Option(
    parsing: .unconditional,
    help: .value("n", "How many people of the population; each has a seed of their own. (default: \(standardPeople))"))
  var people: Int?

  @Option(
    parsing: .unconditional,
    help: .value("n", "How many days of each person, from a Monday on. (default: \(standardDays))"))
  var days: Int?

  func validate() throws {
    for (option, value) in [("--people", people), ("--days", days)] where population == nil && value != nil {
      throw ValidationError("\(option) belongs to --population; a scenario says itself how long it lasts")
    }
    if let people, !(1...1_000_000).contains(people) { throw ValidationError("--people takes 1 to 1,000,000") }
    if let days, !(1...Person.longestDays).contains(days) {
      throw ValidationError("--days takes 1 to \(Person.longestDays)")
    }
  }

  /// What does not go with people, and why not.
  func check(_ day: DayOptions, _ seeds: SeedOptions, budgets: String?) throws {
    guard population != nil else { return }
    if day.scenario != nil {
      throw ValidationError("--population and --scenario exclude each other; give one of them")
    }
    if day.track != nil { throw ValidationError("--population and --track exclude each other; give one of them") }
    if !day.failures.isEmpty {
      throw ValidationError("--failure does not go with --population: its days are whole weeks; leave it out")
    }
    if seeds.givenSeeds != nil {
      throw ValidationError("--seeds belongs to one day; --people says how many people are drawn, each with a seed")
    }
    if seeds.untilEmpty {
      throw ValidationError("--until-empty does not go with --population: its people charge their phones; leave it out")
    }
    if budgets != nil {
      throw ValidationError("--budgets does not go with --population: limits are for one day; leave it out")
    }
    guard seeds.firstSeed <= UInt64.max - UInt64(people ?? Self.standardPeople) else {
      throw ValidationError("--first-seed is too large")
    }
  }
}
