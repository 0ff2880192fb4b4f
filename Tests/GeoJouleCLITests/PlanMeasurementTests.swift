import Foundation
import TestSupport
import Testing

/// `geojoule plan-measurement`: which runs of a phone tell most about a question.
@Suite struct PlanMeasurementTests {
  private static func rows(_ text: String) -> [[String: String]] {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  @Test func theBaseLineIsMeasuredByTheNightAndTrackingByItself() throws {
    func best(_ question: String) throws -> (first: [String: String], all: [[String: String]]) {
      let outcome = try BuiltTool.run([
        "plan-measurement", "--question", question, "--scenario", "desk-day", "--seeds", "2", "--format", "csv",
        "--quiet",
      ])
      try #require(outcome.status == 0, "\(outcome.errors)")
      let rows = Self.rows(outcome.text)
      return (try #require(rows.first), rows)
    }
    let idle = try best("none")
    #expect(idle.first["strategy"] == "none" && idle.first["hours"] == "8", "\(idle.first)")
    let tracking = try best("continuous")
    #expect(tracking.first["strategy"] == "continuous", "\(tracking.first)")
    for row in idle.all + tracking.all {
      let after = try #require(Double(row["deviation_percent_per_hour"] ?? ""))
      let before = try #require(Double(row["deviation_before_percent_per_hour"] ?? ""))
      #expect(after <= before && after > 0)
    }
    // Longer runs of one kind tell more.
    let hundred = tracking.all.filter { $0["strategy"] == "none" && $0["place"] == "at rest" }
    let order = hundred.compactMap { Double($0["hours"] ?? "") }
    #expect(order == order.sorted(by: >) && order.count > 1, "\(order)")
  }

  @Test func aPlanKeepsToItsHoursAndASecondWeekendAdds() throws {
    let arguments = [
      "plan-measurement", "--question", "continuous", "--question", "hundred-meters", "--scenario", "desk-day",
      "--hours",
      "13", "--seeds", "2", "--quiet",
    ]
    let outcome = try BuiltTool.run(arguments + ["--format", "json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let json = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect(json["question"] as? String == "continuous less hundred-meters on desk-day")
    var last = try #require(json["deviation_percent_per_hour"] as? Double)
    let weekends = try #require(json["weekends"] as? [[[String: Any]]])
    #expect(weekends.count == 2 && !weekends[0].isEmpty)
    for weekend in weekends {
      #expect(weekend.reduce(0) { $0 + ($1["hours"] as? Double ?? 0) } <= 13)
      for step in weekend {
        let deviation = try #require(step["deviation_percent_per_hour"] as? Double)
        #expect(deviation < last)
        last = deviation
      }
    }
    if PublishedSchema.canCheck {
      #expect(try PublishedSchema.faults(outcome.output, "measurement-plan") == "")
    }
    let text = try BuiltTool.run(arguments).text
    for line in ["The best weekend", "A second weekend", "Each run alone"] { #expect(text.contains(line), "\(text)") }
    #expect(try BuiltTool.run(arguments + ["--format", "markdown"]).text.contains("hundred-meters"))
    #expect(try BuiltTool.run(arguments + ["--format", "html"]).text.contains("</html>"))
  }

  @Test func questionsThatCannotBeAskedAreRefused() throws {
    #expect(try BuiltTool.run(["plan-measurement"]).status == 64)
    let three = ["none", "continuous", "kilometer"].flatMap { ["--question", $0] }
    #expect(try BuiltTool.run(["plan-measurement"] + three).status == 64)
    #expect(try BuiltTool.run(["plan-measurement", "--question", "none", "--hours", "0"]).status == 64)
    let unknown = try BuiltTool.run(["plan-measurement", "--question", "continous"])
    #expect(unknown.status == 65 && unknown.errors.contains("did you mean 'continuous'?"), "\(unknown.errors)")
    let battery = try BuiltTool.run(["plan-measurement", "--question", "battery-aware"])
    #expect(battery.status == 65 && battery.errors.contains("acts on the battery's level"), "\(battery.errors)")
  }
}
