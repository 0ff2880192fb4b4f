import Foundation
import TestSupport
import Testing

/// `compare --population` and `show population --person`, as users call them.
@Suite struct PopulationCommandTests {
  static let short = ["--population", "commuters", "--days", "1", "--strategy", "none", "--strategy", "hundred-meters"]

  static let mistakes: [([String], String)] = [
    (
      ["compare", "--population", "commuters", "--scenario", "commute"],
      "error: --population and --scenario exclude each other; give one of them"
    ),
    (
      ["compare", "--population", "commuters", "--track", "a.gpx"],
      "error: --population and --track exclude each other; give one of them"
    ),
    (
      ["compare", "--population", "commuters", "--seeds", "3"],
      "error: --seeds belongs to one day; --people says how many people are drawn, each with a seed"
    ),
    (
      ["compare", "--population", "commuters", "--until-empty"],
      "error: --until-empty does not go with --population: its people charge their phones; leave it out"
    ),
    (
      ["compare", "--population", "commuters", "--budgets", "b.yml"],
      "error: --budgets does not go with --population: limits are for one day; leave it out"
    ),
    (
      ["compare", "--people", "3"], "error: --people belongs to --population; a scenario says itself how long it lasts"
    ),
    (["compare", "--days", "3"], "error: --days belongs to --population; a scenario says itself how long it lasts"),
    (["compare", "--population", "commuters", "--people", "0"], "error: --people takes 1 to 1,000,000"),
    (["compare", "--population", "commuters", "--days", "32"], "error: --days takes 1 to 31"),
    (
      ["show", "scenario", "commute", "--person", "1"],
      "error: --person belongs to a population; write 'geojoule show population NAME --person N'"
    ),
    (["show", "population", "commuters", "--days", "2"], "error: --days belongs to --person"),
    (["show", "population", "commuters", "--person", "0"], "error: --person takes 1 to 1,000,000"),
  ]

  @Test(arguments: mistakes)
  func whatMakesNoSenseIsRefusedWithARemedy(_ arguments: [String], _ message: String) throws {
    let outcome = try BuiltTool.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.text.isEmpty)
    #expect(outcome.errors.split(separator: "\n").first.map(String.init) == message)
  }

  /// Of 23 people all keep half a battery and none keeps 99.9 % of it: by Clopper and Pearson 0.025 to the power of 1/23, 0.8518,
  /// is the end of the 95 % interval, or its complement.
  @Test func aPromiseCountsThePeople() throws {
    func check(_ left: String) throws -> String {
      let promise = ["--limit", "P(battery >= \(left) % after 12 h) >= 80 %", "--screen-on", "0h", "--seeds", "23"]
      return try BuiltTool.run(["check", "--strategy", "none", "--population", "commuters"] + promise).text
        .replacingOccurrences(of: "\n", with: " ")
    }
    let (all, none) = (try check("50"), try check("99.9"))
    let kept =
      "With none on commuters, 100 % of people (85.1 to 100 %) have 50 % of the battery left after 12 h. The promise"
    #expect(all.contains(kept), "\(all)")
    #expect(none.contains("With none on commuters, 0 % of people (0 to 14.9 %)"), "\(none)")
    #expect(none.contains("80 % is not kept."), "\(none)")
  }

  @Test func anUnknownPopulationAndAnotherKindOfFileAreBadInput() throws {
    let unknown = try BuiltTool.run(["compare", "--population", "comuters"])
    #expect(unknown.status == 65)
    #expect(
      unknown.errors
        == "error: unknown population 'comuters'; did you mean 'commuters'? 'geojoule list populations' shows "
        + "all; a path of a file works too\n")
    try withTemporaryFolder { folder in
      try write("summary: s\ninherits: everyone\npeople:\n  workers: {mean: 2}\n", to: "\(folder)/p.yml")
      let bad = try BuiltTool.run(["compare", "--population", "p.yml"], in: folder)
      #expect(bad.status == 65)
      #expect(bad.errors.hasPrefix("p.yml:4:12: error: "), "\(bad.errors)")
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/reports"))
      try BuiltTool.run(["show", "scenario", "commute"]).output.write(to: URL(fileURLWithPath: "\(folder)/day.yml"))
      let day = try BuiltTool.run(["compare", "--population", "day.yml"], in: folder)
      #expect(day.status == 65)
      #expect(day.errors.contains("this is a scenario file, where a population belongs; give it with --scenario"))
    }
  }

  @Test func theSameBytesForAnyNumberOfJobs() throws {
    let one = try BuiltTool.run(["compare", "--people", "5", "--jobs", "1", "--format", "json"] + Self.short)
    let four = try BuiltTool.run(["compare", "--people", "5", "--jobs", "4", "--format", "json"] + Self.short)
    #expect(one.status == 0 && one.errors.isEmpty, "\(one.errors)")
    #expect(one.output == four.output)
  }

  @Test func theTableNamesTheMedianTheWorstAndTheCommand() throws {
    let outcome = try BuiltTool.run(["compare", "--people", "12", "--format", "csv"] + Self.short)
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines[0].hasPrefix("strategy,device,population,days,figure,trait,group,people,mean,"))
    #expect(lines.dropFirst().allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 30 })
    #expect(lines.contains { $0.hasPrefix("hundred-meters,modern-phone,commuters,1,error_p95_m,all,all,12,") })
    try withTemporaryFolder { folder in
      let table = try BuiltTool.run(
        ["compare", "--people", "12", "--csv", "p.csv", "--html", "p.html"] + Self.short, in: folder)
      #expect(table.status == 0)
      #expect(table.text.contains("worst tenth"))
      #expect(
        table.text.contains(
          "Again: geojoule compare --people 12 --population commuters --days 1 --strategy none --strategy hundred-meters"
        ))
      #expect(table.errors == "wrote p.csv\nwrote p.html\n")
      let page = try String(contentsOfFile: "\(folder)/p.html", encoding: .utf8)
      #expect(page.contains("Groups over-represented in the worst tenth") && page.contains("<svg"))
    }
  }

  @Test(.enabled(if: PublishedSchema.canCheck, "needs python3 and the package 'jsonschema'"))
  func theDocumentKeepsItsSchema() throws {
    let outcome = try BuiltTool.run(["compare", "--people", "11", "--format", "json"] + Self.short)
    #expect(try PublishedSchema.faults(outcome.output, "population") == "")
    let text = String(decoding: outcome.output, as: UTF8.self)
    for (member, wrong) in [("\"worst_decile\"", "\"worst\""), ("\"people\": 11", "\"people\": \"11\"")] {
      #expect(text.contains(member))
      let changed = text.replacingOccurrences(of: member, with: wrong)
      #expect(try PublishedSchema.faults(Data(changed.utf8), "population") != "", "\(wrong)")
    }
  }

  /// The week of one person is a scenario that every command takes, and gives the person's own figures.
  @Test func aShownPersonRunsAsAScenario() throws {
    try withTemporaryFolder { folder in
      let shown = try BuiltTool.run(["show", "population", "commuters", "--person", "3", "--days", "1"])
      #expect(shown.status == 0 && shown.errors.isEmpty)
      try shown.output.write(to: URL(fileURLWithPath: "\(folder)/three.yml"))
      let check = try BuiltTool.run(["validate-file", "three.yml"], in: folder)
      #expect(check.text == "three.yml: ok, a scenario of 24 h 00 min\n")
      let alone = try BuiltTool.run(
        [
          "compare", "--scenario", "three.yml", "--seeds", "1", "--first-seed", "3", "--parameters", "fixed",
          "--strategy",
          "hundred-meters", "--format", "csv",
        ], in: folder)
      let all = try BuiltTool.run(
        ["compare", "--people", "3", "--format", "json"] + Self.short)
      let header = alone.text.split(separator: "\n")[0].split(separator: ",", omittingEmptySubsequences: false)
      let row = alone.text.split(separator: "\n")[1].split(separator: ",", omittingEmptySubsequences: false)
      let place = try #require(header.firstIndex(of: "error_p95_m"))
      #expect(!row[place].isEmpty)
      #expect(all.text.contains("\"error_p95_m\": \(row[place])"))
    }
  }

  /// A file that inherits from a population is one, whatever its keys: their names are those of a population.
  @Test func aMisspeltKeyListsThoseOfAPopulation() throws {
    try withTemporaryFolder { folder in
      try write(
        "summary: x\ninherits: commuters\ntransits:\n  wait: {mean: 3 min, distribution: fixed, trust: estimate, source: x}\n",
        to: "\(folder)/p.yml")
      let outcome = try BuiltTool.run(["validate-file", "p.yml"], in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.hasPrefix("p.yml:3:1: error: unknown key 'transits'"), "\(outcome.errors)")
      #expect(outcome.errors.contains("'transit'"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("battery"), "\(outcome.errors)")
    }
  }

  @Test func aPersonIsShownAlike() throws {
    let text = try BuiltTool.run(["show", "population", "students", "--person", "5", "--days", "1"]).text
    let lines = text.components(separatedBy: "\n")
    // The first legs stand for all: each has the same keys.
    expectGolden("show-person.yml", lines.prefix(60).joined(separator: "\n") + "\n... \(lines.count) lines\n")
  }
}
