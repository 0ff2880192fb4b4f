import Foundation
import Testing

@Suite struct ShareTests {
  private static let day = ["share", "--scenario", "city-run", "--seeds", "2", "--strategy", "continuous"]

  @Test func bothFiguresAreTold() throws {
    let outcome = try BuiltTool.run(Self.day + ["--strategy", "hundred-meters"])
    #expect(outcome.status == 0)
    #expect(outcome.text.prefix { $0 != "\n" }.contains(" % of the battery in 1 h 15 min (predicted "))
    for words in ["alone", "by absence", "booked", "together", "saved by sharing"] {
      #expect(outcome.text.contains(words), "\(words)")
    }
  }

  @Test func theCSVHasARowForEachAppAndEachSum() throws {
    let outcome = try BuiltTool.run(Self.day + ["--strategy", "continuous", "--format", "csv"])
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(
      lines.map { $0.prefix { $0 != "," } } == [
        "app", "continuous", "continuous (2)", "sum", "together", "saved_by_sharing", "joint",
      ])
    let count = lines[0].split(separator: ",", omittingEmptySubsequences: false).count
    #expect(lines.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == count })
  }

  @Test func theJSONAgreesWithTheCSV() throws {
    let outcome = try BuiltTool.run(Self.day + ["--strategy", "kilometer", "--format", "json"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.text.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "geojoule-sharing")
    #expect((object["apps"] as? [Any])?.count == 2)
    #expect((object["runs"] as? [Any])?.count == 2)
  }

  @Test(arguments: [[], ["--until-empty", "--strategy", "kilometer"], Array(repeating: "--strategy=none", count: 7)])
  func wrongUsageIsRefused(_ arguments: [String]) throws {
    let outcome = try BuiltTool.run(Self.day + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.text.isEmpty)
  }
}
