import Foundation
import TestSupport
import Testing

@Suite struct DiagnoseTests {
  private static let still = ["diagnose", "hundred-meters", "--still", "2h", "--seeds", "8", "--quiet"]
  /// Sends each position over the cell's network.
  private static let driving = ["diagnose", "significant-change", "--driving", "2h", "--seeds", "8", "--quiet"]

  private static func document(_ arguments: [String], in folder: String = NSTemporaryDirectory()) throws -> [String:
    Any]
  {
    let outcome = try BuiltTool.run(arguments + ["--format", "json"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  /// The same fall, by what is known of the screen: 31 % of 12.7 Wh in 2 h are 2 W, which a screen takes.
  @Test(arguments: [
    (["--drop", "71..70%"], "as expected"), (["--drop", "71..40%", "--screen-on", "0h"], "more than expected"),
    (["--drop", "71..56%"], "cannot tell"), (["--drop", "71..40%", "--charging"], "cannot tell"),
  ])
  func theFirstAnswerIsOneOfThree(_ options: [String], _ verdict: String) throws {
    #expect(try Self.document(Self.still + options)["verdict"] as? String == verdict)
  }

  @Test func aComplaintOfTheWorstOfManyNeedsMore() throws {
    let one = try Self.document(Self.still + ["--drop", "71..70%", "--screen-on", "0h"])
    let many = try Self.document(Self.still + ["--drop", "71..70%", "--screen-on", "0h", "--users", "20000"])
    let threshold = try #require(one["threshold_percent"] as? Double)
    #expect(try #require(many["threshold_percent"] as? Double) > 1.5 * threshold)
    #expect(one["expected_percent"] as? [Double] == many["expected_percent"] as? [Double])
  }

  @Test func thereAreProbabilitiesWithTwoObservationsOnly() throws {
    #expect(try Self.groups(of: Self.document(Self.still + ["--drop", "71..62%"])).isEmpty)
    let document = try Self.document(Self.still + ["--drop", "71..62%", "--fixes", "1300"])
    let groups = try Self.groups(of: document)
    // The fewest that hold 90 %. A cause has no probability but its group's.
    #expect((0.9...1.000001).contains(groups.reduce(0) { $0 + $1.probability }), "\(groups)")
    for cause in try #require(document["causes"] as? [[String: Any]]) {
      let name = try #require(cause["cause"] as? String)
      let place = groups.firstIndex { $0.causes.contains(name) }
      #expect(cause["group_number"] as? Int == place.map { $0 + 1 } && cause["probability"] == nil)
      #expect(cause["group_probability"] as? Double == place.map { groups[$0].probability })
    }
  }

  private static func groups(of document: [String: Any]) throws -> [(causes: [String], probability: Double)] {
    try #require(document["groups"] as? [[String: Any]]).map {
      (try #require($0["causes"] as? [String]), try #require($0["probability"] as? Double))
    }
  }

  /// That of the group that holds the cause; 0 outside of the groups.
  private static func probability(
    _ cause: String, _ options: [String], in folder: String = NSTemporaryDirectory()
  ) throws -> Double {
    let regions = ["diagnose", "regions", "--still", "2h", "--seeds", "8", "--quiet"]
    return try groups(of: document(regions + options, in: folder)).first { $0.causes.contains(cause) }?.probability ?? 0
  }

  /// Regions keep no app running and bring no positions; updates at the best accuracy do both.
  @Test func whatTheSettingsAndALogShowTellsCausesApart() throws {
    let (drop, cause) = (["--drop", "71..66%", "--screen-on", "0h"], "best accuracy never released")
    let (awake, asleep) = (
      try Self.probability(cause, drop + ["--background-time", "2h"]),
      try Self.probability(cause, drop + ["--background-time", "1min"])
    )
    #expect(awake > 0.15 && asleep == 0, "\(awake) \(asleep)")
    let (much, little) = (
      try Self.probability(cause, drop + ["--app-share", "81%"]),
      try Self.probability(cause, drop + ["--app-share", "2%"])
    )
    #expect(much > 0.15 && little == 0, "\(much) \(little)")
    try withTemporaryFolder { folder in
      let rows = (0..<7).map { "\(1_700_000_000 + 97 * $0),52.4\($0),13.3" }
      try (["unix_s,latitude,longitude"] + rows).joined(separator: "\n").write(
        toFile: folder + "/fixes.csv", atomically: true, encoding: .utf8)
      // Seven are counted, and no app gets as few that asks for the best accuracy.
      #expect(try Self.probability(cause, drop + ["--fixes", "fixes.csv"], in: folder) == 0)
      let (counted, given) = try (
        Self.document(Self.still + drop + ["--fixes", folder + "/fixes.csv"]),
        Self.document(Self.still + drop + ["--fixes", "7"])
      )
      #expect(try Self.groups(of: counted).map(\.probability) == Self.groups(of: given).map(\.probability))
    }
  }

  /// Weak signal and an old battery are known of the phone: what is to be expected rises, and they are no cause any more. Half the
  /// battery is 0.92 / 0.51 = 1.8 times the drain; the error of the gauge, which does not grow, takes some of that.
  @Test(arguments: [(["--weak-signal"], "weak signal", 1.001), (["--battery-health", "51%"], "aged battery", 1.4)])
  func whatIsKnownOfThePhoneIsExpected(_ option: [String], _ cause: String, _ factor: Double) throws {
    func answer(_ options: [String]) throws -> (expected: [Double], causes: [String]) {
      let document = try Self.document(Self.driving + ["--drop", "71..62%", "--screen-on", "0h"] + options)
      return (
        try #require(document["expected_percent"] as? [Double]),
        try #require(document["causes"] as? [[String: Any]]).compactMap { $0["cause"] as? String }
      )
    }
    let (without, with) = (try answer([]), try answer(option))
    #expect(without.causes.contains(cause) && !with.causes.contains(cause), "\(without.causes) \(with.causes)")
    #expect(with.expected[0] > factor * without.expected[0] && with.expected[1] > factor * without.expected[1])
  }

  /// A battery at 1 %/h, and one at 7 %/h after a change.
  @Test func twoLogsAreAChange() throws {
    try withTemporaryFolder { folder in
      for (name, rate) in [("before.csv", 1), ("after.csv", 7), ("flat.csv", 0)] {
        let rows = (0...6).map { "\(1_700_000_000 + 1200 * $0),\(90 - rate * $0 / 3)" }
        try (["unix_s,level_percent"] + rows).joined(separator: "\n").write(
          toFile: folder + "/" + name, atomically: true, encoding: .utf8)
      }
      let document = try Self.document(
        [
          "diagnose", "before.csv", "after.csv", "hundred-meters", "--still", "2h", "--screen-on", "0h", "--seeds", "8",
        ],
        in: folder)
      #expect(document["verdict"] as? String == "more than expected")
      #expect(document["change_percent_per_hour"] as? Double == 6)
      // The phone is known as well as a fall of 2 points is, with an error of 0.8 by its gauge: as configured it takes 2 % again.
      let expected = try #require(document["expected_percent"] as? [Double])
      #expect(expected[0] > 0.7 && expected[0] < 1.2 && expected[1] > 3.3 && expected[1] < 5, "\(expected)")
      // A first log that is flat says nothing of the phone.
      let flat = try BuiltTool.run(
        ["diagnose", "flat.csv", "after.csv", "hundred-meters", "--still", "2h"], in: folder)
      #expect(flat.status == 65)
    }
  }

  @Test(arguments: [
    [], ["--drop", "9..38%"], ["--drop", "38..9%", "--over", "soon"], ["--drop", "38..9%", "--users", "0"],
    ["--drop", "38..9%", "--over", "1h", "--screen-on", "2h"], ["--drop", "38..9%", "--scenario", "desk-day"],
    ["--drop", "130%"], ["--drop", "38..9..1%"], ["--drop", "38..9%", "--battery-health", "9%"],
    ["--drop", "38..9%", "--phone-year", "1999"],
  ])
  func wrongUsageIsRefused(_ options: [String]) throws {
    let outcome = try BuiltTool.run(Self.still + options)
    #expect(outcome.status == 64)
    #expect(outcome.text.isEmpty)
  }

  /// The error is about the file, where nothing else says what was seen.
  @Test(arguments: ["", "1700000000,80", "1700000000,50\n1700003600,60"])
  func aLogWithoutADischargeIsBadInput(_ rows: String) throws {
    try withTemporaryFolder { folder in
      try ("unix_s,level_percent\n" + rows).write(toFile: folder + "/log.csv", atomically: true, encoding: .utf8)
      let outcome = try BuiltTool.run(Self.still + ["log.csv"], in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("log.csv"), "\(outcome.errors)")
    }
  }

  /// 71 to 40 % as shares of 1 and as a fall, and a day that is named gives the time.
  @Test(arguments: [
    ["--drop", "0.71..0.4"], ["--drop", "31"], ["--drop", "0.31"], ["--drop", "31%", "--over", "2h"],
  ])
  func aFallHasMoreThanOneForm(_ drop: [String]) throws {
    let document = try Self.document(Self.still + drop)
    #expect(document["fall_percent"] as? Double == 31 && document["hours"] as? Double == 2)
  }

  /// The app's share and a day: how much of each of its causes it takes.
  @Test func aShareAloneNamesAmounts() throws {
    let causes = try #require(
      try Self.document(Self.driving + ["--app-share", "60%", "--screen-on", "0h"])["causes"] as? [[String: Any]])
    let best = try #require(causes.first { $0["cause"] as? String == "best accuracy never released" })
    let needed = try #require(best["needed"] as? Double)
    #expect(needed > 0.2 && needed < 2 && best["needed_unit"] as? String == "h", "\(needed)")
  }

  /// Half an hour of the screen takes some 4 %, and is no cause then.
  @Test func aBatteryHistoryKnowsItsScreen() throws {
    let history = """
      Battery History (0% used, 1 used of 512KB, 1 strings using 1):
                          0 (10) RESET:TIME: 2026-01-31-01-44-02
                          0 (2) 095 status=discharging plug=none volt=4000 charge=3000 +running
                   +10s000ms (2) 095 +screen
                +30m10s000ms (2) 090 -screen
              +1h00m00s000ms (2) 089 volt=3900
      """
    try withTemporaryFolder { folder in
      try history.write(toFile: folder + "/history.txt", atomically: true, encoding: .utf8)
      let document = try Self.document(Self.still + ["history.txt"], in: folder)
      let causes = try #require(document["causes"] as? [[String: Any]]).compactMap { $0["cause"] as? String }
      #expect(!causes.contains("screen on") && document["fall_percent"] as? Double == 6)
      #expect(try #require(document["expected_percent"] as? [Double])[0] > 1.5)
      let dark = try Self.document(Self.still + ["history.txt", "--screen-on", "0h"], in: folder)
      #expect(try #require(dark["expected_percent"] as? [Double])[0] < 1)
    }
  }

  @Test func aLogThatIsNotThereIsBadInput() throws {
    let outcome = try BuiltTool.run(Self.still + ["nowhere.csv"])
    #expect(outcome.status == 65 && outcome.errors.contains("nowhere.csv"), "\(outcome.errors)")
  }

  @Test func aDayThatIsTooShortIsBadInput() throws {
    let outcome = try BuiltTool.run(Self.still + ["--drop", "38..9%", "--over", "5h"])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("2 h 00 min") && outcome.errors.contains("5 h 00 min"))
  }

  /// Each complaint of the page gives the answer that stands below it.
  @Test func thePagesComplaintsGiveTheirAnswers() throws {
    let page = try String(contentsOfFile: RepositoryPath.of("docs/diagnose.md"), encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var complaints = 0
    for (number, line) in lines.enumerated() where line.hasPrefix("$ geojoule diagnose ") {
      complaints += 1
      let outcome = try BuiltTool.run(line.split(separator: " ").dropFirst(2).map(String.init) + ["--quiet"])
      let text = outcome.text.replacing("\n  ", with: " ")
      for shown in lines[(number + 1)...].prefix(while: { $0 != "```" }) where !shown.isEmpty {
        #expect(text.contains(shown), "\(line): \(shown)")
      }
    }
    #expect(complaints == 3)
  }
}
