import Core
import DeviceModel
import Foundation
import GeoJoule
import Testing

@testable import Analysis

/// How many phones and days keep what was promised of 80 and of 95 %: GEOJOULE_LONG_TESTS=1.
///
/// A world is a day of other seeds and one phone of the profile's mean parameters, all of whose drain is off by one normal draw with
/// the variance of a discrepancy. The promise draws phones by the profile's parameters and adds what remains of the discrepancy that
/// it knows; it never sees the world's.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1", "long: set GEOJOULE_LONG_TESTS=1"))
struct PromiseCoverageTests {
  private static let worlds = 200

  /// Twice, since a discrepancy that was measured may be judged by repeating its measurement, one that was assumed only by what
  /// its profile says of it:
  ///
  /// - The promise knows the profile. Each world's discrepancy is another: lognormal, with the profile's means and errors.
  /// - Each world's discrepancy is the profile's. The promise knows a measurement of it, made anew for each world.
  @Test(arguments: [
    ("commute", "modern-phone", "continuous"), ("delivery-shift", "modern-phone", "hundred-meters"),
    ("hike", "nexus-6", "fused-balanced"), ("commute", "iphone-6", "significant-change"),
    ("sales-day", "pixel-9", "fused-balanced"), ("city-run", "iphone-13-pro-max", "live-updates"),
  ])
  func asManyWorldsKeepItAsPromised(_ scenario: String, _ device: String, _ strategy: String) async throws {
    var request = try Requests.make(device, scenario: scenario, strategies: [strategy], seeds: 400)
    let spread = try ParameterSpread(of: request.device, on: request.network)
    let runs = try await Comparison.run(request).rows[0].runs
    request.parameters = .fixed
    (request.firstSeed, request.seedCount) = (90_001, Self.worlds)
    let days = try await Comparison.run(request).rows[0].runs
    let (own, errors) = (request.device.discrepancy, request.device.discrepancyErrors)
    for (level, kept) in [(80, 148...172), (95, 184...196)] {
      let metric = BudgetMetric(.battery(hours: 12), quantile: level)
      func promised(_ discrepancy: Discrepancy, _ errors: Discrepancy) -> Double {
        let model = PredictionModel(discrepancy, errors: errors, spread: spread)
        let values = Promise(screenOn: .zero).values(of: metric, runs: runs, model: model).compactMap(\.value).sorted()
        return NearestRankQuantile.value(perMille: 10 * level, sorted: values) ?? 0
      }
      func use(_ day: RunMetrics, _ discrepancy: Discrepancy) -> Double {
        let deviation = discrepancy.variance(share: day.locationShare ?? 1).squareRoot()
        return (day[metric.metric] ?? .infinity) * exp(deviation * Self.score(day.seed, "world"))
      }
      let known = promised(own, errors)
      let assumed = days.count { use($0, Self.drawn(own, errors, in: $0.seed)) <= known }
      #expect(kept.contains(assumed), "\(assumed) of \(Self.worlds) keep \(known) % at \(level)")
      let measured = days.count { day in
        let (found, errors) = Self.measured(own, errors, in: day.seed)
        return use(day, own) <= promised(found, errors)
      }
      #expect(kept.contains(measured), "\(measured) of \(Self.worlds) keep what was measured for them at \(level)")
      print("\(scenario) \(device) \(strategy), \(level) %: \(assumed) and \(measured) of \(Self.worlds)")
    }
  }

  private static func score(_ world: UInt64, _ name: String) -> Double {
    NormalDistribution.quantile(StableHash.unit(StableHash.combine(world, StableHash.name(name))))
  }

  private static func each(
    _ own: Discrepancy, _ errors: Discrepancy, _ draw: (String, Double, Double) -> Double
  ) -> Discrepancy {
    Discrepancy(
      phone: draw("phone", own.phone, errors.phone), occasion: draw("occasion", own.occasion, errors.occasion),
      run: draw("run", own.run, errors.run), tracking: draw("tracking", own.tracking, errors.tracking),
      rest: draw("rest", own.rest, errors.rest), location: draw("location", own.location, errors.location))
  }

  private static func drawn(_ own: Discrepancy, _ errors: Discrepancy, in world: UInt64) -> Discrepancy {
    each(own, errors) { key, mean, error in
      guard mean > 0 else { return 0 }
      let variance = log(1 + error * error / (mean * mean))
      return mean * exp(variance.squareRoot() * score(world, key) - variance / 2)
    }
  }

  /// A measurement on as many phones, days or runs as have the profile's standard error: a deviation s of n + 1 has s / sqrt(2 n).
  /// For Nexus 6 and iPhone 6 that are 3 and 4 phones (both had 4), 10 and 2 days, 33 and 5 runs. What is found has errors of its
  /// own, as many times as large as it is.
  private static func measured(
    _ own: Discrepancy, _ errors: Discrepancy, in world: UInt64
  ) -> (found: Discrepancy, errors: Discrepancy) {
    let found = each(own, errors) { key, mean, error in
      guard mean > 0 else { return 0 }
      let freedom = max(1, Int((mean * mean / (2 * error * error)).rounded()))
      let squares = (0..<freedom).map { score(world, "\(key) \($0)") }.map { $0 * $0 }
      return mean * (squares.reduce(0, +) / Double(freedom)).squareRoot()
    }
    let own = each(own, errors) { _, mean, error in mean > 0 ? error / mean : 0 }
    return (found, each(found, own) { _, mean, error in mean * error })
  }
}

/// A profile says how well its discrepancy is known; where it says nothing of it, that is 0.3 of the value.
@Suite struct DiscrepancyErrorTests {
  @Test func aPredictionKnowsThatTheDiscrepancyIsAnEstimate() throws {
    let request = try Requests.make("modern-phone", scenario: "commute", strategies: ["none"], seeds: 1)
    let model = try PredictionModel(device: request.device, network: request.network, isDrawn: false)
    #expect(model.errors.phone == 0.05 && model.errors.tracking == 0.08 && model.errors.rest == 0)
    // At rest 0.062 with the variance 4.5856e-4, 16.77 degrees of freedom: t at 95 % is 1.7410.
    #expect(abs(model.total(share: 0) - 0.062.squareRoot() * 1.7410 / 1.64485) < 1e-4)
    #expect(abs(request.device.withoutDiscrepancy.discrepancyErrors.run - 0.042) < 1e-12)
  }
}
