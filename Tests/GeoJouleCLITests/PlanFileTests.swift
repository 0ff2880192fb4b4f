import Foundation
import Testing

/// `validate-file` reads the plans of sweep and optimize as those commands do, and runs nothing.
@Suite struct PlanFileTests {
  @Test func goodPlansAreSaidToBeGood() throws {
    try SweepFiles.with { folder in
      try write(SweepFiles.smallPlan, to: "\(folder)/small.yml")
      try write(OptimizeTests.plan, to: "\(folder)/search.yml")
      let outcome = try BuiltTool.run(["validate-file", "plan.yml", "small.yml", "search.yml"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.isEmpty)
      #expect(
        outcome.text == """
          plan.yml: ok, a sweep of 16 cells on 5 seeds
          small.yml: ok, a sweep of 2 cells on 5 seeds
          search.yml: ok, an optimization of 400 runs

          """)
    }
  }

  /// What commands wrote, and what only they read.
  @Test func filesOfOtherCommandsAreChecked() throws {
    try withTemporaryFolder { folder in
      let mapping = try BuiltTool.run(["validate", "--print-mapping"])
      try mapping.output.write(to: URL(fileURLWithPath: "\(folder)/mapping.yml"))
      try write(
        "scenarios: [city-run]\ndevices: [modern-phone]\nstrategies: [none, kilometer]\nseeds: 2\n",
        to: "\(folder)/plan.yml")
      for part in ["1/2", "2/2"] {
        let file = "part-\(part.prefix(1)).jsonl"
        let outcome = try BuiltTool.run(["sweep", "plan.yml", "--shard", part, "--output", file], in: folder)
        #expect(outcome.errors == "wrote \(file)\n")
      }
      let merged = try BuiltTool.run(["merge", "part-1.jsonl", "part-2.jsonl", "--output", "all.jsonl"], in: folder)
      #expect(merged.errors == "wrote all.jsonl\n")
      try write(
        "baseline: base.json\nbudgets:\n  - name: b\n    strategies: [none]\n    scenarios: [city-run]\n"
          + "    devices: [modern-phone]\n    seeds: 2\n    limits: [{metric: energy_J, max_increase: {percent: 5}}]\n",
        to: "\(folder)/budgets.yml")
      #expect(try BuiltTool.run(["baseline", "update"], in: folder).status == 0)
      let outcome = try BuiltTool.run(
        ["validate-file", "mapping.yml", "part-1.jsonl", "all.jsonl", "budgets.yml", "base.json"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let lines = outcome.text.split(separator: "\n")
      #expect(lines.first?.hasPrefix("mapping.yml: ok, a mapping of ") == true)
      #expect(
        lines.dropFirst() == [
          "part-1.jsonl: ok, a sweep's part of 2 of 4 items", "all.jsonl: ok, a sweep's result of 2 of 2 cells",
          "budgets.yml: ok, a power budget of 1 limit", "base.json: ok, a baseline of 1 entry",
        ], "\(outcome.text)")
    }
  }

  /// The first mistake is that of the command, wherever it stands: in the plan, or in what it names.
  @Test(arguments: [
    ("sweep", SweepFiles.plan, "seeds: 5", "seeds: 0", "plan.yml:7:8: error: seeds: "),
    ("sweep", SweepFiles.plan, "points: 8", "point: 8", "plan.yml:5:"),
    ("sweep", SweepFiles.plan, "hundred-meters", "hundred-metres", "plan.yml:3:"),
    ("sweep", SweepFiles.plan, "walk.yml", "work.yml", "plan.yml:1:13: error: "),
    ("sweep", SweepFiles.plan, "metrics: [energy_J", "networks: [nr-sa, umts]\nmetrics: [energy_K", "plan.yml:6:"),
    ("sweep", SweepFiles.plan, "modern-phone", "made-up.yml", "made-up.yml:4:3: error: "),
    ("optimize", OptimizeTests.plan, "<= 60 m", "<= 60 s", "plan.yml:7:"),
    ("optimize", OptimizeTests.plan, "from: 5 m", "from: 500 m", "plan.yml:6:"),
    ("optimize", OptimizeTests.plan, "runs: 400", "runs: 4", "plan.yml:8:7: error: runs: "),
    ("optimize", OptimizeTests.plan, "strategies: [", "strategys: [", "plan.yml:3:"),
  ])
  func theFirstMistakeIsThatOfTheCommand(
    _ command: String, _ plan: String, good: String, bad: String, place: String
  ) throws {
    let text = plan.replacingOccurrences(of: good, with: bad)
    try #require(text != plan)
    try SweepFiles.with(text) { folder in
      try write("summary: t\ninherits: modern-phone\nbattery:\n  capacty: 1\n", to: "\(folder)/made-up.yml")
      let outcome = try BuiltTool.run(["validate-file", "plan.yml"], in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.text.isEmpty)
      #expect(outcome.errors.hasPrefix(place), "\(outcome.errors)")
      let run = try BuiltTool.run([command, "plan.yml", "--quiet"], in: folder)
      #expect(run.status == 65)
      #expect(run.errors == outcome.errors)
    }
  }

  /// What the plan names is read by itself; that both go together is seen on the phone.
  @Test func aPhoneThatCannotBeUsedIsNamed() throws {
    try SweepFiles.with(SweepFiles.smallPlan.replacingOccurrences(of: "modern-phone", with: "old.yml")) { folder in
      try write("name: old\nsummary: t\ninherits: iphone-6\ndefault_network: nr-sa\n", to: "\(folder)/old.yml")
      try write(
        OptimizeTests.plan.replacingOccurrences(of: "modern-phone", with: "old.yml"), to: "\(folder)/search.yml")
      let outcome = try BuiltTool.run(["validate-file", "plan.yml", "search.yml"], in: folder)
      #expect(outcome.status == 65)
      let lines = outcome.errors.split(separator: "\n").map(String.init)
      #expect(lines.count == 2)
      for (line, file) in zip(lines, ["plan.yml", "search.yml"]) {
        #expect(
          line.hasPrefix("\(file): error: the device 'old' on the network 'nr-sa' cannot be used: nr_sa: "), "\(line)")
      }
    }
  }

  /// `--kind` settles what a file is; a plan without a telling key is one.
  @Test func aKindCanBeSaid() throws {
    try SweepFiles.with { folder in
      let asSweep = try BuiltTool.run(["validate-file", "plan.yml", "--kind", "sweep"], in: folder)
      #expect(asSweep.text == "plan.yml: ok, a sweep of 16 cells on 5 seeds\n")
      let asSearch = try BuiltTool.run(["validate-file", "plan.yml", "--kind", "optimizations"], in: folder)
      #expect(asSearch.status == 65)
      #expect(asSearch.errors.hasPrefix("plan.yml:"), "\(asSearch.errors)")
    }
  }
}
