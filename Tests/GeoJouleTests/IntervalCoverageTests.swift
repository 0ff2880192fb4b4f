import Documents
import Foundation
import GeoJoule
import Testing

/// How often a comparison's own interval holds what very many seeds give. Takes half a minute: GEOJOULE_LONG_TESTS=1.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1", "long: set GEOJOULE_LONG_TESTS=1"))
struct IntervalCoverageTests {
  static let day = """
    name: quarter
    summary: A quarter of an hour in town
    source: made up for this test
    starts: "10:00"
    lasts: 15 min
    surroundings:
      room: {sky: indoor, access_points: many, cells: urban, coverage: good, on_wifi: true}
      street: {sky: urban, access_points: some, cells: urban, coverage: good, on_wifi: false}
    places:
      home: {position: [52.4723, 13.3278], surroundings: room}
      shop: {position: [52.4763, 13.3278], surroundings: room}
    legs:
      - {leg: at home, kind: dwell, place: home, for: 4 min, spread: 1 min}
      - {leg: to the shop, kind: walk, from: home, to: shop, speed: 1.4 m/s, surroundings: street}
      - {leg: in the shop, kind: dwell, place: shop}
    script:
      - {at: "10:00", event: foreground}
      - {at: "10:01", event: background}
    """

  static func request(seeds: Int, from first: UInt64) throws -> ComparisonRequest {
    var request = try Requests.make(
      strategies: ["continuous", "hundred-meters"], seeds: seeds, jobs: ProcessInfo.processInfo.activeProcessorCount)
    request.scenario = try ScenarioReader.scenario(text: day, file: "quarter.yml")
    request.firstSeed = first
    return request
  }

  /// 300 comparisons of 12 seeds each, and 20,000 other seeds for the truth. With 95 % of 300, 92 to 98 % is 2.4
  /// standard deviations either way.
  @Test func theIntervalOfTheMeanHoldsTheLongRunMean() async throws {
    let truth = try await Comparison.run(try Self.request(seeds: 20_000, from: 1)).rows
    let repetitions = 300
    var (energy, marginal) = ([0, 0], [0, 0])
    for repetition in 0..<repetitions {
      let rows = try await Comparison.run(try Self.request(seeds: 12, from: UInt64(100_000 + 12 * repetition))).rows
      for index in rows.indices {
        let (own, long) = (rows[index], truth[index])
        if try #require(own[.energy]?.meanInterval).contains(try #require(long[.energy]).mean) { energy[index] += 1 }
        let interval = try #require(own.marginalEnergy?.meanInterval)
        if interval.contains(try #require(long.marginalEnergy).mean) { marginal[index] += 1 }
      }
    }
    for hits in energy + marginal {
      let share = Double(hits) / Double(repetitions)
      #expect((0.92...0.98).contains(share), "total \(energy), marginal \(marginal) of \(repetitions)")
    }
  }
}
