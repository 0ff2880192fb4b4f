import Core
import Foundation
import GeoJoule
import Testing

@testable import Analysis

/// How many phones and days keep what was promised of 95 %: GEOJOULE_LONG_TESTS=1.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1", "long: set GEOJOULE_LONG_TESTS=1"))
struct PromiseCoverageTests {
  private static let worlds = 200

  /// The promise draws phones by the profile's parameters and adds what remains of the discrepancy. The worlds are of other
  /// seeds and other parameters: the phone at its means, off by the whole discrepancy at once.
  @Test(arguments: [
    ("commute", "modern-phone", "continuous"), ("delivery-shift", "modern-phone", "hundred-meters"),
    ("hike", "nexus-6", "fused-balanced"),
  ])
  func asManyWorldsKeepItAsPromised(_ scenario: String, _ device: String, _ strategy: String) async throws {
    let metric = BudgetMetric(.battery(hours: 12), quantile: 95)
    var request = try Requests.make(device, scenario: scenario, strategies: [strategy], seeds: 400)
    let model = try PredictionModel(device: request.device, network: request.network, isDrawn: true)
    let runs = try await Comparison.run(request).rows[0].runs
    let promised = Promise(screenOn: .zero).values(of: metric, runs: runs, model: model).compactMap(\.value)
    let limit = try #require(NearestRankQuantile.value(perMille: 950, sorted: promised.sorted()))
    request.parameters = .fixed
    (request.firstSeed, request.seedCount) = (70_001, Self.worlds)
    let days = try await Comparison.run(request).rows[0].runs
    let kept = days.count { day in
      let z = NormalDistribution.quantile(StableHash.unit(StableHash.combine(day.seed, StableHash.name("world"))))
      return (day[metric.metric] ?? .infinity) * exp(model.total(share: day.locationShare ?? 1) * z) <= limit
    }
    #expect((184...196).contains(kept), "\(kept) of \(Self.worlds) keep \(limit) %")
  }
}
