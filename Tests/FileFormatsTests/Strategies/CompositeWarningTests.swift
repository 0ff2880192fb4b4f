import Strategies
import Testing

@testable import FileFormats

/// A rule behind another that takes all of its events is allowed, and told.
@Suite struct CompositeWarningTests {
  private func warnings(_ rules: String) throws -> [String] {
    let states = "  a:\n    enter: [start: standard, set_timer: {name: t, after: 7 s}]\n    rules:\n\(rules)"
    return try StrategyReader.warnings(
      "summary: t\nkind: composite\nsystem: ios-12\nstates:\n\(states)\n", file: "s.yml", name: "s"
    ).map(\.warning)
  }

  private func rules(_ all: String...) -> String {
    all.map { "      - {\($0), do: [upload]}" }.joined(separator: "\n")
  }

  @Test func theSameConditionsAreToldWithBothLines() throws {
    #expect(
      try warnings(
        rules("when: delivery, accuracy_at_most: 50 m", "when: paused", "when: delivery, accuracy_at_most: 50 m"))
        == [
          "s.yml:10:16: warning: states.a.rules[2].when: the rule in line 8 stands before this one and takes every "
            + "'delivery' that this one would; put this rule before it, or change the conditions of one of them"
        ])
  }

  /// The second rule's conditions hold only where the first one's do.
  @Test(arguments: [
    ("when: delivery, accuracy_at_most: 50 m", "when: delivery, accuracy_at_most: 20 m"),
    ("when: delivery, accuracy_above: 50 m", "when: delivery, accuracy_above: 70 m"),
    ("when: delivery, age_above: 5 s", "when: delivery, age_above: 5 s, speed_below: 2 m/s"),
    ("when: delivery, age_at_most: 9 s", "when: delivery, age_at_most: 8 s"),
    ("when: delivery, speed_at_least: 2 m/s", "when: delivery, speed_at_least: 3 m/s"),
    ("when: delivery, speed_below: 3 m/s", "when: delivery, speed_below: 2 m/s"),
    ("when: delivery, moved_at_least: 70 m", "when: delivery, moved_at_least: 70 m, speed_below: 2 m/s"),
    ("when: delivery, stayed: {within: 9 m, for: 7 s}", "when: delivery, stayed: {within: 9 m, for: 7 s}"),
    ("when: failed, in_foreground: true", "when: failed, code: denied, in_foreground: true"),
    ("when: timer, name: t, battery_below: 30 %", "when: timer, name: t, battery_below: 20 %"),
    ("when: timer, name: t, battery_above: 20 %", "when: timer, name: t, battery_above: 30 %"),
  ])
  func narrowerConditionsAreTold(_ first: String, _ second: String) throws {
    let told = try warnings(rules(first, second))
    #expect(told.count == 1)
    #expect(told.first?.contains("the rule in line 8 stands before") == true, "\(told)")
  }

  @Test(arguments: [
    ("when: delivery, accuracy_at_most: 20 m", "when: delivery, accuracy_at_most: 50 m"),
    ("when: delivery, accuracy_above: 70 m", "when: delivery, accuracy_above: 50 m"),
    ("when: delivery, speed_below: 2 m/s, age_above: 5 s", "when: delivery, age_above: 5 s"),
    ("when: delivery, moved_at_least: 70 m", "when: delivery, moved_at_least: 90 m"),
    ("when: delivery, moved_at_least: 90 m", "when: delivery, moved_at_least: 70 m"),
    // Positions that are not slow do not count for the second rule's stay.
    (
      "when: delivery, stayed: {within: 9 m, for: 7 s}",
      "when: delivery, stayed: {within: 9 m, for: 7 s}, speed_below: 2 m/s"
    ),
    ("when: failed, code: denied, in_foreground: true", "when: failed, in_foreground: true"),
    ("when: paused, in_foreground: true", "when: resumed, in_foreground: true"),
    ("when: paused, in_foreground: true", "when: paused, in_foreground: false"),
  ])
  func rulesThatGetEventsAreNotTold(_ first: String, _ second: String) throws {
    #expect(try warnings(rules(first, second)) == [])
  }

  @Test func otherStrategiesHaveNone() throws {
    #expect(try StrategyReader.warnings("summary: t\nkind: none\n", file: "s.yml", name: "s").isEmpty)
  }

  @Test func noStrategyOfTheCatalogueHasOne() throws {
    let catalog = Catalog()
    for entry in catalog.entries(.strategies) {
      #expect(try catalog.warnings(ofStrategy: entry).map(\.warning) == [], "\(entry.name)")
    }
  }
}
