import Foundation
import Testing

/// Commands that are killed at every change they make to a file, a write after half of its bytes, and ended by SIGTERM at the
/// same places. Whatever the moment, no file is lost or half written, and the same command goes on to the same bytes.
@Suite struct KillTests {
  private static let killed = SIGKILL

  /// - Parameters:
  ///   - reset: before each attempt.
  ///   - check: after each kill, and after each SIGTERM, which leaves no temporary file.
  private func forEveryStep(
    _ command: [String], in folder: String, atLeast: Int, reset: () throws -> Void,
    check: (_ step: Int) throws -> Void
  ) throws {
    var step = 1
    while true {
      try reset()
      let outcome = try BuiltTool.run(command, in: folder, environment: ["GEOJOULE_KILL_AT_STEP": "\(step)"])
      if outcome.status == 0 { break }
      #expect(outcome.status == Self.killed, "step \(step): \(outcome.errors)")
      try check(step)
      step += 1
      guard step < 500 else {
        Issue.record("there is no end of steps")
        return
      }
    }
    #expect(step > atLeast, "\(step - 1) steps")
    var ended = 0
    for step in 1..<step {
      try reset()
      let outcome = try BuiltTool.run(
        command, in: folder, environment: ["GEOJOULE_KILL_AT_STEP": "\(step)", "GEOJOULE_KILL_SIGNAL": "TERM"])
      if outcome.status != 0 { ended += 1 }
      #expect(try !contents(of: folder).contains { $0.hasPrefix(".geojoule-") }, "step \(step) of SIGTERM")
      try check(step)
    }
    #expect(ended > 0, "SIGTERM ended none of \(step - 1)")
  }

  private func remove(_ folder: String, but kept: [String]) throws {
    for name in try contents(of: folder) where !kept.contains(name) {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  @Test(arguments: ["", "1/2"]) func aSweep(shard: String) throws {
    let plan = SweepFiles.plan.replacingOccurrences(of: "points: 8", with: "points: 4")
    try SweepFiles.with(plan.replacingOccurrences(of: "seeds: 5", with: "seeds: 3")) { folder in
      let more = shard.isEmpty ? [] : ["--shard", shard]
      let command = ["sweep", "plan.yml", "--output", "r.jsonl", "--quiet"] + more
      let whole = try SweepFiles.result(folder, more)
      var resumed = 0
      try forEveryStep(
        command, in: folder, atLeast: 6, reset: { try remove(folder, but: ["plan.yml", "walk.yml"]) },
        check: { step in
          let names = try contents(of: folder)
          if names.contains("r.jsonl") { #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole, "step \(step)") }
          let outcome = try BuiltTool.run(command.filter { $0 != "--quiet" }, in: folder)
          #expect(outcome.status == 0, "step \(step): \(outcome.errors)")
          if outcome.errors.hasPrefix("going on after") { resumed += 1 }
          #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole, "step \(step)")
          #expect(try contents(of: folder) == ["plan.yml", "r.jsonl", "walk.yml"], "step \(step)")
        })
      #expect(resumed >= 2, "\(resumed) attempts went on where the killed one was")
    }
  }

  @Test func aMerge() throws {
    try SweepFiles.with { folder in
      let parts = try SweepFiles.shards(2, folder)
      let whole = try SweepFiles.result(folder)
      let command = ["merge"] + parts + ["--output", "m.jsonl"]
      for before in [nil, Data("before\n".utf8)] {
        try forEveryStep(
          command, in: folder, atLeast: 3,
          reset: {
            try remove(folder, but: ["plan.yml", "walk.yml"] + parts)
            try before?.write(to: URL(fileURLWithPath: "\(folder)/m.jsonl"))
          },
          check: { step in
            let now = try? SweepFiles.bytes("\(folder)/m.jsonl")
            #expect(now == before || now == whole, "step \(step)")
            let again = try BuiltTool.run(command, in: folder).status
            let written = try SweepFiles.bytes("\(folder)/m.jsonl")
            #expect(again == 0)
            #expect(written == whole)
          })
      }
    }
  }

  @Test func aBaseline() throws {
    try withTemporaryFolder { folder in
      let budget = """
        baseline: base.json
        budgets:
          - name: mine
            scenarios: [walk.yml]
            devices: [modern-phone]
            strategies: [hundred-meters]
            seeds: 2
            limits: [{metric: energy_J, max_increase: {percent: 10}}]

        """
      try write(SweepFiles.day, to: "\(folder)/walk.yml")
      try write(budget.replacingOccurrences(of: "seeds: 2", with: "seeds: 3"), to: "\(folder)/budgets.yml")
      let command = ["baseline", "update", "--quiet"]
      #expect(try BuiltTool.run(command, in: folder).status == 0)
      let old = try SweepFiles.bytes("\(folder)/base.json")
      try write(budget, to: "\(folder)/budgets.yml")
      #expect(try BuiltTool.run(command, in: folder).status == 0)
      let new = try SweepFiles.bytes("\(folder)/base.json")
      #expect(old != new)
      for before in [nil, old] {
        try forEveryStep(
          command, in: folder, atLeast: 3,
          reset: {
            try remove(folder, but: ["budgets.yml", "walk.yml"])
            try before?.write(to: URL(fileURLWithPath: "\(folder)/base.json"))
          },
          check: { step in
            let now = try? SweepFiles.bytes("\(folder)/base.json")
            #expect(now == before || now == new, "step \(step)")
            let again = try BuiltTool.run(command, in: folder).status
            let written = try SweepFiles.bytes("\(folder)/base.json")
            #expect(again == 0)
            #expect(written == new)
          })
      }
    }
  }

  /// Several outputs of one command: each is the old one or the new one.
  @Test func aComparison() throws {
    try withTemporaryFolder { folder in
      let command = ["run", "--scenario", "city-run", "--strategy", "none", "--quiet"]
      let outputs = ["--timeline", "t.csv", "--html", "r.html", "--perfetto", "r.pf"]
      #expect(try BuiltTool.run(command + outputs, in: folder).status == 0)
      let names = ["t.csv", "r.html", "r.pf"]
      let new = try names.map { try SweepFiles.bytes("\(folder)/\($0)") }
      let old = Data("before\n".utf8)
      try forEveryStep(
        command + outputs, in: folder, atLeast: 9,
        reset: {
          try remove(folder, but: [])
          for name in names { try old.write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        },
        check: { step in
          for (name, bytes) in zip(names, new) {
            let now = try SweepFiles.bytes("\(folder)/\(name)")
            #expect(now == old || now == bytes, "step \(step): \(name)")
          }
        })
    }
  }

  /// A folder of results is there with all of its files, or not at all.
  @Test(arguments: ["KILL", "TERM"]) func aFolderOfResults(signal: String) throws {
    try withTemporaryFolder { folder in
      try write("time_s,power_mW\n" + (0..<90).map { "\($0),\(7 + $0 % 5)\n" }.joined(), to: "\(folder)/p.csv")
      let command = ["import", "files", "p.csv", "--output", "a/out", "--system", "android", "--quiet"]
      #expect(try BuiltTool.run(command, in: folder).status == 0)
      let whole = try contents(of: "\(folder)/a/out")
      #expect(whole.count == 6)
      var ended = 0
      for step in 1...30 {
        try remove(folder, but: ["p.csv"])
        let outcome = try BuiltTool.run(
          command, in: folder, environment: ["GEOJOULE_KILL_AT_STEP": "\(step)", "GEOJOULE_KILL_SIGNAL": signal])
        if outcome.status != 0 { ended += 1 }
        let isThere = FileManager.default.fileExists(atPath: "\(folder)/a/out")
        #expect(isThere || outcome.status != 0)
        if isThere { #expect(try contents(of: "\(folder)/a/out") == whole, "step \(step)") }
        guard signal == "TERM" else { continue }
        #expect(try contents(of: folder) == (isThere ? ["a", "p.csv"] : ["p.csv"]), "step \(step)")
        if isThere { #expect(try contents(of: "\(folder)/a") == ["out"], "step \(step)") }
      }
      #expect(ended >= 6, "\(ended) of 30 were ended by the signal")
    }
  }

  /// All outputs are old, or all are new, and nothing lies beside them.
  @Test func aTerminatedComparisonHasAllOutputsOrNone() throws {
    try withTemporaryFolder { folder in
      let names = ["r.html", "r.pf", "t.csv"]
      let command = [
        "run", "--scenario", "city-run", "--strategy", "none", "--quiet", "--html", "r.html", "--perfetto", "r.pf",
        "--timeline", "t.csv",
      ]
      let old = Data("before\n".utf8)
      for step in 1...16 {
        for name in names { try old.write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        _ = try BuiltTool.run(
          command, in: folder, environment: ["GEOJOULE_KILL_AT_STEP": "\(step)", "GEOJOULE_KILL_SIGNAL": "TERM"])
        #expect(try contents(of: folder) == names, "step \(step)")
        let isOld = try names.map { try SweepFiles.bytes("\(folder)/\($0)") == old }
        #expect(Set(isOld).count == 1, "step \(step): \(isOld)")
      }
    }
  }
}
