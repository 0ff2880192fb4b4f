import FileFormats
import GeoJoule
import Testing

/// Trials of a search have the figures of a comparison.
@Suite struct StrategyTrialsTests {
  @Test func trialsAreComparedAsEverywhere() async throws {
    let names = ["continuous", "hundred-meters", "watch-workout"]
    let request = try Requests.make(strategies: names, seeds: 4)
    let comparison = try await Comparison.run(request)
    for jobs in [1, 3] {
      var own = request
      own.jobs = jobs
      let trials = StrategyTrials(own, metrics: [.errorP95])
      // Not all on the same seeds, and some asked for twice.
      let work = [
        (strategy: request.strategies[0], seeds: UInt64(1)..<5), (strategy: request.strategies[1], seeds: 2..<4),
        (strategy: request.strategies[2], seeds: 1..<5),
      ]
      for _ in 0..<2 {
        let runs = try await trials.runs(work)
        #expect(runs.map(\.count) == [4, 2, 4])
        // Trials measure what the search asks for, comparisons all.
        for metric in [Metric.errorP95, .energy, .drainPercentPerHour] {
          #expect(runs[0].map { $0.own[metric] } == comparison.rows[0].runs.map { $0[metric] })
          #expect(runs[1].map { $0.own[metric] } == comparison.rows[1].runs[1..<3].map { $0[metric] })
          #expect(runs[2].map { $0.own[metric] } == comparison.rows[2].runs.map { $0[metric] })
        }
        for (place, row) in [(0, 0), (2, 2)] {
          let marginal = runs[place].map { ($0.own[.energy] ?? .nan) - ($0.baseline[.energy] ?? .nan) }
          #expect(SampleStatistics(marginal)?.mean == comparison.rows[row].marginalEnergy?.mean)
        }
      }
    }
  }

  @Test func aSweepOfWayFiguresLooksAtPositions() throws {
    let strategy = try Requests.strategies(["continuous"])[0]
    let phone = try Requests.catalog.device("modern-phone")
    let cell = SweepCell(
      phone: try PreparedPhone(device: phone, network: try Requests.catalog.network(phone.defaultNetwork)),
      scenario: try Requests.catalog.scenario("city-run"), scenarioNumber: 0, strategy: strategy)
    for metric in [Metric.movingErrorP50, .movingErrorP95, .movingCoverage, .movingAgeP95] {
      let block = SweepBlock([cell], metrics: [metric])
      #expect(try block.run(seed: 3)[0][metric] != nil, "\(metric.column)")
    }
  }
}
