import Foundation
import Testing

/// What `geojoule import` does with several logs, by the times that they have.
@Suite struct ImportedTimesTests {
  private static let start = 1_772_378_011
  /// Three hours on the way north, a position each 30 s.
  private static func positions(from start: Int) -> String {
    (0..<361).reduce(into: "time,latitude,longitude\n") {
      $0 += "\(start + 30 * $1),\(48 + 0.0007 * Double($1)),11.5\n"
    }
  }

  private static func notes(_ files: [String], in folder: String) throws -> (outcome: BuiltTool.Outcome, text: String) {
    let outcome = try BuiltTool.run(["import"] + files + ["--output", "mine", "--system", "ios"], in: folder)
    return (outcome, outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// Levels over three hours, and positions that begin so much later.
  @Test(arguments: [
    (hours: 0.0, note: ""), (0.5, ""), (1.25, "it shares 1 h 45 min of 3 h 00 min with level.csv"),
    (8, "no log of the battery is of its time, so it is a run apart"),
  ])
  func positionsOfAnotherTimeAreNoted(_ row: (hours: Double, note: String)) throws {
    try withTemporaryFolder { folder in
      let levels = (0...18).map { "\(Self.start + 600 * $0),\(97 - $0)\n" }.joined()
      try write("unix_s,level_percent\n" + levels, to: "\(folder)/level.csv")
      try write(Self.positions(from: Self.start + Int(3_600 * row.hours)), to: "\(folder)/way.csv")
      let text = try Self.notes(["way.csv", "level.csv"], in: folder).text
      #expect(text.contains("check the time zones") == !row.note.isEmpty, "\(text)")
      #expect(row.note.isEmpty || text.contains("way.csv: \(row.note)"), "\(text)")
      #expect(text.contains("level.csv table of levels"))
    }
  }

  /// Of 0.7 W by the gauge and 0.731 W by the monitor the monitor's is written, in whichever order they are given.
  @Test(arguments: [["gauge.csv", "monitor.csv"], ["monitor.csv", "gauge.csv"]])
  func theMonitorIsTakenForTheGauge(_ files: [String]) throws {
    try withTemporaryFolder { folder in
      let rows = (0..<9).map { "\(Self.start + 60 * $0)" }
      try write("unix_s,power_mW,level\n" + rows.map { $0 + ",700,91\n" }.joined(), to: "\(folder)/gauge.csv")
      try write("unix_s,power_mW\n" + rows.map { $0 + ",731\n" }.joined(), to: "\(folder)/monitor.csv")
      let text = try Self.notes(files, in: folder).text
      let isSecond = files[1] == "monitor.csv"
      #expect(text.contains("monitor.csv: of two powers its own, not those of gauge.csv, are taken") == isSecond)
      #expect(text.contains("gauge.csv: of two powers those of monitor.csv are taken") != isSecond)
      let power = try String(contentsOfFile: "\(folder)/mine/power.csv", encoding: .utf8).split(separator: "\n")
      #expect(power.count == 9 && power.dropFirst().allSatisfy { $0.contains(",0.731,") && $0.hasSuffix("monitor") })
      #expect(try String(contentsOfFile: "\(folder)/mine/battery.csv", encoding: .utf8).contains(",91,"))
    }
  }

  /// Of levels in steps of 5 and of 1 % the finer ones are written.
  @Test func theFinerLevelsAreTaken() throws {
    try withTemporaryFolder { folder in
      for (name, step) in [("coarse", 5), ("fine", 1)] {
        let rows = (0..<16).map { "\(Self.start + 600 * $0),\((93 - $0) / step * step)\n" }.joined()
        try write("unix_s,level_percent\n" + rows, to: "\(folder)/\(name).csv")
      }
      let text = try Self.notes(["coarse.csv", "fine.csv"], in: folder).text
      #expect(text.contains("fine.csv: of two levels its own, not those of coarse.csv, are taken"), "\(text)")
      #expect(try String(contentsOfFile: "\(folder)/mine/battery.csv", encoding: .utf8).contains(",91,"))
      // Without --strategy nobody says what ran, and the built-in mapping is of other days.
      let outcome = try BuiltTool.run(["validate", "mine", "--device", "modern-phone"], in: folder)
      #expect(outcome.status == 65 && outcome.errors.contains("'geojoule import --strategy' writes one"))
    }
  }

  /// A slip is said at once, and neither a built-in name nor a file is one.
  @Test(arguments: [("continous", "the nearest of the valid strategies is 'continuous'"), ("none", ""), ("my.yml", "")])
  func aStrategyThatIsUnknownIsSaid(name: String, remedy: String) throws {
    try withTemporaryFolder { folder in
      try write("unix_s,level_percent\n\(Self.start),97\n\(Self.start + 7200),91\n", to: "\(folder)/level.csv")
      let outcome = try BuiltTool.run(
        ["import", "level.csv", "--output", "mine", "--system", "ios", "--strategy", name], in: folder)
      #expect(outcome.status == 0 && outcome.errors.contains("warning") == !remedy.isEmpty, "\(outcome.errors)")
      #expect(remedy.isEmpty || outcome.errors.contains("no strategy '\(name)' is built in; \(remedy)"))
    }
  }

  /// Two tables from 0 would be one phone's powers at one time.
  @Test func twoPowersWithoutDatesAreRefused() throws {
    try withTemporaryFolder { folder in
      for (name, watts) in [("night", 0.041), ("rest", 0.333)] {
        try write("time_s,power_W\n0,\(watts)\n60,\(watts)\n120,\(watts)\n", to: "\(folder)/\(name).csv")
      }
      let outcome = try Self.notes(["night.csv", "rest.csv"], in: folder).outcome
      #expect(outcome.status == 65 && outcome.errors.hasPrefix("rest.csv: error: its times count from its own start"))
    }
  }
}
