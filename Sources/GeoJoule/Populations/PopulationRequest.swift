package import DeviceModel
package import Strategies
package import World

/// Which strategies to compare over which people, with which phone.
package struct PopulationRequest: Sendable {
  package var device: DeviceProfile
  package var network: NetworkProfile
  package var population: PopulationProfile
  /// How many people, at least 1: numbers 1 to this.
  package var people: Int
  /// How long each is followed, 1 to `Person.longestDays`.
  package var days: Int
  /// The watch beside the phone, for strategies that use one.
  package var watch: WatchChoice?
  /// In the order of the report's rows.
  package var strategies: [StrategySpecification]
  /// That of the first person; the others follow it.
  package var firstSeed: UInt64
  /// Fixed: all have the same phone, and only people differ. Drawn: each has a phone of their own.
  package var parameters: ParameterChoice
  /// Workers; the result does not depend on it.
  package var jobs: Int

  package init(
    device: DeviceProfile, network: NetworkProfile, population: PopulationProfile, people: Int, days: Int = 7,
    strategies: [StrategySpecification], firstSeed: UInt64 = 1, parameters: ParameterChoice = .fixed, jobs: Int = 1,
    watch: WatchChoice? = nil
  ) {
    precondition(people >= 1 && jobs >= 1, "a comparison over people needs a person and a worker")
    precondition((1...Person.longestDays).contains(days), "people are followed for 1 to \(Person.longestDays) days")
    self.device = device
    self.network = network
    self.population = population
    self.people = people
    self.days = days
    self.strategies = strategies
    self.firstSeed = firstSeed
    self.parameters = parameters
    self.jobs = jobs
    self.watch = watch
  }

  /// One person's comparison: the same day, seed and phone as in the whole.
  package func request(for person: Person) -> ComparisonRequest {
    ComparisonRequest(
      device: device, network: network, scenario: person.scenario, strategies: strategies, firstSeed: person.seed,
      seedCount: 1, parameters: parameters, watch: watch)
  }

  /// - Parameter number: from 1.
  package func person(_ number: Int) -> Person {
    Person(population, number: number, firstSeed: firstSeed, days: days)
  }
}
