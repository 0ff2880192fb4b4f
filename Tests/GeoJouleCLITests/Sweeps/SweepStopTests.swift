import Foundation
import Testing

/// Whatever stops a sweep, the same command goes on and ends in the same bytes.
@Suite(.serialized) struct SweepStopTests {
  /// Killed fifty times at random moments.
  @Test func killedAtAnyMomentItEndsInTheSameBytes() throws {
    try SweepFiles.with { folder in
      let command = ["sweep", "plan.yml", "--output", "r.jsonl", "--jobs", "2"]
      let begin = ContinuousClock.now
      let whole = try SweepFiles.result(folder, ["--jobs", "2"])
      let elapsed = ContinuousClock.now - begin
      let longest = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
      var generator = SystemRandomNumberGenerator()
      var (kills, ends, partial) = (0, 0, 0)
      while kills < 50 {
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
      #expect(partial > 5, "\(partial) of 50 kills hit it at work; it came to its end \(ends) times")
    }
  }

  @Test func cutAnywhereItGoesOn() throws {
    try SweepFiles.with { folder in
      let whole = try SweepFiles.result(folder)
      // What `r.jsonl.part` holds in the end is what the only shard holds.
      let journal = try SweepFiles.result(folder, ["--shard", "1/1"])
      let feeds = journal.indices.filter { journal[$0] == UInt8(ascii: "\n") }
      var cuts: Set<Int> = [0, 1, journal.count]
      for feed in feeds { cuts.formUnion([feed, feed + 1, feed - 1]) }
      for step in 1...20 { cuts.insert(journal.count * step / 21) }
      for cut in cuts.sorted() {
        try journal.prefix(cut).write(to: URL(fileURLWithPath: "\(folder)/r.jsonl.part"))
        let outcome = try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"], in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let done = feeds.count { $0 < cut } - 1
        #expect(outcome.errors == (done > 0 ? "going on after \(done) of 10 items\n" : ""), "cut at \(cut)")
        #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole, "cut at \(cut)")
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
          == "r.jsonl.part: a line is damaged; it and what follows is run again\ngoing on after 3 of 10 items\n")
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

  @Test func aSecondWriterIsTold() throws {
    try SweepFiles.with(SweepFiles.plan.replacingOccurrences(of: "seeds: 80", with: "seeds: 1000000")) { folder in
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

  /// A disk of 4 KiB: what fits stays, and the work goes on from there once there is space.
  @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small disk needs the superuser"))
  func aDiskThatFillsUpLosesNothing() throws {
    try SweepFiles.with(SweepFiles.plan.replacingOccurrences(of: "points: 8", with: "points: 2")) { folder in
      let whole = try SweepFiles.result(folder)
      let disk = "\(folder)/disk"
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
      try #require(SmallDisk.mount(disk))
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
