import Foundation
import TestSupport
import Testing

/// Two strategies that say the same differ by exactly nothing, whatever else is asked for.
@Suite struct EqualStrategiesTests {
  private static func strategy(_ name: String) -> String {
    """
    name: \(name)
    summary: "the same"
    kind: standard
    parameters: {desired_accuracy: best, distance_filter: 30 m}

    """
  }

  /// Without what names the strategy.
  private static func stripped(_ value: Any) -> Any {
    if let members = value as? [String: Any] {
      return members.filter { $0.key != "name" && $0.key != "strategy" }.mapValues(stripped)
    }
    return (value as? [Any])?.map(stripped) ?? value
  }

  @Test(arguments: [
    [], ["--seeds", "4", "--parameters", "fixed"], ["--seeds", "4", "--until-empty"],
    // A discrepancy of its own, and one of phones that nobody has measured.
    ["--seeds", "4", "--device", "iphone-6"], ["--seeds", "4", "--device", "iphone-13-pro-max"],
    // A day on which Low Power Mode begins.
    ["--seeds", "4", "--scenario", "family-day"], ["--seeds", "4", "--authorization", "reduced"],
    ["--seeds", "4", "--network", "nr-sa", "--hours", "8"], ["--seeds", "1"],
    ["--population", "commuters", "--people", "3", "--days", "1"],
    ["--population", "commuters", "--people", "3", "--days", "1", "--parameters", "drawn"],
  ])
  func everyFigureIsTheSame(_ options: [String]) throws {
    try withTemporaryFolder { folder in
      for name in ["one", "two"] {
        try Self.strategy(name).write(toFile: "\(folder)/\(name).yml", atomically: true, encoding: .utf8)
      }
      let outcome = try BuiltTool.run(
        ["compare", "--strategy", "one.yml", "--strategy", "two.yml", "--json", "-", "--quiet"] + options, in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
      let strategies = try #require(document["strategies"] as? [[String: Any]])
      #expect(strategies.count == 2)
      let figures = try strategies.map {
        try JSONSerialization.data(withJSONObject: Self.stripped($0), options: .sortedKeys)
      }
      #expect(figures[0] == figures[1])
      #expect(figures[0].count > 400, "too few figures to be compared")
    }
  }
}
