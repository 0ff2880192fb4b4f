import Documents
import GeoJoule
import Testing

@Suite struct PopulationComparisonTests {
  private func request(
    people: Int, jobs: Int = 1, days: Int = 1, firstSeed: UInt64 = 1, parameters: ParameterChoice = .fixed,
    strategies: [String] = ["none", "hundred-meters", "significant-change"]
  ) throws -> ComparisonRequest {
    let population = try Requests.catalog.population("commuters")
    var request = ComparisonRequest(
      device: try Requests.catalog.device("modern-phone"), network: try Requests.catalog.network("lte"),
      scenario: population.standIn, strategies: try Requests.strategies(strategies), firstSeed: firstSeed,
      seedCount: people, parameters: parameters, jobs: jobs)
    (request.people, request.days) = (population, days)
    return request
  }

  @Test func aPersonIsTheSameForAnyNumberOfPeopleAndJobs() async throws {
    let few = try await PopulationComparison.run(try request(people: 3))
    let many = try await PopulationComparison.run(try request(people: 7, jobs: 3))
    #expect(many.people.map(\.number) == Array(1...7))
    #expect(Array(many.people.prefix(3)) == few.people)
    // The seed after is the next person.
    let later = try await PopulationComparison.run(try request(people: 2, firstSeed: 3))
    #expect(later.people.map(\.values) == many.people[2...3].map(\.values))
    #expect(Set(many.people.map(\.values)).count == 7)
  }

  /// What a population says of a person is what a comparison on that person's written days says, bit for bit.
  @Test(arguments: [ParameterChoice.fixed, .drawn])
  func aPersonsFiguresAreThoseOfTheirScenario(_ parameters: ParameterChoice) async throws {
    let request = try request(people: 4, days: 2, parameters: parameters)
    let summary = try await PopulationComparison.run(request)
    let text = DrawnScenarioWriter.text(of: try #require(request.person(ofSeed: 4)).scenario)
    var alone = request
    (alone.people, alone.firstSeed, alone.seedCount) = (nil, 4, 1)
    alone.scenario = try ScenarioReader.scenario(text: text, file: "person.yml")
    let result = try await Comparison.run(alone)
    let figures = try #require(summary.people.last)
    #expect(figures.number == 4 && figures.seed == 4)
    for (index, row) in result.rows.enumerated() {
      let run = try #require(row.runs.first)
      #expect(figures.value(index, .drain) == run[.drainPercentPerHour])
      #expect(figures.value(index, .locationDrain) == row.marginalDrain?.mean)
      #expect(figures.value(index, .error95) == run[row.use.error95])
      #expect(figures.value(index, .coverage) == run[row.use.coverage])
      #expect(figures.value(index, .age95) == run[.ageP95])
    }
  }

  @Test func withoutLocationNobodyPaysForIt() async throws {
    let summary = try await PopulationComparison.run(try request(people: 5))
    #expect(summary.rows[0][.locationDrain]?.worstDecile == 0)
    #expect(summary.rows[0].groups.allSatisfy { $0.figure != .locationDrain })
    let drains = summary.rows.compactMap { $0[.drain]?.median }
    #expect(drains.count == 3 && drains[0] < drains[1])
  }
}
