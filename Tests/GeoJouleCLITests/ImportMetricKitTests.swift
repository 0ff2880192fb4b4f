import Foundation
import TestSupport
import Testing

@Suite struct ImportMetricKitTests {
  private static let payload = """
    {"locationActivityMetrics": {"cumulativeBestAccuracyTime": "1830 sec", "cumulativeHundredMetersAccuracyTime": "2 hr"},
     "timeStampBegin": "2019-10-22 06:59:00 +0000", "timeStampEnd": "2019-10-23 06:59:00 +0000"}
    """

  private func run(_ arguments: [String], payload: String = payload) throws -> BuiltTool.Outcome {
    var outcome: BuiltTool.Outcome?
    try withTemporaryFolder { folder in
      try write(payload, to: "\(folder)/p.json")
      outcome = try BuiltTool.run(
        ["import", "metrickit", "p.json", "--scenario", "city-run", "--seeds", "3"] + arguments, in: folder)
    }
    return try #require(outcome)
  }

  /// Files and standard output hold the same figures, as of every report.
  @Test func everyFormatHasTheEnergy() throws {
    let csv = try run(["--format", "csv", "--parameters", "fixed"])
    let row = try #require(csv.text.split(separator: "\n").last).split(separator: ",", omittingEmptySubsequences: false)
    let energy = try #require(Double(row[5]))
    let shown = String(format: "%.0f", energy)
    for format in ["table", "markdown", "html"] {
      let outcome = try run(["--format", format, "--parameters", "fixed"])
      #expect(outcome.status == 0 && outcome.text.contains(shown), "\(format)")
    }
    #expect(try run(["--format", "csv", "--csv", "-"]).status == 64)
  }

  /// One phone of known means: as wide as the profile's discrepancy, in the whole as in each part.
  @Test func thePredictionRangeIsAroundTheMean() throws {
    let outcome = try run(["--format", "csv", "--parameters", "fixed"])
    let rows = outcome.text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    func number(_ name: String, _ row: Int) -> Double {
      rows[0].firstIndex { $0 == name }.flatMap { Double(rows[row][$0]) } ?? .nan
    }
    for row in 1...3 {
      let (mean, low, high) = (number("energy_J", row), number("energy_J_p5", row), number("energy_J_p95", row))
      #expect(low < 0.85 * mean && high > 1.15 * mean && high < 3 * mean)
    }
    let drain = (number("drain_percent_per_hour", 3), number("drain_percent_per_hour_p95", 3))
    #expect(abs(drain.1 / drain.0 - number("energy_J_p95", 3) / number("energy_J", 3)) < 1e-3)
  }

  @Test(arguments: ["table", "csv", "json"])
  func theEstimateIsShown(_ format: String) throws {
    let outcome = try run(["--format", format, "--parameters", "fixed"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    expectGolden(
      "metrickit.\(format == "table" ? "txt" : format)", format == "json" ? compactJSON(outcome.text) : outcome.text)
  }

  @Test(arguments: [
    (["--max-drain", "0.0001"], 2), (["--max-drain", "9"], 0), (["--max-energy", "3 J"], 2),
    (["--max-energy", "9 kJ", "--decide-on", "ci_upper"], 0), (["--max-energy", "9"], 64), (["--max-drain", "-1"], 64),
  ])
  func aLimitDecidesTheExitCode(_ arguments: [String], _ status: Int) throws {
    let outcome = try run(arguments)
    #expect(Int(outcome.status) == status)
    #expect(outcome.errors.contains("budget broken") == (status == 2))
  }

  @Test func aWrongPayloadIsRefused() throws {
    let outcome = try run([], payload: "{\"locationActivityMetrics\": 3}")
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("p.json:1:"))
  }
}
