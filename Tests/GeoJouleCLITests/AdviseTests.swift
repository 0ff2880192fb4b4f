import Foundation
import Testing

private let small = ["advise", "--scenario", "city-run", "--seeds", "3", "--quiet"]

@Suite struct AdviseTests {
  @Test func adviceIsRankedAndHasFigures() throws {
    let outcome = try BuiltTool.run(small + ["--need", "now:150m:60%"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let row = try #require(outcome.text.split(separator: "\n").first { $0.hasPrefix("HundredMeters instead of Best ") })
    #expect(row.contains(" -"), "\(row)")
    let wide = try BuiltTool.run(small + ["--need", "now:150m:60%", "--wide"])
    #expect(wide.text.contains("kCLLocationAccuracyHundredMeters"))
    #expect(outcome.text.contains("--need now:150m:60%"))
    #expect(!outcome.text.contains("\u{1B}"))
  }

  @Test func jsonAndMarkdown() throws {
    let json = try BuiltTool.run(small + ["--format", "json"])
    let object = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
    #expect(object?["schema"] as? String == "geojoule-advice")
    #expect((object?["advice"] as? [Any])?.isEmpty == false)
    #expect(try BuiltTool.run(small + ["--json", "-"]).output == json.output)
    #expect(try BuiltTool.run(small + ["--format", "markdown"]).text.hasPrefix("### Advice for continuous"))
  }

  @Test func theBytesDoNotDependOnTheJobs() throws {
    let one = try BuiltTool.run(small + ["--jobs", "1"]).output
    #expect(try BuiltTool.run(small + ["--jobs", "3"]).output == one)
  }

  @Test func whereTheGuidesNameNoChangeItSaysSo() throws {
    let outcome = try BuiltTool.run(small + ["--strategy", "none"])
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix("The guides name no change to none.\n"))
    #expect(outcome.text.contains("Next: 'geojoule compare --scenario city-run'"))
    let json = try BuiltTool.run(small + ["--strategy", "none", "--format", "json"])
    let object = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
    #expect((object?["advice"] as? [Any])?.isEmpty == true)
  }

  @Test func ofACompositeItSaysWhatItChangedAndWhatItDidNot() throws {
    let some = try BuiltTool.run(small + ["--strategy", "motion-recorder"])
    #expect(some.status == 0)
    #expect(some.text.contains("HundredMeters instead of Best "))
    let words = some.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(
      words.contains(
        "Changed are accuracy, filter, requests and time to rest of its actions. States, rules and fences stay: compare "
          + "other files with 'geojoule compare'."))
    let none = try BuiltTool.run(small + ["--strategy", "home-automation"])
    #expect(none.status == 0 && none.text.hasPrefix("The guides name no change to home-automation."))
  }

  /// On Android there is advice on fused requests and uploads, and the way to the rest.
  @Test func onAndroidItSaysWhatItIsAboutAndWhereToSearch() throws {
    let none = try BuiltTool.run(small + ["--strategy", "android-geofences"])
    #expect(none.status == 0 && none.text.contains("Next: 'geojoule compare --scenario city-run'"))
    try withTemporaryFolder { folder in
      try write("summary: t\nkind: fused\nupload: {batch_count: 1}\n", to: "\(folder)/s.yml")
      let some = try BuiltTool.run(
        ["advise", "--scenario", "city-run", "--seeds", "2", "--strategy", "s.yml"], in: folder)
      #expect(some.status == 0)
      #expect(some.text.contains("upload"))
      #expect(some.text.contains("an interval of 30 s"))
      #expect(some.text.contains("requests while the user moves"))
    }
  }

  @Test(arguments: ["100", "track:0m", "now:5min", "fast", "track:10m:110%"])
  func aNeedThatIsNotUnderstoodIsWrongUsage(_ text: String) throws {
    let outcome = try BuiltTool.run(small + ["--need", text])
    #expect(outcome.status == 64 && outcome.errors.contains("--need: "), "\(outcome.errors)")
  }

  /// Nobody has deferral on iOS 18, and a recorder loses nothing by late positions.
  @Test func onlyWhatCanBeDoneIsAdvised() throws {
    let text = try BuiltTool.run(small + ["--wide"]).text
    #expect(!text.contains("allowDeferredLocationUpdates"))
    #expect(text.contains("CLLocationUpdate.liveUpdates()"))
    #expect(text.contains("CMMotionActivityManager()"))
    #expect(!text.contains(" the need"))
    #expect(
      try BuiltTool.run(small + ["--need", "track:10m:80%", "--wide"]).text.contains("the share is below the need"))
  }

  /// The system pauses it in the first hour of a car day, and the app is opened no more.
  @Test func whatLosesItsTrackByPausingIsMended() throws {
    try withTemporaryFolder { folder in
      try write(
        "summary: t\nkind: standard\nuse: record\nparameters: {pauses_automatically: true}\n", to: "\(folder)/s.yml")
      let text = try BuiltTool.run(["advise", "sales-day", "s.yml", "--seeds", "3", "--quiet"], in: folder).text
      #expect(text.hasPrefix("The best change to s: live updates in place of "), "\(text)")
      let worth = try #require(text.split(separator: "\n\n").first { $0.contains("Costs more, and is worth it") })
      #expect(worth.contains("\nno automatic pausing "))
    }
  }

  /// Uploads of half an hour save energy, and other people see the user where they were.
  @Test func whatOthersSeeIsJudgedWherePositionsAreSent() throws {
    try withTemporaryFolder { folder in
      try write("summary: t\nkind: live_updates\nuse: live\nupload: {batch_interval: 1 min}\n", to: "\(folder)/s.yml")
      let text = try BuiltTool.run(small + ["s.yml", "--wide"], in: folder).text
      #expect(text.hasPrefix("No change to s is worth its price.") && text.contains("Judged by server:100m"), "\(text)")
    }
  }

  @Test func aNeedThatAStrategyCannotServeIsNamed() throws {
    let text = try BuiltTool.run(small + ["continuous", "--need", "server:100m:90%"]).text
    #expect(
      text.split { $0 == " " || $0 == "\n" }.joined(separator: " ").hasPrefix(
        "continuous never sends positions to a server on this day: no change to it is judged by server:100m:90%."))
    #expect(!text.contains("keeps what the app needs"))
  }

  @Test(arguments: ["continuous", "live-updates", "regions"])
  func runProposesAdviceWhereThereIsSome(_ strategy: String) throws {
    let isProposed = try BuiltTool.run(["run", "--scenario", "city-run", strategy]).text.contains("'geojoule advise ")
    #expect(try BuiltTool.run(small + [strategy]).text.hasPrefix("The guides name no change") == !isProposed)
  }

  @Test func valuesAreCountedAsTheyAreShown() throws {
    let shown = try BuiltTool.run(["show", "modern-phone"]).text
    let line = try #require(shown.split(separator: "\n").first { $0.contains(" values: ") })
    let counts = line.split { !$0.isNumber }.map(String.init)
    let run = try BuiltTool.run(["run", "--scenario", "city-run"]).text.replacing("\n  ", with: " ")
    #expect(run.contains("modern-phone: \(counts[2]) of \(counts[0]) values are estimates"), "\(line)")
  }
}
