import Foundation
import Testing

/// The same bytes whatever the order of hash tables, which Swift draws anew in each process.
@Suite struct HashSeedTests {
  private static let isLong = ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1"

  /// These had two or three results, since a fit summed weights in the order of a hash table.
  @Test(arguments: [
    "fit error fixes.csv --truth truth.csv --clock-offset 2.6 --format json",
    "fit drive drive.csv --output my",
  ])
  func fitsHaveOneResult(_ command: String) throws { try expectOneResult(command, attempts: 5) }

  @Test(
    .enabled(if: isLong, "long: set GEOJOULE_LONG_TESTS=1"),
    arguments: [
      "run continuous --json run.json --html run.html --csv run.csv",
      "compare --seeds 3 --json c.json --html c.html --csv c.csv", "compare ride.gpx --seeds 2 --format markdown",
      "compare --population students --people 3 --days 1 --strategy continuous --strategy visits --format json",
      "sweep plan.yml --format json", "optimize continuous --runs 200 --format json",
      "advise continuous --seeds 2 --format json", "share continuous hundred-meters none --seeds 2 --format json",
      "baseline update budget.yml",
      "check limits.yml --json check.json --sarif check.sarif", "list strategies", "show modern-phone",
      "explain battery", "init", "validate-file budget.yml plan.yml ride.gpx",
      "sensitivity continuous --trajectories 2 --top 2 --format json",
      "plan-measurement --question continuous --hours 4 --seeds 2 --csv -", "schema device",
      "profile import-android power_profile.xml --output mine.yml", "import metrickit metrickit.json --format json",
      "import files trace.csv --output mine --system android --strategy fused-high-accuracy",
      "fit calibration fixes.csv --truth truth.csv --format json",
      "fit error fixes.csv --scatter --format json", "fit ttff attempts.csv --format json",
      "fit power trace.csv --format json", "fit tail trace.csv --format json",
      "fit curve curve.csv --columns x=throughput,y=power --unordered --format json",
    ])
  func everyCommandHasOneResult(_ command: String) throws { try expectOneResult(command, attempts: 2) }

  /// Swift has one order only where this variable is set.
  private func expectOneResult(_ command: String, attempts: Int) throws {
    let fixed = try result(command, ["SWIFT_DETERMINISTIC_HASHING": "1"])
    for attempt in 1...attempts {
      #expect(try result(command, [:]) == fixed, "attempt \(attempt) of 'geojoule \(command)' has other bytes")
    }
  }

  /// Standard output, and every file that the command writes.
  private func result(_ command: String, _ environment: [String: String]) throws -> [String: Data] {
    var result: [String: Data] = [:]
    try withTemporaryFolder { folder in
      try Self.write(into: folder)
      let outcome = try BuiltTool.run(
        command.split(separator: " ").map(String.init), in: folder, environment: environment)
      #expect([0, 2].contains(outcome.status), "geojoule \(command): \(outcome.errors)")
      result[""] = outcome.output
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
      for name in names {
        if let data = FileManager.default.contents(atPath: "\(folder)/\(name)") { result[name] = data }
      }
    }
    return result
  }

  private static func write(into folder: String) throws {
    for sample in ["drive.csv", "ride.gpx", "power_profile.xml", "metrickit.json"] {
      try FileManager.default.copyItem(
        atPath: "\(MeasuredDataTests.repository)/Examples/samples/\(sample)", toPath: "\(folder)/\(sample)")
    }
    func file(_ name: String, _ text: String) throws { try GeoJouleCLITests.write(text, to: "\(folder)/\(name)") }
    let drive = FitCommandTests.drive(fixes: 120)
    try file("truth.csv", drive.truth)
    try file("fixes.csv", drive.fixes)
    try file("walk.yml", SweepFiles.day)
    try file("plan.yml", SweepFiles.smallPlan)
    try file(
      "budget.yml",
      """
      defaults: {scenarios: [walk.yml], devices: [modern-phone], seeds: 3}
      baseline: base.json
      budgets:
        - {name: walk, strategies: [continuous, hundred-meters], limits: [{metric: energy_J, max_increase: {percent: 7}}]}

      """)
    try file(
      "limits.yml",
      """
      defaults: {scenarios: [walk.yml], devices: [modern-phone], seeds: 3}
      budgets:
        - {name: walk, strategies: [continuous, hundred-meters], limits: [{metric: energy_J, max: 90}]}

      """)
    var noise = FitCommandTests.Noise(state: 17)
    var attempts = "ttff_s,fixed,start\n"
    for k in 0..<90 { attempts += "\(7 * exp(0.4 * noise.normal())),\(k % 9 == 4 ? "no" : "yes"),cold\n" }
    try file("attempts.csv", attempts)
    var curve = "throughput,power\n"
    for k in 0..<40 { curve += "\(Double(k) / 8),\(1.21 + 0.26 * Double(k) / 8 + 0.01 * noise.normal())\n" }
    try file("curve.csv", curve)
    var trace = "time_s,power_mW,state\n"
    for k in 0..<4_000 {
      let phase = (Double(k) * 0.05).truncatingRemainder(dividingBy: 20)
      let watts = phase < 2 ? 1.21 : phase < 7.3 ? 0.61 : 0.03
      let state = phase < 2 ? "active" : phase < 7.3 ? "tail" : "idle"
      trace += "\(Double(k) * 0.05),\(1000 * (watts + 0.01 * noise.normal())),\(state)\n"
    }
    try file("trace.csv", trace)
  }
}
