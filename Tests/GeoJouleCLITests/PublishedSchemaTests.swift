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

  @Test func aSensitivityKeepsItsSchema() throws {
    let outcome = try BuiltTool.run([
      "sensitivity", "--strategy", "none", "--scenario", "desk-day", "--parameter", "processor.", "--trajectories", "2",
      "--top", "1", "--rows", "8", "--format", "json", "--quiet",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try PublishedSchema.faults(outcome.output, "sensitivity") == "")
    let text = String(decoding: outcome.output, as: UTF8.self).replacingOccurrences(of: "\"effect\"", with: "\"e\"")
    #expect(try PublishedSchema.faults(Data(text.utf8), "sensitivity") != "")
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

  @Test(arguments: [["--drop", "71..62%", "--fixes", "1300"], ["--app-share", "38%", "--screen-on", "0h"]])
  func aDiagnosisKeepsItsSchema(_ complaint: [String]) throws {
    let outcome = try BuiltTool.run(
      ["diagnose", "hundred-meters", "--still", "2h", "--seeds", "4", "--format", "json", "--quiet"] + complaint)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try PublishedSchema.faults(outcome.output, "diagnosis") == "")
    let text = String(decoding: outcome.output, as: UTF8.self)
    for (member, wrong) in [
      ("\"explains\"", "\"would\""), ("\"hours\": 2", "\"hours\": \"2\""), ("than expected", "than"),
    ] {
      guard text.contains(member) else { continue }
      let changed = text.replacingOccurrences(of: member, with: wrong)
      #expect(try PublishedSchema.faults(Data(changed.utf8), "diagnosis") != "", "\(wrong)")
    }
  }

  /// Every figure there is, an axis of each type, and the items of a part.
  @Test(arguments: ["cells", "runs"])
  func theLinesOfASweepKeepTheirs(rows: String) throws {
    let plan = """
      scenarios: [walk.yml]
      devices: [modern-phone]
      strategies: [distance-filter]
      axes:
        - {parameter: distance_filter, values: [20 m, none]}
        - {parameter: pauses_automatically, values: [true]}
        - {parameter: desired_accuracy, values: [best]}
      metrics: all
      seeds: 2
      rows: \(rows)

      """
    try SweepFiles.with(plan) { folder in
      func faults(_ lines: String) throws -> String {
        try PublishedSchema.faults(Data(lines.utf8), "sweep", hasLines: true)
      }
      let text = String(decoding: try SweepFiles.result(folder), as: UTF8.self)
      #expect(text.split(separator: "\n").count == (rows == "cells" ? 3 : 5))
      #expect(try faults(text) == "")
      let part = String(decoding: try SweepFiles.result(folder, ["--shard", "1/1"]), as: UTF8.self)
      #expect(part.contains("\"shard\":\"1/1\"") && part.contains("\"item\":0"))
      #expect(try faults(part) == "")
      // A member less, one of another type, or a figure that nobody knows is noticed.
      let wrong =
        rows == "cells"
        ? [
          ("\"energy_J\":{\"n\"", "\"energy_J\":{\"count\""),
          ("\"first_seed\":1,\"seeds\":2,\"remaining", "\"seeds\":2,\"remaining"),
        ]
        : [("\"seed\":1", "\"seed\":\"1\""), ("\"duration_s\":720", "\"duration_s\":null")]
      for (right, other) in wrong + [("\"form\":\"whole\"", "\"form\":\"all\""), ("[\"energy_J\"", "[\"energy_j\"")] {
        #expect(text.contains(right), "\(right)")
        #expect(try faults(text.replacingOccurrences(of: right, with: other)) != "", "\(other)")
      }
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
