import Analysis
import Synchronization
import Testing

@testable import FileFormats

@Suite struct InputWarningTests {
  private final class Warnings: Sendable {
    let all = Mutex<[String]>([])
  }

  /// The warnings that `body` gives.
  private func warnings(_ body: () throws -> Void) rethrows -> [String] {
    let warnings = Warnings()
    let files = InputFiles { warning in warnings.all.withLock { $0.append(warning) } }
    try InputFiles.$current.withValue(files) { try body() }
    return warnings.all.withLock { $0 }
  }

  @Test(arguments: [
    ("way_error_p95_m <= 41 m", Metric.movingErrorP95), ("moving_error_p95_m <= 41 m", .movingErrorP95),
    ("way_coverage >= 93 %", .movingCoverage), ("way_age_p95_s <= 7 s", .movingAgeP95),
    ("way_error_p50_m < 3 m", .movingErrorP50),
  ])
  func constraintsTakeNamesOfEarlierVersions(text: String, metric: Metric) throws {
    var constraint: OptimizationConstraint?
    let warnings = try warnings { constraint = try OptimizationConstraint(parsing: text) }
    #expect(constraint?.metric.metric == metric)
    let old = text.prefix { $0 != " " }
    #expect(
      warnings
        == (text.hasPrefix("way_") ? ["'\(old)' is now called '\(metric.column)'; the old name is still read"] : []))
  }

  @Test func otherNamesStayAsTheyAre() throws {
    let warnings = warnings {
      for name in ["way_error_p96_m", "energy_J", "", "moving_coverage"] { #expect(InputWarning.column(name) == name) }
    }
    #expect(warnings.isEmpty)
  }
}
