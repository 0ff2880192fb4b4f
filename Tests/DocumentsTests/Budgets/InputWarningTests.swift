import Analysis
import TestSupport
import Testing

@testable import Documents

@Suite struct InputWarningTests {
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
        == (text.hasPrefix("way_")
          ? ["warning: '\(old)' is now called '\(metric.column)'; the old name is still read"] : []))
  }

  @Test func otherNamesStayAsTheyAre() throws {
    let warnings = warnings {
      for name in ["way_error_p96_m", "energy_J", "", "moving_coverage"] { #expect(InputWarning.column(name) == name) }
    }
    #expect(warnings.isEmpty)
  }

  /// A file that is read twice gives its warnings once.
  @Test func theSameWarningIsGivenOnce() {
    let given = warnings {
      for _ in 0..<3 { _ = InputWarning.column("way_coverage", at: "b.yml:7") }
      _ = InputWarning.column("way_coverage", at: "b.yml:9")
    }
    #expect(given.map { $0.prefix(18) } == ["warning: b.yml:7: ", "warning: b.yml:9: "])
  }
}
