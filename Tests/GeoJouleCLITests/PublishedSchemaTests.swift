import Foundation
import TestSupport
import Testing

/// The documents that the program really writes keep the schemas that are published.
@Suite(.enabled(if: PublishedSchema.canCheck, "needs python3 and the package 'jsonschema'"))
struct PublishedSchemaTests {
  @Test(arguments: [
    ["compare", "--scenario", "city-run", "--seeds", "2", "--format", "json"],
    ["compare", "--scenario", "city-run", "--seeds", "1", "--device", "wifi-only", "--json", "-"],
    ["advise", "--scenario", "city-run", "--seeds", "2", "--format", "json"],
    ["advise", "--scenario", "city-run", "--seeds", "2", "--strategy", "hundred-meters", "--json", "-"],
  ])
  func documentsKeepTheirSchema(_ arguments: [String]) throws {
    let outcome = try BuiltTool.run(arguments + ["--quiet"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let schema = arguments[0] == "compare" ? "comparison" : "advice"
    #expect(try PublishedSchema.faults(outcome.output, schema) == "")
  }

  @Test func aSharingKeepsItsSchema() throws {
    let outcome = try BuiltTool.run([
      "share", "--scenario", "city-run", "--seeds", "2", "--strategy", "continuous", "--strategy", "kilometer",
      "--format",
      "json", "--quiet",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try PublishedSchema.faults(outcome.output, "sharing") == "")
    // A member less, or a word where a number belongs, is noticed.
    let text = String(decoding: outcome.output, as: UTF8.self)
    for (member, wrong) in [("\"joint_J\"", "\"jointly_J\""), ("\"seeds\": 2", "\"seeds\": \"2\"")] {
      #expect(text.contains(member))
      let changed = text.replacingOccurrences(of: member, with: wrong)
      #expect(try PublishedSchema.faults(Data(changed.utf8), "sharing") != "", "\(wrong)")
    }
  }

  @Test func aBaselineAndACheckOfItKeepTheirs() throws {
    try withTemporaryFolder { folder in
      try write(
        """
        baseline: base.json
        defaults: {scenarios: [city-run], devices: [modern-phone], seeds: 2}
        budgets:
          - name: runs
            strategies: [none, hundred-meters]
            limits:
              - {metric: energy_J, max_increase: {percent: 1}}
              - {metric: error_p95_m, max: 1, level: warn}

        """, to: "\(folder)/budgets.yml")
      #expect(try BuiltTool.run(["baseline", "update", "--quiet"], in: folder).status == 0)
      let baseline = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/base.json"))
      #expect(try PublishedSchema.faults(baseline, "baseline") == "")
      let keys = String(decoding: baseline, as: UTF8.self).replacingOccurrences(of: "\"seeds\"", with: "\"seed\"")
      #expect(try PublishedSchema.faults(Data(keys.utf8), "baseline") != "")
      let check = try BuiltTool.run(["check", "--json", "-"], in: folder)
      #expect(check.status == 0)
      #expect(try PublishedSchema.faults(check.output, "check") == "")
    }
  }
}
