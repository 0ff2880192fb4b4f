import Foundation
import Testing

@Suite struct MergeTests {
  @Test(arguments: ["cells", "runs"])
  func partsInAnyOrderGiveTheBytesOfOneMachine(rows: String) throws {
    try SweepFiles.with(SweepFiles.plan + "rows: \(rows)\n") { folder in
      let whole = try SweepFiles.result(folder)
      let parts = try SweepFiles.shards(3, folder)
      for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]] {
        let merged = try BuiltTool.run(["merge"] + order.map { parts[$0] }, in: folder)
        #expect(merged.status == 0, "\(merged.errors)")
        #expect(merged.output == whole)
      }
      // Single items in any order, with a header in between, as a concatenation of several answers has.
      let one = try BuiltTool.run(["sweep", "plan.yml", "--stdin"], in: folder, input: "7\n2\n9\n0\n")
      let two = try BuiltTool.run(
        ["sweep", "plan.yml", "--stdin", "--jobs", "3"], in: folder, input: "1\n8\n3\n6\n5\n4\n")
      try (one.output + two.output).write(to: URL(fileURLWithPath: "\(folder)/answers.jsonl"))
      #expect(try BuiltTool.run(["merge", "answers.jsonl", "-o", "m.jsonl"], in: folder).status == 0)
      #expect(try SweepFiles.bytes("\(folder)/m.jsonl") == whole)
      #expect(try !contents(of: folder).contains("m.jsonl.tmp"))
    }
  }

  /// Shards of a plan with fewer runs than shards.
  @Test(arguments: ["cells", "runs"])
  func moreShardsThanRunsGiveTheBytesOfOneMachine(rows: String) throws {
    try SweepFiles.with(SweepFiles.smallPlan + "rows: \(rows)\n") { folder in
      let whole = try SweepFiles.result(folder)
      let merged = try BuiltTool.run(["merge"] + (try SweepFiles.shards(13, folder)), in: folder)
      #expect(merged.status == 0, "\(merged.errors)")
      #expect(merged.output == whole)
    }
  }

  @Test func aPartIsNotReplacedByTheResult() throws {
    try SweepFiles.with(SweepFiles.smallPlan) { folder in
      let parts = try SweepFiles.shards(1, folder)
      let bytes = try SweepFiles.bytes("\(folder)/\(parts[0])")
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: parts[0])
      for name in [parts[0], "./\(parts[0])", "link"] {
        let outcome = try BuiltTool.run(["merge", parts[0], "--output", name], in: folder)
        #expect(outcome.status == 64)
        let what = name == parts[0] ? "this command reads it" : "it is '\(parts[0])', which this command reads"
        #expect(outcome.errors == "\(name): error: the file would be written over, and \(what); name another place\n")
        #expect(try SweepFiles.bytes("\(folder)/\(parts[0])") == bytes)
      }
    }
  }

  @Test func aLinkStays() throws {
    try SweepFiles.with(SweepFiles.smallPlan) { folder in
      let whole = try SweepFiles.result(folder)
      let parts = try SweepFiles.shards(1, folder)
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "far.jsonl")
      for _ in 0..<2 {
        #expect(try BuiltTool.run(["merge", parts[0], "--output", "link"], in: folder).status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/link") == "far.jsonl")
        #expect(try SweepFiles.bytes("\(folder)/far.jsonl") == whole)
      }
    }
  }

  private func failure(_ parts: [String], _ folder: String) throws -> String {
    let outcome = try BuiltTool.run(["merge"] + parts + ["--output", "m.jsonl"], in: folder)
    #expect(outcome.status == 65)
    #expect(try !contents(of: folder).contains { $0.hasPrefix("m.jsonl") })
    return outcome.errors
  }

  @Test func wrongSetsOfPartsAreNamed() throws {
    try SweepFiles.with { folder in
      let parts = try SweepFiles.shards(4, folder)
      #expect(
        try failure(Array(parts.dropLast()), folder)
          == "error: 2 of 10 items are missing: 3, 7; 'geojoule merge --list-missing' lists them for "
          + "'geojoule sweep PLAN --stdin'\n")
      let missing = try BuiltTool.run(["merge", "--list-missing"] + parts.dropLast(), in: folder)
      #expect(missing.text == "3\n7\n")
      #expect(
        try failure(parts + [parts[1]], folder)
          == "part-2.jsonl:2: error: item 1 stands in 'part-2.jsonl' line 2, too; leave one of the two out\n")
      let rest = try BuiltTool.run(["sweep", "plan.yml", "--stdin"], in: folder, input: "3\n7\n5\n")
      try rest.output.write(to: URL(fileURLWithPath: "\(folder)/rest.jsonl"))
      #expect(
        try failure(Array(parts.dropLast()) + ["rest.jsonl"], folder)
          == "rest.jsonl:4: error: item 5 stands in 'part-2.jsonl' line 3, too; leave one of the two out\n")
    }
  }

  @Test func mixedPlansInputsAndVersionsAreNamed() throws {
    try SweepFiles.with { folder in
      let parts = try SweepFiles.shards(2, folder)
      func other(_ name: String) throws -> String {
        let outcome = try BuiltTool.run(
          ["sweep", "plan.yml", "--shard", "2/2", "--output", name, "--quiet"], in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try failure([parts[0], name], folder)
      }
      try write(SweepFiles.plan.replacingOccurrences(of: "17 mW", with: "18 mW"), to: "\(folder)/plan.yml")
      #expect(
        try other("b.jsonl")
          == "b.jsonl:1: error: this does not go together with 'part-1.jsonl': the plan 'plan' says something else in "
          + "the other; merge parts of one plan, made by one version from the same inputs\n")
      try write(SweepFiles.plan, to: "\(folder)/plan.yml")
      try write(SweepFiles.day.replacingOccurrences(of: "1.3 m/s", with: "1.4 m/s"), to: "\(folder)/walk.yml")
      #expect(
        try other("c.jsonl")
          == "c.jsonl:1: error: this does not go together with 'part-1.jsonl': the scenario 'walk' says something else "
          + "in the other; merge parts of one plan, made by one version from the same inputs\n")
      for build in SweepFiles.otherBuilds {
        try SweepFiles.made(by: build, try SweepFiles.bytes("\(folder)/part-2.jsonl"), to: "\(folder)/d.jsonl")
        #expect(
          try failure([parts[0], "d.jsonl"], folder).hasPrefix(
            "d.jsonl:1: error: this does not go together with 'part-1.jsonl': geojoule \(build) made it, and "))
      }
    }
  }

  @Test func damagedPartsAreNamed() throws {
    try SweepFiles.with { folder in
      let parts = try SweepFiles.shards(2, folder)
      let text = try String(contentsOfFile: "\(folder)/part-2.jsonl", encoding: .utf8)
      try write(String(text.dropLast(100)), to: "\(folder)/cut.jsonl")
      #expect(
        try failure([parts[0], "cut.jsonl"], folder)
          == "cut.jsonl:6: error: the line is cut off: who wrote it was stopped; run that part again, or remove the line "
          + "and run the items that are then missing\n")
      let place = try #require(text.range(of: "\"mean\":", options: .backwards))
      try write(text.replacingCharacters(in: place, with: "\"maen\":"), to: "\(folder)/flipped.jsonl")
      #expect(
        try failure([parts[0], "flipped.jsonl"], folder)
          == "flipped.jsonl:6: error: the line is damaged, or belongs to another sweep; remove the line, and run the item "
          + "that is then missing\n")
      try write(SweepFiles.day, to: "\(folder)/no.jsonl")
      #expect(
        try failure(["no.jsonl"], folder)
          == "no.jsonl:1: error: the file does not begin as a part of a sweep does; "
          + "give files that 'geojoule sweep' wrote with --shard or --stdin\n")
      try SweepFiles.result(folder).write(to: URL(fileURLWithPath: "\(folder)/whole.jsonl"))
      #expect(
        try failure(["whole.jsonl"], folder)
          == "whole.jsonl:1: error: this is a whole result, and there is nothing to merge; "
          + "give parts: files that 'geojoule sweep' wrote with --shard or --stdin\n")
      #expect(
        try failure(["gone.jsonl"], folder)
          == "gone.jsonl: error: cannot read the file: there is no such file or folder; check the path\n")
    }
  }
}
