import Analysis
import EventKernel
import FileFormats
import Foundation
import GeoJoule
import Testing

/// How often `seeds: auto` decides wrongly, for every figure that a limit can name and that these runs have. Takes minutes:
/// GEOJOULE_LONG_TESTS=1.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1", "long: set GEOJOULE_LONG_TESTS=1"))
struct BudgetErrorRateTests {
  private static let (runs, checks) = (800, 400)

  /// Each check draws its seeds from 800 runs, whose mean is the truth. Limits lie below it, on it and above it; on it any
  /// decision is wrong. 5 % of 400 checks, and three standard deviations of that count, are 33.
  @Test(arguments: [
    ("shop-reminder", ["regions", "visits", "android-geofences", "one-shot", "check-in"]),
    ("city-run", ["continuous", "hundred-meters", "stop-not-improving"]),
    ("day-with-watch", ["phone-for-watch", "watch-one-shot"]),
  ])
  func errorsAreAsRareAsStated(_ scenario: String, _ strategies: [String]) async throws {
    let request = try Requests.make(
      scenario: scenario, strategies: ["none"] + strategies, seeds: Self.runs, parameters: .fixed,
      jobs: ProcessInfo.processInfo.activeProcessorCount)
    let rows = try await Comparison.run(request).rows
    let none = rows.first(where: { $0.strategy == "none" })?.runs ?? []
    for row in rows where row.strategy != "none" {
      for metric in BudgetMetric.all {
        let all = metric.values(of: row.runs, none: none).map(\.value)
        let known = all.compactMap(\.self)
        guard known.count > Self.runs / 4, known.contains(where: { $0 != known[0] }) else { continue }
        let truth = known.reduce(0, +) / Double(known.count)
        for factor in [0.5, 0.8, 1, 1.25] {
          let wrong = try wrongDecisions(metric, all, limit: truth * factor, side: truth - truth * factor)
          let place = "\(scenario) \(row.strategy) \(metric.column)"
          #expect(wrong <= 33, "\(place) at \(factor) of its mean: \(wrong) of \(Self.checks)")
        }
      }
    }
  }

  /// - Parameter side: above 0 where the mean breaks the limit, below where it keeps it.
  private func wrongDecisions(_ metric: BudgetMetric, _ all: [Double?], limit: Double, side: Double) throws -> Int {
    let plan = SequentialPlan.standard
    let limit = BudgetLimit(
      metric: metric, bound: .max(limit), level: .error, decideOn: .mean, waiver: nil,
      place: BudgetPlace(file: "budgets.yml", line: 1, column: 1))
    var wrong = 0
    for check in 0..<Self.checks {
      var values: [SeedValue] = []
      for look in plan.looks {
        while values.count < look {
          let u = StableHash.unit(
            StableHash.combine(StableHash.name(metric.column), UInt64(check), UInt64(values.count)))
          values.append(SeedValue(seed: UInt64(values.count), value: all[Int(u * Double(all.count))]))
        }
        let verdict = LimitJudge.judge(limit, current: values, rule: plan.rule(seeds: look))
        guard verdict.isCertain else { continue }
        if side == 0 || verdict.isBroken != (side > 0) { wrong += 1 }
        break
      }
    }
    return wrong
  }
}
