import Foundation
import GeoJoule
import TestSupport
import Testing

@testable import GeoJouleCLI

@Suite struct SweepCommandTests {
  @Test(arguments: ["cells", "runs"])
  func aResultIsAHeaderAndItsRows(rows: String) throws {
    try SweepFiles.with(SweepFiles.smallPlan + "rows: \(rows)\n") { folder in
      let text = String(decoding: try SweepFiles.result(folder), as: UTF8.self)
      let build = "\"version\":\"\(ProgramVersion.text)\""
      #expect(text.contains(build))
      let plain = text.replacingOccurrences(of: build, with: "\"version\":\"\(GeoJouleVersion.text)\"")
      expectGolden("sweep-\(rows).jsonl", try SweepFiles.signed(plain))
      let lines = text.split(separator: "\n")
      #expect(lines.count == (rows == "cells" ? 3 : 11))
      for line in lines { _ = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]) }
    }
  }

  /// A report of the same cells, from the sweep and from its parts; JSON Lines stay what they are.
  @Test func aReportHasARowForEachCell() throws {
    try SweepFiles.with { folder in
      let whole = try SweepFiles.result(folder, ["--quiet"])
      let outcome = try BuiltTool.run(
        ["sweep", "plan.yml", "--output", "r.jsonl", "--csv", "c.csv", "--json", "c.json", "--html", "c.html"],
        in: folder)
      #expect(outcome.status == 0 && outcome.text.isEmpty, "\(outcome.errors)")
      #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole)
      let csv = try String(contentsOfFile: "\(folder)/c.csv", encoding: .utf8)
      let lines = csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      #expect(lines.count == 17 && lines.allSatisfy { $0.count == lines[0].count })
      let results = try String(decoding: whole, as: UTF8.self).split(separator: "\n").dropFirst().map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
      func index(of column: String) throws -> Int { try #require(lines[0].firstIndex { $0 == column }) }
      let (place, high) = (try index(of: "energy_J"), try index(of: "energy_J_ci95_high"))
      let (low5, high95) = (try index(of: "energy_J_p5"), try index(of: "energy_J_p95"))
      for (cells, result) in zip(lines.dropFirst(), results) {
        let energy = try #require(result["energy_J"] as? [String: Any])
        let (mean, sd) = (try #require(energy["mean"] as? Double), try #require(energy["sd"] as? Double))
        #expect(abs((Double(cells[place]) ?? 0) - mean) < 1e-9 * mean)
        let (p5, p95) = (try #require(energy["p5"] as? Double), try #require(energy["p95"] as? Double))
        #expect(abs((Double(cells[low5]) ?? 0) - p5) < 1e-9 * mean)
        #expect(abs((Double(cells[high95]) ?? 0) - p95) < 1e-9 * mean)
        // Of an unmeasured phone: a factor of 1.3 to 1.7 either way.
        #expect(p5 < mean / 1.2 && p5 > mean / 2 && p95 > mean * 1.2 && p95 < mean * 2, "\(p5) \(mean) \(p95)")
        // Student's quantile for four degrees of freedom.
        let half = 2.776445 * sd / 5.0.squareRoot()
        #expect(abs((Double(cells[high]) ?? 0) - mean - half) < 1e-5 * mean)
      }
      // A result that is complete is reported again, and standard output has the report alone.
      let again = try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl", "--format", "csv", "-q"], in: folder)
      #expect(again.status == 0 && again.text == csv)
      let printed = try BuiltTool.run(["sweep", "plan.yml", "--format", "csv", "-q"], in: folder)
      #expect(printed.text == csv)
      for part in 1...2 {
        _ = try BuiltTool.run(
          ["sweep", "plan.yml", "--shard", "\(part)/2", "--output", "\(part).jsonl", "-q"], in: folder)
      }
      let merged = try BuiltTool.run(["merge", "2.jsonl", "1.jsonl", "--format", "csv"], in: folder)
      #expect(merged.status == 0 && merged.text == csv, "\(merged.errors)")
      for (arguments, status) in [
        (["--shard", "1/2", "--csv", "x.csv"], 64), (["--stdin", "--format", "csv"], 64),
        (["--output", "-", "--format", "csv"], 64), (["--format", "csv", "--csv", "-"], 64), (["--wide"], 64),
      ] {
        #expect(try BuiltTool.run(["sweep", "plan.yml"] + arguments, in: folder).status == status, "\(arguments)")
      }
      try write(SweepFiles.smallPlan + "rows: runs\n", to: "\(folder)/plan.yml")
      let runs = try BuiltTool.run(["sweep", "plan.yml", "--format", "table"], in: folder)
      #expect(runs.status == 65 && runs.errors.contains("rows: runs"))
    }
  }

  @Test func theFiguresAreThoseOfAComparison() throws {
    try SweepFiles.with(SweepFiles.smallPlan + "rows: runs\nparameters: drawn\n") { folder in
      let lines = String(decoding: try SweepFiles.result(folder), as: UTF8.self).split(separator: "\n").dropFirst()
      try write(
        "summary: t\nkind: standard\nuse: record\nparameters: {desired_accuracy: best, distance_filter: 20 m}\n",
        to: "\(folder)/s.yml")
      let show = try BuiltTool.run(["show", "strategy", "distance-filter"], in: folder)
      #expect(show.status == 0)
      let strategy = show.text.replacingOccurrences(of: "30 m", with: "20 m")
      #expect(strategy.contains("20 m"))
      try write(strategy.replacingOccurrences(of: "name: distance-filter", with: "name: twenty"), to: "\(folder)/s.yml")
      let json = try BuiltTool.run(
        [
          "compare", "--scenario", "walk.yml", "--strategy", "s.yml", "--seeds", "5", "--format", "csv", "--quiet",
          "--csv", "c.csv",
        ], in: folder)
      #expect(json.status == 0, "\(json.errors)")
      let energies = try lines.prefix(5).map { line in
        try #require(
          (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["energy_J"] as? Double)
      }
      let mean = energies.reduce(0, +) / 5
      let table = try String(contentsOfFile: "\(folder)/c.csv", encoding: .utf8).split(separator: "\n")
      let names = table.first?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
      let column = try #require(names.firstIndex(of: "energy_J_mean") ?? names.firstIndex(of: "energy_J"))
      let cells = try #require(table.last).split(separator: ",", omittingEmptySubsequences: false)
      let found = try #require(Double(cells[column]))
      #expect(abs(found - mean) <= 1e-12 * mean)
    }
  }

  @Test func workersAndSharingLeaveTheBytes() throws {
    try SweepFiles.with { folder in
      let whole = try SweepFiles.result(folder, ["--jobs", "1"])
      #expect(whole.split(separator: UInt8(ascii: "\n")).count == 17)
      for arguments in [["--jobs", "2"], ["--jobs", "7"], ["--no-sharing"]] {
        #expect(try SweepFiles.result(folder, arguments) == whole, "\(arguments)")
      }
      for _ in 0..<2 {
        let outcome = try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"], in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty)
        #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole)
        #expect(try contents(of: folder) == ["plan.yml", "r.jsonl", "walk.yml"])
      }
      let again = try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"], in: folder)
      #expect(again.errors == "r.jsonl is complete: nothing to do\n")
    }
  }

  @Test func aDesignGivesACellForEachPoint() throws {
    let plan =
      SweepFiles.smallPlan.replacingOccurrences(of: "values: [20 m, none]", with: "from: 10 m, to: 500 m, scale: log")
      + "design: sobol\npoints: 7\n"
    try SweepFiles.with(plan) { folder in
      let lines = String(decoding: try SweepFiles.result(folder), as: UTF8.self).split(separator: "\n").dropFirst()
      let filters = try lines.map { line in
        try #require(
          (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["distance_filter_m"] as? Double)
      }
      #expect(filters.count == 7)
      // The first point is the middle of the range on its scale.
      #expect(abs(filters[0] - 5000.0.squareRoot()) < 1e-9)
      #expect(Set(filters).count == 7)
      #expect(filters.allSatisfy { (10...500).contains($0) })
    }
  }

  /// A network that was fitted stands in a folder, which the plan or the command line names.
  @Test func aPlanNamesItsCatalogue() throws {
    let plan = SweepFiles.smallPlan + "networks: [mine]\n"
    try SweepFiles.with(plan) { folder in
      try SweepFiles.addNetwork(folder)
      func rows(_ arguments: [String] = []) throws -> Substring {
        let text = String(decoding: try SweepFiles.result(folder, arguments), as: UTF8.self)
        return text.drop { $0 != "\n" }
      }
      let unknown = try BuiltTool.run(["sweep", "plan.yml"], in: folder)
      #expect(
        unknown.status == 65
          && unknown.errors == "plan.yml:9:12: error: networks[0]: unknown network 'mine'; the folder 'my' has one: "
            + "add --catalog my, or 'catalog: my' to a sweep plan\n",
        "\(unknown.errors)")
      let named = try rows(["--catalog", "my"])
      #expect(named.contains(#""network":"mine""#))
      try write(plan + "catalog: my\n", to: "\(folder)/plan.yml")
      #expect(try rows() == named)
      try write(plan.replacingOccurrences(of: "[mine]", with: "[my/networks/mine.yml]"), to: "\(folder)/plan.yml")
      #expect(try rows() == named)
      try write(plan + "catalog: no\n", to: "\(folder)/plan.yml")
      let missing = try BuiltTool.run(["sweep", "plan.yml"], in: folder)
      #expect(
        missing.status == 65 && missing.errors.hasPrefix("plan.yml:10:10: error: catalog: no: cannot read the folder; ")
      )
    }
  }

  @Test func badPlansNameTheirPlace() throws {
    try SweepFiles.with(SweepFiles.plan.replacingOccurrences(of: "3 mW", with: "3")) { folder in
      let outcome = try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"], in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors == "plan.yml:5:38: error: axes[0].from: '3' has no unit; add one of: W, mW, uW, kW\n")
      #expect(try contents(of: folder) == ["plan.yml", "walk.yml"])
    }
  }

  @Test(arguments: [
    (["--shard", "3/2"], "--shard"), (["--shard", "0/2"], "--shard"), (["--jobs", "0"], "--jobs takes 1 to 1024"),
    (["--stdin", "--output", "x"], "--stdin says what to run"),
    (["--list-items", "--output", "x"], "--list-items writes"),
  ])
  func wrongUsageIsNamed(_ arguments: [String], _ expected: String) throws {
    let outcome = try BuiltTool.run(["sweep", "plan.yml"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(expected))
  }

  @Test func otherFilesAreNotReplaced() throws {
    try SweepFiles.with(SweepFiles.smallPlan) { folder in
      try write("mine\n", to: "\(folder)/r.jsonl")
      let outcome = try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"], in: folder)
      #expect(outcome.status == 65)
      #expect(
        outcome.errors == "r.jsonl: error: the file is there already and is no result of a sweep; "
          + "remove it, or name another place\n")
      #expect(try String(contentsOfFile: "\(folder)/r.jsonl", encoding: .utf8) == "mine\n")
      try FileManager.default.removeItem(atPath: "\(folder)/r.jsonl")
      #expect(try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"], in: folder).status == 0)
      try write(SweepFiles.smallPlan + "first_seed: 2\n", to: "\(folder)/plan.yml")
      let changed = try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"], in: folder)
      #expect(changed.status == 65)
      #expect(
        changed.errors == "r.jsonl: error: the file holds another sweep: the plan 'small' says something else in the "
          + "other, which is to be run now; remove it, or name another place\n")
    }
  }

  @Test func itemsOnStandardInputAreAnswered() throws {
    try SweepFiles.with { folder in
      let list = try BuiltTool.run(["sweep", "plan.yml", "--list-items"], in: folder).text
      #expect(list == (0..<10).map { "\($0)\n" }.joined())
      #expect(
        try BuiltTool.run(["sweep", "plan.yml", "--list-items", "--shard", "2/4"], in: folder).text == "1\n5\n9\n")
      let answer = try BuiltTool.run(["sweep", "plan.yml", "--stdin"], in: folder, input: "7\n\n 2 \n")
      #expect(answer.status == 0)
      let lines = answer.text.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines[1].hasPrefix("{\"item\":7,"))
      #expect(lines[2].hasPrefix("{\"item\":2,"))
      for bad in ["10", "-1", "x", "1.5"] {
        let outcome = try BuiltTool.run(["sweep", "plan.yml", "--stdin"], in: folder, input: "3\n\(bad)\n")
        #expect(outcome.status == 65)
        #expect(
          outcome.errors == "standard input:2:1: error: '\(bad)' is no item of this plan; "
            + "write a whole number from 0 to 9 on each line; --list-items prints them\n")
      }
    }
  }

  /// A worker that waits for each answer before it asks for more, with line ends of another system.
  @Test(arguments: [1, 2, 3])
  func whoeverWaitsForAnAnswerGetsIt(jobs: Int) throws {
    try SweepFiles.with { folder in
      let process = BuiltTool.process(
        BuiltTool.url, ["sweep", "plan.yml", "--stdin", "--jobs", "\(jobs)"], in: folder)
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      // Ends a wait in vain.
      let identifier = process.processIdentifier
      let alarm = DispatchWorkItem { kill(identifier, SIGKILL) }
      DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: alarm)
      defer { alarm.cancel() }
      var buffer = Data()
      func line() -> String {
        while true {
          if let feed = buffer.firstIndex(of: UInt8(ascii: "\n")) {
            defer { buffer = Data(buffer[(feed + 1)...]) }
            return String(decoding: buffer[..<feed], as: UTF8.self)
          }
          let more = output.fileHandleForReading.availableData
          if more.isEmpty { return "" }
          buffer += more
        }
      }
      #expect(line().hasPrefix("{\"geojoule_sweep\":"))
      for item in [7, 2, 5] {
        try input.fileHandleForWriting.write(contentsOf: Data("\(item)\r\n".utf8))
        try #require(line().hasPrefix("{\"item\":\(item),"), "no answer for item \(item)")
      }
      // What was asked for before a fault is answered.
      try input.fileHandleForWriting.write(contentsOf: Data("1\r\n\r\nx\r\n".utf8))
      #expect(line().hasPrefix("{\"item\":1,"))
      #expect(line() == "")
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 65)
    }
  }
}
