import Foundation
import TestSupport
import Testing

/// Nothing that a command read is written over, and nothing that stands in the way of writing costs a file.
@Suite struct OutputSafetyTests {
  private static let day = SweepFiles.day
  private static let strategy = "summary: mine\nkind: standard\n"
  private static let table = "x,y\n1,2.1\n2,3.9\n3,6.1\n4,8.2\n5,9.8\n6,12.3\n7,13.9\n8,16.1\n"
  private static let gpx =
    "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\"><trk><trkseg>\n"
    + (0..<200).map {
      let clock = "08:0\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)"
      return "<trkpt lat=\"\(47.1 + Double($0) * 2e-5)\" lon=\"8.1\"><time>2026-05-01T\(clock)Z</time></trkpt>\n"
    }.joined() + "</trkseg></trk></gpx>\n"
  private static let budget = """
    baseline: base.json
    budgets:
      - name: mine
        scenarios: [day.yml]
        devices: [modern-phone]
        strategies: [s.yml]
        seeds: 2
        limits: [{metric: energy_J, max_increase: {percent: 10}}]

    """

  private func inFolder(_ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let files = [
        "day.yml": Self.day, "walk.yml": Self.day, "s.yml": Self.strategy, "c.csv": Self.table, "in.gpx": Self.gpx,
        "b.yml": Self.budget, "plan.yml": SweepFiles.smallPlan,
        "power.xml":
          "<?xml version=\"1.0\"?>\n<device name=\"Android\"><item name=\"battery.capacity\">3450</item></device>\n",
      ]
      for (name, text) in files { try write(text, to: "\(folder)/\(name)") }
      try body(folder)
    }
  }

  private static let refusals: [(arguments: [String], file: String)] = [
    (["compare", "--track", "in.gpx", "--seeds", "1", "--html", "in.gpx"], "in.gpx"),
    (["compare", "--scenario", "day.yml", "--strategy", "none", "--seeds", "1", "--csv", "day.yml"], "day.yml"),
    (["compare", "--scenario", "day.yml", "--strategy", "s.yml", "--seeds", "1", "--json", "s.yml"], "s.yml"),
    (["compare", "--scenario", "day.yml", "--strategy", "none", "--seeds", "1", "--csv", "./day.yml"], "day.yml"),
    (["compare", "--scenario", "day.yml", "--strategy", "none", "--seeds", "1", "--csv", "hard.yml"], "day.yml"),
    (["compare", "--scenario", "day.yml", "--strategy", "none", "--seeds", "1", "--csv", "soft.yml"], "day.yml"),
    (["compare", "--scenario", "soft.yml", "--strategy", "none", "--seeds", "1", "--csv", "day.yml"], "day.yml"),
    (["run", "--scenario", "day.yml", "--strategy", "s.yml", "--timeline", "s.yml"], "s.yml"),
    (
      [
        "share", "--scenario", "day.yml", "--strategy", "s.yml", "--strategy", "none", "--seeds", "1", "--csv",
        "day.yml",
      ],
      "day.yml"
    ),
    (["profile", "import-android", "power.xml", "--output", "power.xml"], "power.xml"),
    (["fit", "curve", "c.csv", "--columns", "x=x,y=y", "--yaml", "c.csv"], "c.csv"),
    (["fit", "curve", "c.csv", "--columns", "x=x,y=y", "--html", "c.csv"], "c.csv"),
    (["check", "b.yml", "--json", "b.yml"], "b.yml"),
    (["check", "b.yml", "--junit", "base.json"], "base.json"),
    (["check", "b.yml", "--openmetrics", "day.yml"], "day.yml"),
    (["baseline", "update", "b.yml", "--baseline", "day.yml"], "day.yml"),
    (["sweep", "plan.yml", "--output", "plan.yml"], "plan.yml"),
    (["sweep", "plan.yml", "--output", "walk.yml"], "walk.yml"),
    (["merge", "part-1.jsonl", "--output", "part-1.jsonl"], "part-1.jsonl"),
  ]

  @Test func noCommandWritesOverWhatItRead() throws {
    try inFolder { folder in
      #expect(try BuiltTool.run(["baseline", "update", "b.yml"], in: folder).status == 0)
      _ = try SweepFiles.shards(1, folder)
      try FileManager.default.linkItem(atPath: "\(folder)/day.yml", toPath: "\(folder)/hard.yml")
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/soft.yml", withDestinationPath: "day.yml")
      let before = try contents(of: folder)
      for (arguments, file) in Self.refusals {
        let bytes = try SweepFiles.bytes("\(folder)/\(file)")
        let outcome = try BuiltTool.run(arguments, in: folder)
        #expect(outcome.status == 64, "\(arguments): \(outcome.status) \(outcome.errors)")
        #expect(outcome.errors.contains("would be written over"), "\(arguments): \(outcome.errors)")
        #expect(outcome.output.isEmpty, "\(arguments)")
        #expect(try SweepFiles.bytes("\(folder)/\(file)") == bytes, "\(arguments)")
        #expect(try contents(of: folder) == before, "\(arguments)")
      }
    }
  }

  @Test func standardInputAndOutputCountToo() throws {
    try inFolder { folder in
      let fit = "fit curve - --columns x=x,y=y"
      for (command, file) in [
        ("\(fit) --yaml c.csv < c.csv", "c.csv"), ("fit curve c.csv --columns x=x,y=y >> c.csv", "c.csv"),
      ] {
        let bytes = try SweepFiles.bytes("\(folder)/\(file)")
        let outcome = try BuiltTool.shell("\"$GEOJOULE\" \(command)", in: folder)
        #expect(outcome.status == 64, "\(command): \(outcome.errors)")
        #expect(try SweepFiles.bytes("\(folder)/\(file)") == bytes)
      }
    }
  }

  /// A budget file may come from anybody: its baseline is written where there is none or an older one, below its folder.
  @Test func aBaselineReplacesBaselinesOnly() throws {
    try inFolder { folder in
      func update(_ baseline: String, _ arguments: [String] = []) throws -> BuiltTool.Outcome {
        try write(Self.budget.replacingOccurrences(of: "base.json", with: baseline), to: "\(folder)/b.yml")
        return try BuiltTool.run(["baseline", "update", "b.yml", "--quiet"] + arguments, in: folder)
      }
      for name in ["other.md", "c.csv", "in.gpx"] {
        try write("mine\n", to: "\(folder)/\(name)")
        let outcome = try update(name)
        #expect(outcome.status == 65)
        #expect(
          outcome.errors
            == "\(name): error: the file is there already and is no baseline; remove it, or name another place\n")
        #expect(try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) == "mine\n")
      }
      try FileManager.default.createDirectory(atPath: "\(folder)/sub", withIntermediateDirectories: false)
      try withTemporaryFolder { other in
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/away", withDestinationPath: other)
        for place in ["../\(UUID().uuidString).json", "\(other)/base.json", "away/base.json"] {
          let outcome = try update(place)
          #expect(outcome.status == 65)
          #expect(outcome.errors.contains("is outside the budget's folder; if that is meant, name it with --baseline"))
        }
        #expect(try contents(of: other).isEmpty)
        #expect(try update("base.json", ["--baseline", "\(other)/base.json"]).status == 0)
        #expect(try contents(of: other) == ["base.json"])
      }
      #expect(try update("sub/base.json").status == 0)
      let bytes = try SweepFiles.bytes("\(folder)/sub/base.json")
      // An older one, of a version of the format that this program cannot compare with.
      let older = String(decoding: bytes, as: UTF8.self).replacingOccurrences(
        of: "\"schema_version\": 1", with: "\"schema_version\": 0")
      try write(older, to: "\(folder)/sub/base.json")
      #expect(try update("sub/base.json").status == 0)
      #expect(try SweepFiles.bytes("\(folder)/sub/base.json") == bytes)
    }
  }

  @Test func linksInACircleAreNoPlace() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/a", withDestinationPath: "b")
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/b", withDestinationPath: "a")
      for arguments in [
        ["compare", "--scenario", "city-run", "--strategy", "none", "--seeds", "1", "--csv", "a"],
        ["profile", "import-android", "/dev/null", "--output", "a"],
      ] {
        let outcome = try BuiltTool.run(arguments, in: folder)
        #expect(outcome.status == 65)
      }
      let outcome = try BuiltTool.run(
        ["run", "--scenario", "city-run", "--strategy", "none", "--html", "a"], in: folder)
      #expect(
        outcome.errors
          == "a: error: cannot write the file: its links go round in a circle; try another place\n")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/a") == "b")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/b") == "a")
    }
  }

  private static let hasFull = FileManager.default.fileExists(atPath: "/dev/full")

  @Test(
    .enabled(if: hasFull, "this system has no /dev/full"),
    arguments: [
      "--help", "help compare", "--version", "--generate-completion-script bash", "manual", "list devices",
      "run --scenario city-run --strategy none",
    ])
  func aFullDiskIsNoSuccess(_ command: String) throws {
    let outcome = try BuiltTool.shell("\"$GEOJOULE\" \(command) > /dev/full", in: NSTemporaryDirectory())
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("standard output: error: cannot write the file: no space is left on the disk"))
  }

  /// What is said beside the result may be lost; the result may not.
  @Test(arguments: ["2>&-", "2>/dev/full", "0<&- 2>&-"]) func standardErrorMayBeAnything(_ redirection: String) throws {
    guard Self.hasFull || !redirection.contains("full") else { return }
    try withTemporaryFolder { folder in
      let run = "\"$GEOJOULE\" run --scenario city-run --strategy none --html"
      #expect(try BuiltTool.shell("\(run) a.html > a.txt", in: folder).status == 0)
      #expect(try BuiltTool.shell("\(run) b.html > b.txt \(redirection)", in: folder).status == 0)
      #expect(try contents(of: folder) == ["a.html", "a.txt", "b.html", "b.txt"])
      #expect(try SweepFiles.bytes("\(folder)/a.html") == SweepFiles.bytes("\(folder)/b.html"))
      #expect(try SweepFiles.bytes("\(folder)/a.txt") == SweepFiles.bytes("\(folder)/b.txt"))
      for (command, status) in [("run --strategy nothing", 65), ("rnu", 64), ("run --seed x", 64)] {
        #expect(try BuiltTool.shell("\"$GEOJOULE\" \(command) \(redirection)", in: folder).status == status)
      }
      // Progress of long work goes the same way.
      let sweep = "\"$GEOJOULE\" sweep plan.yml --output r.jsonl \(redirection)"
      try write(SweepFiles.day, to: "\(folder)/walk.yml")
      try write(SweepFiles.smallPlan, to: "\(folder)/plan.yml")
      #expect(try BuiltTool.shell(sweep, in: folder).status == 0)
      #expect(try BuiltTool.shell(sweep, in: folder).status == 0)
    }
  }

  @Test func aClosedStandardOutputIsNoSuccess() throws {
    try withTemporaryFolder { folder in
      for command in ["list devices", "--help", "run --scenario city-run --strategy none --html a.html"] {
        let outcome = try BuiltTool.shell("\"$GEOJOULE\" \(command) >&-", in: folder)
        #expect(outcome.status == 65, "\(command): \(outcome.errors)")
        #expect(outcome.errors.hasPrefix("standard output: error: cannot write the file: it is closed"))
      }
      // All or nothing.
      #expect(try contents(of: folder).isEmpty)
    }
  }

  @Test func fewFileDescriptorsAreNoCrash() throws {
    try inFolder { folder in
      for limit in [5, 7, 9, 12, 15, 16, 20] {
        for command in [
          "list devices", "run --scenario day.yml --strategy s.yml --html h.html", "nonsense",
          "sweep plan.yml --output r.jsonl", "check b.yml",
        ] {
          let outcome = try BuiltTool.shell("ulimit -n \(limit); exec \"$GEOJOULE\" \(command)", in: folder)
          #expect([0, 64, 65].contains(outcome.status), "\(limit) \(command): \(outcome.status) \(outcome.errors)")
        }
        #expect(try !contents(of: folder).contains { $0.hasSuffix(".tmp") })
        for name in ["r.jsonl", "r.jsonl.part", "h.html"] {
          try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
      }
    }
  }

  /// The program waits to open a pipe that nobody reads, with the other output staged beside its place.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalLeavesNoTemporaryFile(_ number: CInt) throws {
    try withTemporaryFolder { folder in
      #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
      try write("before\n", to: "\(folder)/c.csv")
      // Tests in the background of a shell, or behind `nohup`, would start a program that ignores the signal as they do.
      let inherited = signal(number, SIG_DFL)
      defer { signal(number, inherited) }
      let process = try BuiltTool.start(
        [
          "compare", "--scenario", "city-run", "--strategy", "none", "--seeds", "1", "--csv", "c.csv", "--json", "pipe",
        ],
        in: folder)
      for _ in 0..<3000 where try !contents(of: folder).contains(where: { $0.hasSuffix(".tmp") }) {
        Thread.sleep(forTimeInterval: 0.01)
      }
      #expect(try contents(of: folder).contains { $0.hasSuffix(".tmp") })
      kill(process.processIdentifier, number)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
      #expect(process.terminationStatus == number)
      #expect(try contents(of: folder) == ["c.csv", "pipe"])
      #expect(try String(contentsOfFile: "\(folder)/c.csv", encoding: .utf8) == "before\n")
    }
  }

  /// As programs do whose reader has seen enough, and without a trace.
  @Test func aReaderThatLeavesEndsTheProgram() throws {
    try inFolder { folder in
      let script = """
        mkfifo done
        { "$GEOJOULE" compare --scenario day.yml --strategy none --seeds 1 --csv c.csv --json - 2> errors
          echo $? > status; } | true
        cat status
        """
      let outcome = try BuiltTool.shell(script, in: folder)
      #expect(["141\n", "0\n"].contains(outcome.text), "\(outcome.text)")
      #expect(try !contents(of: folder).contains { $0.hasSuffix(".tmp") })
    }
  }
}
