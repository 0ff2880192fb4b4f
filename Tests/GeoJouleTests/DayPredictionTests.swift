import Documents
import GeoJoule
import Testing

/// Measured days, made up: a wait of 40 min, a ride of 30 min and 20 km, a wait of 50 min.
@Suite struct DayPredictionTests {
  static let way = [
    GeodeticPosition(latitude: 47.1, longitude: 8.2), GeodeticPosition(latitude: 47.15, longitude: 8.3),
    GeodeticPosition(latitude: 47.2, longitude: 8.4),
  ]
  static let ride = TimedLeg(start: 2400, end: 4200, way: way)

  static func trip() throws -> Scenario { try #require(Scenario(legs: [ride], span: 0...7200)) }

  static func strategy(_ kind: String, _ parameters: [String: StrategyValue] = [:]) throws -> StrategySpecification {
    var strategy = StrategySpecification(name: kind, summary: "", kind: kind)
    strategy.parameters = parameters
    strategy.platform = try Catalog().strategy("deferred").platform
    return strategy
  }

  static func phones(_ seeds: Int, jobs: Int = 1) throws -> DayPrediction.Phones {
    let catalog = Catalog()
    return DayPrediction.Phones(
      device: try catalog.device("iphone-6"), network: try catalog.network("lte"), parameters: .drawn, firstSeed: 3,
      seedCount: seeds, jobs: jobs)
  }

  private struct Kept: Sendable, Equatable {
    let drained: [Double]
    /// Of fixes, in seconds.
    let times: [Double]
  }

  private func predict(
    _ strategies: [StrategySpecification], on day: Scenario, at seconds: [Double], seeds: Int, jobs: Int = 1
  ) async throws -> [[Kept]] {
    let runs = strategies.map {
      DayPrediction.Run(strategy: $0, instants: seconds.map { .seconds($0) }, end: .seconds(7200))
    }
    return try await DayPrediction.parts(
      of: [DayPrediction.Day(scenario: day, runs: runs)], phones: Self.phones(seeds, jobs: jobs)
    ) { _, _, outcome in
      Kept(drained: outcome.drained, times: outcome.record.fixes.map { $0.timestamp.seconds })
    }[0]
  }

  @Test func theDrainGrowsAndDoesNotDependOnTheNumberOfJobs() async throws {
    let strategies = [try Self.strategy("standard"), try Self.strategy("none")]
    let day = try Self.trip()
    let one = try await predict(strategies, on: day, at: [0, 601, 3000, 7200], seeds: 3)
    let two = try await predict(strategies, on: day, at: [0, 601, 3000, 7200], seeds: 3, jobs: 3)
    #expect(one == two)
    for run in one.flatMap(\.self) {
      #expect(run.drained[0] == 0)
      #expect(zip(run.drained, run.drained.dropFirst()).allSatisfy { $0 < $1 })
    }
    for seed in 0..<3 { #expect(one[0][seed].drained[3] > one[1][seed].drained[3]) }
  }

  @Test func earlierReadingsDoNotChangeLaterOnes() async throws {
    let strategies = [try Self.strategy("standard")]
    let many = try await predict(strategies, on: try Self.trip(), at: [601, 3000, 7200], seeds: 2)
    let few = try await predict(strategies, on: try Self.trip(), at: [7200], seeds: 2)
    for seed in 0..<2 {
      #expect(abs(many[0][seed].drained[2] - few[0][seed].drained[0]) < 1e-9)
      #expect(many[0][seed].times == few[0][seed].times)
    }
  }

  @Test func aDiaryTracksTheTripAndRestsAround() async throws {
    let settings: [String: StrategyValue] = ["desired_accuracy": .choice("best"), "distance_filter": .distance(1)]
    let strategies = [try Self.strategy("trip_tracking", settings), try Self.strategy("standard", settings)]
    let runs = try await predict(strategies, on: try Self.trip(), at: [7200], seeds: 8)
    var prompt = 0
    for seed in 0..<8 {
      let (diary, always) = (runs[0][seed], runs[1][seed])
      // Before the ride a few fixes for the fence; on it about one a second once the fence's exit is told.
      #expect(diary.times.filter { $0 > 600 && $0 < 2300 }.isEmpty, "seed \(seed)")
      let riding = diary.times.filter { (2400...4200).contains($0) }
      #expect(riding.count > 900, "seed \(seed): \(riding.count)")
      prompt += (riding.first ?? 0) <= 2410 ? 1 : 0
      // The arrival is told within minutes; then nothing comes until the end.
      #expect(diary.times.filter { $0 > 5400 }.isEmpty, "seed \(seed)")
      #expect(diary.drained[0] < 0.75 * always.drained[0], "seed \(seed)")
    }
    // The exit takes time to be told, but for a cell that seems far away now and then.
    #expect(prompt <= 2)
  }

  @Test func knownSurroundingsReplaceTheGuess() async throws {
    let tunnel = Surroundings(sky: .underground, accessPoints: .none, cells: .urban, coverage: .none)
    let day = try #require(Scenario(legs: [Self.ride], span: 0...7200, surroundings: [0: tunnel]))
    let settings: [String: StrategyValue] = ["desired_accuracy": .choice("best")]
    let standard = [try Self.strategy("standard", settings)]
    let below = try await predict(standard, on: day, at: [7200], seeds: 2)
    let above = try await predict(standard, on: try Self.trip(), at: [7200], seeds: 2)
    for seed in 0..<2 {
      #expect(below[0][seed].times.filter { (2700...4200).contains($0) }.count < 30)
      #expect(above[0][seed].times.filter { (2700...4200).contains($0) }.count > 1200)
    }
  }

  @Test func aPhoneAtRestStaysIndoors() async throws {
    let day = Scenario(restingAt: GeodeticPosition(latitude: 47, longitude: 8), seconds: 7200)
    #expect(day.horizon == .seconds(7200))
    let runs = try await predict(
      [
        try Self.strategy("standard", ["desired_accuracy": .choice("hundred_meters"), "distance_filter": .distance(1)])
      ],
      on: day, at: [7200], seeds: 4)
    // Wi-Fi positions pass a filter of 1 m: 15 to 44 an hour as measured (sources B1).
    for run in runs[0] { #expect((30...88).contains(run.times.count)) }
  }
}
