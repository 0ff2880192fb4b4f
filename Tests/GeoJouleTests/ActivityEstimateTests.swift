import Documents
import GeoJoule
import Testing

@testable import LocationServices

@Suite struct ActivityEstimateTests {
  /// Time by time, the estimate is what standard updates add to a second of the day.
  @Test func energyIsTimeTimesTheAddedPower() async throws {
    let catalog = Catalog()
    var request = ComparisonRequest(
      device: try catalog.device("modern-phone"), network: try catalog.network("lte"),
      scenario: try catalog.scenario("city-run"), strategies: [], firstSeed: 3, seedCount: 5)
    let activity = LocationActivity(
      times: [
        .init(accuracy: .best, duration: .seconds(137)), .init(accuracy: .hundredMeters, duration: .seconds(7001)),
      ], period: .hours(11))
    let estimate = try await ActivityEstimate(activity, request: request)

    request.strategies = [
      Comparison.baseline,
      StrategySpecification(
        name: "b", summary: "", kind: "standard", parameters: ["desired_accuracy": .choice("best")]),
      StrategySpecification(
        name: "h", summary: "", kind: "standard", parameters: ["desired_accuracy": .choice("hundred_meters")]),
    ]
    let rows = try await Comparison.run(request).rows
    var joules = [Double](repeating: 0, count: 5)
    var percent = joules
    for (row, time) in zip(rows.dropFirst(), [137.0, 7001]) {
      for index in 0..<5 {
        let (own, none) = (row.runs[index], rows[0].runs[index])
        let duration = row.duration.seconds
        joules[index] += (try #require(own[.energy]) - #require(none[.energy])) / duration * time
        percent[index] +=
          (try #require(own[.drainPercentPerHour]) - #require(none[.drainPercentPerHour])) * time / (11 * 3600)
      }
    }
    #expect(abs(estimate.whole.energy.mean - joules.reduce(0, +) / 5) < 1e-9)
    #expect(abs(estimate.drain.mean - percent.reduce(0, +) / 5) < 1e-12)
    #expect(estimate.parts.map(\.share.seconds) == activity.times.map(\.duration.seconds))
    #expect(abs(estimate.parts.reduce(0) { $0 + $1.share.energy.mean } - estimate.whole.energy.mean) < 1e-9)
    // Best accuracy on a run costs some hundred milliwatts.
    #expect((0.05...1).contains(estimate.parts[0].power.mean))
    #expect(estimate.whole.energy.meanInterval != nil && estimate.whole.energy.quantileRange == nil)
  }

  @Test func noLocationAtAllIsNothing() async throws {
    let catalog = Catalog()
    let request = ComparisonRequest(
      device: try catalog.device("modern-phone"), network: try catalog.network("lte"),
      scenario: try catalog.scenario("city-run"), strategies: [], seedCount: 2)
    let estimate = try await ActivityEstimate(LocationActivity(times: [], period: .hours(24)), request: request)
    #expect(estimate.whole.energy.mean == 0 && estimate.drain.mean == 0 && estimate.parts.isEmpty)
  }
}
