import Foundation
import TestSupport
import Testing

/// Whatever stops a sweep, the same command goes on and ends in the same bytes.
@Suite(.serialized) struct SweepStopTests {
  /// Killed twenty times at random moments, or until three of them hit it at work; `KillTests` do it at each write.
  @Test func killedAtAnyMomentItEndsInTheSameBytes() throws {
    try SweepFiles.with { folder in
      let command = ["sweep", "plan.yml", "--output", "r.jsonl", "--jobs", "2"]
      let begin = ContinuousClock.now
      let whole = try SweepFiles.result(folder, ["--jobs", "2"])
      let elapsed = ContinuousClock.now - begin
      let longest = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
      var generator = SystemRandomNumberGenerator()
      var (kills, ends, partial) = (0, 0, 0)
      while kills < 20 || (partial < 3 && kills < 200) {
        let process = try BuiltTool.start(command, in: folder)
        Thread.sleep(forTimeInterval: Double.random(in: 0...0.7 * longest, using: &generator))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        kills += 1
        if process.terminationReason == .uncaughtSignal,
          FileManager.default.fileExists(atPath: "\(folder)/r.jsonl.part")
        {
          partial += 1
        }
        guard FileManager.default.fileExists(atPath: "\(folder)/r.jsonl") else { continue }
        // It was done before, or while it was killed: begin anew.
        let last = try BuiltTool.run(command, in: folder)
        #expect(last.status == 0, "\(last.errors)")
        #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole)
        #expect(try !contents(of: folder).contains("r.jsonl.part"))
        try FileManager.default.removeItem(atPath: "\(folder)/r.jsonl")
        ends += 1
      }
      let last = try BuiltTool.run(command, in: folder)
      #expect(last.status == 0, "\(last.errors)")
      #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole)
      #expect(try contents(of: folder) == ["plan.yml", "r.jsonl", "walk.yml"])
      #expect(partial > 2, "\(partial) of \(kills) kills hit it at work; it came to its end \(ends) times")
    }
  }

  @Test func cutAnywhereItGoesOn() throws {
    try SweepFiles.with(SweepFiles.plan.replacingOccurrences(of: "points: 8", with: "points: 4")) { folder in
      let whole = try SweepFiles.result(folder)
      // What `r.jsonl.part` holds in the end is what the only shard holds.
      let journal = try SweepFiles.result(folder, ["--shard", "1/1"])
      let feeds = journal.indices.filter { journal[$0] == UInt8(ascii: "\n") }
      var cuts: Set<Int> = [0, 1, journal.count]
      for feed in feeds { cuts.formUnion([feed, feed + 1, feed - 1]) }
      for step in 1...12 { cuts.insert(journal.count * step / 13) }
      for cut in cuts.sorted() {
        try journal.prefix(cut).write(to: URL(fileURLWithPath: "\(folder)/r.jsonl.part"))
        let outcome = try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"], in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let done = feeds.count { $0 < cut } - 1
        let before = done > 0 ? "going on after \(done) of 10 items\n" : ""
        #expect(outcome.errors == before + "wrote r.jsonl\n", "cut at \(cut)")
        #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole, "cut at \(cut)")
        try FileManager.default.removeItem(atPath: "\(folder)/r.jsonl")
      }
    }
  }

  /// A result that was cut off is not taken for complete, and costs nothing of the work that stands beside it.
  @Test(arguments: [("cells", ""), ("runs", ""), ("cells", "1/2")])
  func aResultThatWasCutOffIsNotComplete(rows: String, shard: String) throws {
    let plan = SweepFiles.plan.replacingOccurrences(of: "points: 8", with: "points: 2") + "rows: \(rows)\n"
    try SweepFiles.with(plan.replacingOccurrences(of: "seeds: 5", with: "seeds: 6")) { folder in
      let part = shard.isEmpty ? "1/1" : shard
      let command = ["sweep", "plan.yml", "--output", "r.jsonl"] + (shard.isEmpty ? [] : ["--shard", shard])
      let whole = try SweepFiles.result(folder, shard.isEmpty ? [] : ["--shard", shard])
      let journal = try SweepFiles.result(folder, ["--shard", part])
      func expectRefusal(_ bytes: Data, _ expected: String) throws {
        try bytes.write(to: URL(fileURLWithPath: "\(folder)/r.jsonl"))
        try journal.write(to: URL(fileURLWithPath: "\(folder)/r.jsonl.part"))
        let outcome = try BuiltTool.run(command, in: folder)
        #expect(outcome.status == 65, "\(expected)")
        #expect(outcome.errors == "\(expected); remove it to go on from r.jsonl.part\n")
        #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == bytes)
        #expect(try SweepFiles.bytes("\(folder)/r.jsonl.part") == journal)
      }
      let feeds = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }
      var cuts: Set<Int> = [1, whole.count - 1]
      for feed in feeds.prefix(3) + feeds.suffix(3) { cuts.formUnion([feed, feed + 1, feed + 2]) }
      for step in 1...5 { cuts.insert(whole.count * step / 6) }
      for cut in cuts.sorted() where cut < whole.count {
        let lines = feeds.count { $0 < cut }
        let place = lines == 0 ? "in its first line" : "after line \(lines)"
        try expectRefusal(whole.prefix(cut), "r.jsonl: error: the result is cut off \(place)")
      }
      var damaged = whole
      damaged.replaceSubrange(feeds[1] + 1..<feeds[1] + 8, with: Data(count: 7))
      try expectRefusal(damaged, "r.jsonl:3: error: the result is damaged from here on")
      let last = feeds.count + 1
      try expectRefusal(
        whole + whole.suffix(from: feeds[feeds.count - 2] + 1),
        "r.jsonl:\(last): error: the result is damaged from here on")
      try FileManager.default.removeItem(atPath: "\(folder)/r.jsonl")
      #expect(try BuiltTool.run(command, in: folder).status == 0)
      #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole)
      #expect(try contents(of: folder) == ["plan.yml", "r.jsonl", "walk.yml"])
      try whole.dropLast().write(to: URL(fileURLWithPath: "\(folder)/r.jsonl"))
      #expect(
        try BuiltTool.run(command, in: folder).errors
          == "r.jsonl: error: the result is cut off after line \(feeds.count - 1); "
          + "remove it, and run the same command again\n")
    }
  }

  /// What stands in the way and is not ours stays as it is.
  @Test func otherFilesBesideTheResultAreLeftAlone() throws {
    try SweepFiles.with(SweepFiles.smallPlan) { folder in
      for name in ["r.jsonl.tmp", "m.jsonl.tmp", ".geojoule-mine.tmp"] { try write("mine\n", to: "\(folder)/\(name)") }
      let command = ["sweep", "plan.yml", "--output", "r.jsonl"]
      #expect(try BuiltTool.run(command, in: folder).status == 0)
      let parts = try SweepFiles.shards(1, folder)
      #expect(try BuiltTool.run(["merge", parts[0], "--output", "m.jsonl"], in: folder).status == 0)
      #expect(try SweepFiles.bytes("\(folder)/m.jsonl") == SweepFiles.bytes("\(folder)/r.jsonl"))
      // A part of something else beside a result that is complete.
      try write("mine\n", to: "\(folder)/r.jsonl.part")
      #expect(try BuiltTool.run(command, in: folder).errors == "r.jsonl is complete: nothing to do\n")
      for name in ["r.jsonl.tmp", "m.jsonl.tmp", ".geojoule-mine.tmp", "r.jsonl.part"] {
        #expect(try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) == "mine\n", "\(name)")
      }
      // Its own goes.
      try SweepFiles.bytes("\(folder)/\(parts[0])").write(to: URL(fileURLWithPath: "\(folder)/r.jsonl.part"))
      #expect(try BuiltTool.run(command, in: folder).errors == "r.jsonl is complete: nothing to do\n")
      #expect(try !contents(of: folder).contains("r.jsonl.part"))
    }
  }

  /// A process that was killed while it wrote the result leaves a file behind, which the next one removes.
  @Test func whatAKilledProcessStagedIsRemoved() throws {
    try SweepFiles.with(SweepFiles.smallPlan) { folder in
      // The beginning of the SHA-256 of the result's name.
      try write("half", to: "\(folder)/.geojoule-sweep-615b91035ead2d9a-1abc.tmp")
      #expect(try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"], in: folder).status == 0)
      #expect(try contents(of: folder) == ["plan.yml", "r.jsonl", "walk.yml"])
    }
  }

  /// What a loss of power leaves of a file whose first line was not on the disk yet.
  @Test(arguments: [Data(), Data(count: 1), Data(count: 5000), Data(count: 300) + Data("\n".utf8)])
  func aPartWithoutContentsCountsAsNothingDone(part: Data) throws {
    try SweepFiles.with(SweepFiles.smallPlan) { folder in
      let whole = try SweepFiles.result(folder)
      try part.write(to: URL(fileURLWithPath: "\(folder)/r.jsonl.part"))
      let outcome = try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"], in: folder)
      #expect(outcome.status == 0)
      #expect(!outcome.errors.contains("going on"))
      #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole)
      #expect(try contents(of: folder) == ["plan.yml", "r.jsonl", "walk.yml"])
    }
  }

  /// A link stays a link, also to a place where nothing is yet.
  @Test(arguments: ["", "1/1"])
  func aLinkIsFollowed(shard: String) throws {
    try SweepFiles.with(SweepFiles.smallPlan) { folder in
      let arguments = shard.isEmpty ? [] : ["--shard", shard]
      let whole = try SweepFiles.result(folder, arguments)
      try FileManager.default.createDirectory(atPath: "\(folder)/disk", withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/r.jsonl", withDestinationPath: "disk/far.jsonl")
      let command = ["sweep", "plan.yml", "--output", "r.jsonl"] + arguments
      for expected in ["wrote r.jsonl\n", "r.jsonl is complete: nothing to do\n"] {
        let outcome = try BuiltTool.run(command, in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.errors == expected)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/r.jsonl") == "disk/far.jsonl")
        #expect(try SweepFiles.bytes("\(folder)/disk/far.jsonl") == whole)
        #expect(try contents(of: "\(folder)/disk") == ["far.jsonl"])
        #expect(try contents(of: folder) == ["disk", "plan.yml", "r.jsonl", "walk.yml"])
      }
    }
  }

  /// The journal holds no time of day, and none of files is looked at.
  @Test func changedClocksChangeNothing() throws {
    try SweepFiles.with { folder in
      let whole = try SweepFiles.result(folder)
      let journal = try SweepFiles.result(folder, ["--shard", "1/1"])
      // With faketime the program itself lives in another year.
      let faketime = "/usr/bin/faketime"
      let fakes = FileManager.default.isExecutableFile(atPath: faketime)
      func run(_ arguments: [String], in year: Int) throws {
        let process =
          fakes
          ? BuiltTool.process(
            URL(fileURLWithPath: faketime), ["\(year)-03-05 12:00:00", BuiltTool.url.path] + arguments, in: folder)
          : BuiltTool.process(BuiltTool.url, arguments, in: folder)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
      }
      func date(_ name: String, _ year: Double) throws {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: (year - 1970) * 365.2425 * 86_400)],
          ofItemAtPath: "\(folder)/\(name)")
      }
      try run(["sweep", "plan.yml", "--shard", "1/1", "--output", "part.jsonl"], in: 2037)
      #expect(try SweepFiles.bytes("\(folder)/part.jsonl") == journal)
      for (first, then) in [(2037, 1999), (1999, 2037)] {
        try journal.prefix(journal.count / 2).write(to: URL(fileURLWithPath: "\(folder)/r.jsonl.part"))
        try date("r.jsonl.part", Double(first))
        try date("plan.yml", Double(then))
        try run(["sweep", "plan.yml", "--output", "r.jsonl"], in: then)
        #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole)
        try FileManager.default.removeItem(atPath: "\(folder)/r.jsonl")
      }
    }
  }

  @Test func aDamagedLineIsRunAgain() throws {
    try SweepFiles.with { folder in
      let whole = try SweepFiles.result(folder)
      var journal = try SweepFiles.result(folder, ["--shard", "1/1"])
      let feeds = journal.indices.filter { journal[$0] == UInt8(ascii: "\n") }
      journal[(feeds[3] + feeds[4]) / 2] ^= 1
      try journal.write(to: URL(fileURLWithPath: "\(folder)/r.jsonl.part"))
      let outcome = try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"], in: folder)
      #expect(
        outcome.errors
          == "r.jsonl.part: a line is damaged; it and what follows is run again\ngoing on after 3 of 10 items\n"
          + "wrote r.jsonl\n")
      #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole)
    }
  }

  @Test func anotherSweepsPartIsNotTouched() throws {
    try SweepFiles.with { folder in
      let part = try SweepFiles.result(folder, ["--shard", "2/3"])
      try part.write(to: URL(fileURLWithPath: "\(folder)/r.jsonl.part"))
      func errors(_ arguments: [String] = []) throws -> String {
        let outcome = try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"] + arguments, in: folder)
        #expect(outcome.status == 65)
        return outcome.errors
      }
      let shard = "r.jsonl.part: error: the file holds another shard of this sweep; remove it, or name another place\n"
      #expect(try errors() == shard)
      #expect(try errors(["--shard", "1/3"]) == shard)
      try write(SweepFiles.plan + "rows: runs\n", to: "\(folder)/plan.yml")
      #expect(
        try errors(["--shard", "2/3"])
          == "r.jsonl.part: error: the file holds another sweep: the plan 'plan' says something else in the other, which "
          + "is to be run now; remove it, or name another place\n")
      #expect(try SweepFiles.bytes("\(folder)/r.jsonl.part") == part)
      for notes in ["my notes\n", "my notes"] {
        try write(notes, to: "\(folder)/r.jsonl.part")
        #expect(
          try errors()
            == "r.jsonl.part: error: the file is there already and is no part of a sweep; "
            + "remove it, or name another place\n")
        #expect(try String(contentsOfFile: "\(folder)/r.jsonl.part", encoding: .utf8) == notes)
      }
    }
  }

  @Test(arguments: SweepFiles.otherBuilds) func aPartOfAnotherBuildIsNotContinued(build: String) throws {
    try SweepFiles.with { folder in
      try SweepFiles.made(
        by: build, try SweepFiles.result(folder, ["--shard", "1/1"]), to: "\(folder)/r.jsonl.part")
      let part = try SweepFiles.bytes("\(folder)/r.jsonl.part")
      let outcome = try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"], in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("geojoule \(build) made it"), "\(outcome.errors)")
      #expect(try SweepFiles.bytes("\(folder)/r.jsonl.part") == part)
      #expect(try contents(of: folder) == ["plan.yml", "r.jsonl.part", "walk.yml"])
    }
  }

  @Test func aSecondWriterIsTold() throws {
    try SweepFiles.with(SweepFiles.plan.replacingOccurrences(of: "seeds: 5", with: "seeds: 1000000")) { folder in
      let command = ["sweep", "plan.yml", "--output", "r.jsonl"]
      let first = try BuiltTool.start(command, in: folder)
      defer {
        kill(first.processIdentifier, SIGKILL)
        first.waitUntilExit()
      }
      for _ in 0..<500 where try !contents(of: folder).contains("r.jsonl.part") { Thread.sleep(forTimeInterval: 0.02) }
      Thread.sleep(forTimeInterval: 0.1)
      let second = try BuiltTool.run(command, in: folder)
      #expect(second.status == 65)
      #expect(
        second.errors == "r.jsonl.part: error: another geojoule is writing this file; "
          + "wait for it, end it, or name another place\n")
      #expect(first.isRunning)
    }
  }

  /// A disk of 8 KiB: what fits stays, and the work goes on from there once there is space.
  @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small disk needs the superuser"))
  func aDiskThatFillsUpLosesNothing() throws {
    try SweepFiles.with(SweepFiles.plan.replacingOccurrences(of: "points: 8", with: "points: 2")) { folder in
      let whole = try SweepFiles.result(folder)
      let disk = "\(folder)/disk"
      try SmallDisk.mount(disk, options: "size=8k")
      defer { SmallDisk.unmount(disk) }
      let outcome = try BuiltTool.run(["sweep", "plan.yml", "--output", "disk/r.jsonl", "--quiet"], in: folder)
      #expect(outcome.status == 65)
      #expect(
        outcome.errors == "disk/r.jsonl.part: error: cannot write the file: no space is left on the disk; free some "
          + "space or choose another disk; what is done is kept: the same command goes on from there\n")
      let part = try SweepFiles.bytes("\(disk)/r.jsonl.part")
      #expect(part.last == UInt8(ascii: "\n"))
      try part.write(to: URL(fileURLWithPath: "\(folder)/r.jsonl.part"))
      let rest = try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"], in: folder)
      #expect(rest.status == 0)
      #expect(rest.errors.hasPrefix("going on after "))
      #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole)
    }
  }

  /// The work fits on the disk of 4 KiB, and the result beside it does not.
  @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small disk needs the superuser"))
  func aDiskThatFillsUpAtTheEndHasNothingHalfWritten() throws {
    try SweepFiles.with(SweepFiles.smallPlan.replacingOccurrences(of: "seeds: 5", with: "seeds: 1")) { folder in
      let whole = try SweepFiles.result(folder)
      let parts = try SweepFiles.shards(1, folder)
      let disk = "\(folder)/disk"
      try SmallDisk.mount(disk)
      defer { SmallDisk.unmount(disk) }
      let outcome = try BuiltTool.run(["sweep", "plan.yml", "--output", "disk/r.jsonl", "--quiet"], in: folder)
      #expect(outcome.status == 65)
      #expect(
        outcome.errors == "disk/r.jsonl: error: cannot write the file: no space is left on the disk; free some space "
          + "or choose another disk\n")
      #expect(try contents(of: disk) == ["r.jsonl.part"])
      let merged = try BuiltTool.run(["merge", parts[0], "--output", "disk/m.jsonl"], in: folder)
      #expect(merged.status == 65)
      #expect(try contents(of: disk) == ["r.jsonl.part"])
      try SweepFiles.bytes("\(disk)/r.jsonl.part").write(to: URL(fileURLWithPath: "\(folder)/r.jsonl.part"))
      #expect(
        try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"], in: folder).errors
          == "going on after 2 of 2 items\nwrote r.jsonl\n")
      #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "this system has no /dev/full"))
  func aDeviceIsNoPlaceToGoOnFrom() throws {
    try SweepFiles.with(SweepFiles.smallPlan) { folder in
      let outcome = try BuiltTool.run(["sweep", "plan.yml", "--output", "/dev/full"], in: folder)
      #expect(outcome.status == 65)
      #expect(
        outcome.errors
          == "/dev/full: error: this is not a file; name a file, or leave --output out to write to standard output\n")
    }
  }
}
