import Foundation
import TestSupport
import Testing

private let small = ["compare", "--scenario", "city-run", "--strategy", "none", "--strategy", "hundred-meters"]

@Suite struct CompareTests {
  @Test func filesAreWrittenOnlyWhereAsked() throws {
    try withTemporaryFolder { folder in
      let outcome = try BuiltTool.run(small + ["--seeds", "2"], in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(try contents(of: folder).isEmpty)
      #expect(outcome.text.contains("hundred-meters"))
      #expect(!outcome.text.contains("\u{1B}"))
      #expect(
        outcome.text.contains("\nPhone: ") && outcome.text.contains("\nNext: 'geojoule run --scenario city-run"))
      let files = ["--csv", "a.csv", "--json", "a.json", "--markdown", "a.md", "--html", "a.html"]
      #expect(try BuiltTool.run(small + ["--seeds", "2"] + files, in: folder).status == 0)
      #expect(try contents(of: folder) == ["a.csv", "a.html", "a.json", "a.md"])
    }
  }

  /// The formats of standard output are those of the files.
  @Test(arguments: ["csv", "json", "markdown", "html"])
  func everyFormatGoesToStandardOutput(_ format: String) throws {
    try withTemporaryFolder { folder in
      let command = small + ["--seeds", "1", "--quiet"]
      #expect(try BuiltTool.run(command + ["--\(format)", "file"], in: folder).status == 0)
      let outcome = try BuiltTool.run(command + ["--format", format], in: folder)
      #expect(try outcome.output == Data(contentsOf: URL(fileURLWithPath: "\(folder)/file")))
    }
  }

  /// Without names, a need that the main strategies do not serve compares those that are made for it.
  @Test(arguments: [
    (["--need", "events"], ["monitor", "regions"], ["continuous", "one-shot"]),
    (["--need", "search"], ["one-shot", "coarse-to-fine"], ["continuous", "monitor"]),
    (["pixel-9", "--need", "search"], ["one-shot-android"], ["one-shot", "continuous"]),
    (["pixel-9", "--need", "server:100m"], ["family-safety-android"], ["monitor", "family-safety"]),
    (["--need", "track:50m"], ["continuous"], ["monitor", "one-shot"]),
    // What a day is for decides where nothing was asked.
    (["shop-reminder"], ["monitor", "regions"], ["continuous", "one-shot"]),
    (["delivery-shift", "pixel-9"], ["delivery-driver-android"], ["fused-batched", "home-automation-android"]),
    (["shop-reminder", "--need", "track"], ["continuous"], ["monitor"]),
  ])
  func aNeedComparesWhatIsMadeForIt(_ words: [String], _ compared: [String], _ not: [String]) throws {
    let outcome = try BuiltTool.run(["compare"] + words + ["--seeds", "1", "--format", "csv", "--quiet"])
    let names = Set(outcome.text.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "," }) })
    #expect(names.isSuperset(of: compared + ["none"]) && names.isDisjoint(with: not), "\(names.sorted())")
  }

  /// Strategies that do nothing of what the day is for are judged by their own use.
  @Test(arguments: [
    (["delivery-driver-live"], "This day is judged by --need server:100m; yours may be track, now, events or search."),
    (["continuous"], "Your own need: --need track:30m:"),
  ])
  func theDaysNeedHoldsForStrategiesThatServeIt(_ strategies: [String], _ line: String) throws {
    let outcome = try BuiltTool.run(["compare", "delivery-shift", "--seeds", "1", "--quiet"] + strategies)
    #expect(outcome.text.contains(line), "\(outcome.text)")
  }

  /// An hour on one spot has no moving time: its figures are missing, and the position held decides.
  @Test func aDayAtRestIsJudgedByThePositionHeld() throws {
    try withTemporaryFolder { folder in
      let rows = (0...60).map { "2026-03-02T09:\($0 < 10 ? "0" : "")\($0 % 60):00Z,47.3769,8.5417" }.dropLast()
      try Data(("time,lat,lon\n" + rows.joined(separator: "\n") + "\n").utf8).write(
        to: URL(fileURLWithPath: "\(folder)/still.csv"))
      let outcome = try BuiltTool.run(
        ["compare", "still.csv", "none", "continuous", "live-updates", "--seeds", "3", "--format", "csv"], in: folder)
      let lines = outcome.text.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      let names = lines[0]
      for row in lines.dropFirst() {
        let cell = Dictionary(zip(names, row), uniquingKeysWith: { $1 })
        for name in ["moving_error_p95_m", "moving_coverage", "moving_age_p95_s", "now_in_100m_moving"] {
          #expect(cell[name] == "", "\(name)")
        }
        #expect(cell["strategy"] == "none" || cell["availability"] != "")
      }
      let table = try BuiltTool.run(
        ["compare", "still.csv", "none", "continuous", "live-updates", "--seeds", "3"], in: folder)
      #expect(table.text.hasPrefix("live-updates is the best value: "), "\(table.text.prefix(300))")
      #expect(table.text.contains("The seeds show none"), "\(table.text.prefix(300))")
    }
  }

  /// Every figure is a drawing of its own that loads nothing.
  @Test(arguments: ["battery", "error", "energy", "distributions", "map", "timeline"])
  func figuresAreFiles(_ name: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try BuiltTool.run(
        small + ["--seeds", "1", "--quiet", "--figure", name, "--svg", "f.svg"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let text = try String(contentsOfFile: "\(folder)/f.svg", encoding: .utf8)
      #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\"") && text.hasSuffix("</svg>\n"))
      #expect(!text.contains("href") && !text.contains("style="))
      // White paper, under all that is drawn.
      #expect(text.split(separator: "\n")[1] == #"<rect fill="white" width="100%" height="100%"/>"#)
    }
  }

  /// Words without options are strategies, a day, a phone or a track; lists take commas.
  @Test func wordsStandForOptions() throws {
    let options = [
      "compare", "--scenario", "city-run", "--strategy", "none", "--strategy", "hundred-meters", "--device", "iphone-6",
      "--seeds", "1", "--format", "csv",
    ]
    let expected = try BuiltTool.run(options).text
    for words in [
      ["compare", "city-run", "none", "hundred-meters", "iphone-6"],
      ["compare", "iphone-6", "none,hundred-meters", "city-run"],
      ["compare", "city-run", "--strategy", "none,hundred-meters", "--device", "iphone-6"],
    ] {
      let outcome = try BuiltTool.run(words + ["--seeds", "1", "--format", "csv"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text == expected, "\(words)")
    }
    for wrong in [["commute", "hike"], ["hike", "--scenario", "commute"], ["a.gpx", "b.gpx"], ["commuters"]] {
      #expect(try BuiltTool.run(["compare"] + wrong + ["--seeds", "1"]).status == 64, "\(wrong)")
    }
    #expect(try BuiltTool.run(["compare", "hundred-metres", "--seeds", "1"]).status == 65)
  }

  @Test func quietSaysNothing() throws {
    try withTemporaryFolder { folder in
      let outcome = try BuiltTool.run(small + ["--seeds", "1", "--quiet"], in: folder)
      #expect(outcome.status == 0)
      #expect(outcome.errors.isEmpty)
    }
  }

  /// Every strategy on a device that lacks most, on a day without a watch, and as what watches are compared on.
  @Test(arguments: [
    ["--scenario", "express-bus-subway", "--device", "wifi-only"],
    ["--scenario", "run-without-phone", "--watch", "watch"],
    ["--scenario", "canyon-donuts", "--device", "watch"],
  ])
  func allStrategiesFinishAndRowsWithoutFiguresSayWhy(_ arguments: [String]) throws {
    let outcome = try BuiltTool.run(
      ["compare", "--strategy", "all", "--seeds", "1", "--quiet", "--format", "csv"] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let rows = outcome.text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let names = try #require(rows.first)
    let (error, latency) = (
      try #require(names.firstIndex(of: "error_p95_m")), try #require(names.firstIndex(of: "event_latency_p95_s"))
    )
    let catalogue = try BuiltTool.run(["list", "strategies"]).text.split(separator: "\n")
    #expect(rows.count == catalogue.count + 1)
    for row in rows.dropFirst() where row[0] != "none" && row[error].isEmpty && row[latency].isEmpty {
      // A note with a comma is quoted, and split here: it is not empty all the same.
      #expect(!row[names.count - 1].isEmpty, "\(row[0])")
    }
  }

  /// The same bytes for any number of jobs, locale and time zone.
  @Test func theBytesDependOnInputsAndSeedsOnly() throws {
    try withTemporaryFolder { folder in
      let files = ["--csv", "a.csv", "--json", "a.json", "--html", "a.html", "--quiet"]
      func bytes(_ jobs: String, _ environment: [String: String]) throws -> [Data] {
        let outcome = try BuiltTool.run(
          small + ["--seeds", "7", "--jobs", jobs] + files, in: folder, environment: environment)
        #expect(outcome.status == 0)
        return try [outcome.output]
          + ["csv", "json", "html"].map { try Data(contentsOf: URL(fileURLWithPath: "\(folder)/a.\($0)")) }
      }
      let one = try bytes("1", [:])
      #expect(try bytes("4", ["LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Kathmandu"]) == one)
      #expect(try bytes("3", ["LANG": "tr_TR.UTF-8", "TZ": "America/St_Johns", "NO_COLOR": "1"]) == one)
      #expect(one.allSatisfy { !$0.isEmpty })
    }
  }

  /// On an Android phone the main strategies are Android's; a row that runs what the phone does not says so, both ways, and
  /// the user's decisions have Android's words.
  @Test func rowsSayWhichSystemTheyRunOn() throws {
    func rows(_ arguments: [String]) throws -> String {
      let outcome = try BuiltTool.run(
        ["compare", "--scenario", "city-run", "--seeds", "1", "--quiet", "--format", "json"] + arguments)
      let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
      let rows = try #require(object?["strategies"] as? [[String: Any]])
      return "compare \(arguments.joined(separator: " "))\n"
        + rows.map { row in
          let notes = row["notes"] as? [String] ?? []
          return "  \(row["strategy"] as? String ?? "")\n" + notes.map { "    \($0)\n" }.joined()
        }.joined()
    }
    let both = ["--strategy", "fused-balanced", "--strategy", "kilometer"]
    let choices = ["--strategy", "fused-balanced", "--strategy", "android-geofences", "--authorization", "all"]
    expectGolden(
      "systems.txt",
      try rows(["--device", "nexus-6"]) + rows(["--device", "nexus-6"] + both) + rows(both)
        + rows(["--device", "nexus-6"] + choices))
  }

  @Test func aStrategysNumbersDoNotDependOnItsNeighbours() throws {
    func rows(_ strategies: [String]) throws -> [Substring] {
      let arguments = ["compare", "--scenario", "city-run", "--seeds", "2", "--format", "csv"]
      let outcome = try BuiltTool.run(arguments + strategies.flatMap { ["--strategy", $0] })
      #expect(outcome.status == 0)
      return outcome.text.split(separator: "\n").filter { $0.hasPrefix("kilometer,") }
    }
    let alone = try rows(["kilometer"])
    #expect(alone.count == 1)
    #expect(try rows(["continuous", "kilometer", "none"]) == alone)
  }

  @Test(arguments: ["csv", "json", "markdown"])
  func formatsGoToStandardOutputAlone(_ format: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try BuiltTool.run(small + ["--seeds", "1", "--format", format], in: folder)
      #expect(outcome.status == 0)
      #expect(outcome.errors.isEmpty)
      #expect(try contents(of: folder).isEmpty)
      let columns = "strategy,device,network,platform,scenario,use,seeds,"
      let start = ["csv": columns, "json": "{", "markdown": "### "][format] ?? "?"
      #expect(outcome.text.hasPrefix(start), "\(outcome.text.prefix(60))")
    }
  }

  @Test func aDashIsStandardOutput() throws {
    try withTemporaryFolder { folder in
      let dash = try BuiltTool.run(small + ["--seeds", "1", "--csv", "-"], in: folder)
      let format = try BuiltTool.run(small + ["--seeds", "1", "--format", "csv"], in: folder)
      #expect(dash.output == format.output)
      #expect(try contents(of: folder).isEmpty)
    }
  }

  @Test func aDeviceWithoutCellularRadioIsOnNoNetwork() throws {
    let outcome = try BuiltTool.run(small + ["--seeds", "1", "--device", "wifi-only", "--format", "markdown"])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("wifi-only on no cellular network"))
    #expect(outcome.text.contains("--device wifi-only"))
    #expect(!outcome.text.contains("--network"))
  }

  @Test func aStrategyFileAndATrackCompare() throws {
    try withTemporaryFolder { folder in
      var gpx = "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\"><trk><trkseg>\n"
      for second in 0..<600 {
        let minute = second / 60 < 10 ? "0\(second / 60)" : "\(second / 60)"
        let rest = second % 60 < 10 ? "0\(second % 60)" : "\(second % 60)"
        gpx +=
          "<trkpt lat=\"\(47.1 + Double(second) * 2e-5)\" lon=\"8.1\">"
          + "<time>2026-05-01T08:\(minute):\(rest)Z</time></trkpt>\n"
      }
      try write(gpx + "</trkseg></trk></gpx>\n", to: "\(folder)/walk.gpx")
      try write("summary: Mine\nkind: standard\nupload: {}\n", to: "\(folder)/mine.yml")
      let outcome = try BuiltTool.run(
        [
          "compare", "--track", "walk.gpx", "--track-noise", "0", "--surroundings", "open-sky", "--strategy",
          "mine.yml",
          "--seeds", "2", "--format", "csv",
        ], in: folder)
      #expect(outcome.status == 0)
      let row = outcome.text.split(separator: "\n").last.map(String.init) ?? ""
      #expect(row.hasPrefix("mine,modern-phone,lte,ios-18,walk,live,2,599,"), "\(row)")
    }
  }

  @Test func aRunWritesItsTimelineAndItsDeliveries() throws {
    try withTemporaryFolder { folder in
      let outcome = try BuiltTool.run(
        ["run", "--scenario", "city-run", "--timeline", "t.csv", "--deliveries", "d.csv"], in: folder)
      #expect(outcome.status == 0)
      #expect(outcome.errors == "wrote t.csv\nwrote d.csv\n")
      let timeline = try String(contentsOfFile: "\(folder)/t.csv", encoding: .utf8)
      #expect(timeline.hasPrefix("start_s,end_s,component,state,cause,app,power_mW,energy_J\n"))
      let piped = try BuiltTool.run(["run", "--scenario", "city-run", "--timeline", "-"], in: folder)
      #expect(piped.text == timeline)
    }
  }
}
