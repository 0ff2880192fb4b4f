import Documents
import Strategies
import TestSupport
import Testing

/// What is allowed but hardly meant gives a warning: a rule behind another that takes all of its events, an action to no end.
@Suite struct CompositeWarningTests {
  private func read(_ states: String, system: String) throws -> [String] {
    try warnings {
      _ = try StrategyReader.read(
        "summary: t\nkind: composite\nsystem: \(system)\nstates:\n\(states)\n", file: "s.yml", name: "s")
    }
  }

  private func told(_ rules: String) throws -> [String] {
    let timer = rules.contains("when: timer") ? ", set_timer: {name: t, after: 7 s}" : ""
    return try read("  a:\n    enter: [start: standard\(timer)]\n    rules:\n\(rules)", system: "ios-12")
  }

  private func rules(_ all: String...) -> String {
    all.map { "      - {\($0), do: [upload]}" }.joined(separator: "\n")
  }

  @Test func theSameConditionsAreToldWithBothLines() throws {
    #expect(
      try told(
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
    let told = try told(rules(first, second))
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
    #expect(try told(rules(first, second)) == [])
  }

  @Test(arguments: [
    ("set_timer: {name: a, after: 7 s}", "timer", 1),
    ("set_timer: {name: a, after: 7 s}\n      - acquire_wake_lock", "timer", 0),
    ("set_alarm: {name: a, after: 7 s, while_idle: true}", "alarm", 0),
  ])
  func aTimerOfAndroidWithoutAWakeLockStandsStill(_ action: String, _ trigger: String, _ count: Int) throws {
    let told = try read(
      "  a:\n    enter:\n      - request: {interval: 5 s}\n      - \(action)\n    rules:\n"
        + "      - {when: \(trigger), name: a, do: [upload]}", system: "android-14")
    #expect(told.count == count && told.allSatisfy { $0.contains("stand still while the processor sleeps") }, "\(told)")
  }

  /// Each with its line, and without a warning where a rule waits.
  @Test(arguments: [
    (
      "set_timer: {name: a, after: 7 s}", "{when: timer, name: a, do: [upload]}", "ios-18",
      "states.a.enter[1]: no rule waits for the timer 'a'; add a rule for 'timer' with this name, or remove the action"
    ),
    (
      "set_alarm: {name: a, after: 7 min}", "{when: alarm, name: a, do: [upload]}", "android-14",
      "states.a.enter[1]: no rule waits for the alarm 'a'; add a rule for 'alarm' with this name, or remove the action"
    ),
    (
      "expect_pushes", "{when: push, do: [upload]}", "ios-18",
      "states.a.enter[1]: no rule waits for messages of the server; add a rule for 'launched' or 'push', or remove the "
        + "action"
    ),
    (
      "expect_pushes: {every: 37 min}", "{when: launched, by: push, do: [upload]}", "ios-18",
      "states.a.enter[1]: no rule waits for messages of the server; add a rule for 'launched' or 'push', or remove the "
        + "action"
    ),
  ])
  func whatNoRuleWaitsForIsTold(_ action: String, _ rule: String, _ system: String, _ message: String) throws {
    let start = system == "ios-18" ? "start: standard" : "request: {interval: 5 s}"
    let states = "  a:\n    enter:\n      - \(start)\n      - \(action)\n    rules:\n"
    // A timer of another name is no help.
    let other = "      - {when: foreground, do: [upload]}"
    #expect(try read(states + other, system: system) == ["s.yml:8:9: warning: \(message)"])
    #expect(try read(states + "      - \(rule)", system: system) == [])
  }

  @Test(arguments: [
    ("start: motion_activity", true), ("start: pedometer", true), ("begin_session", true),
    ("start: visits", false), ("start: beacons", false), ("request_location", false),
  ])
  func aStrategyThatNothingTellsWhereTheUserIsSaysSo(_ action: String, isTold: Bool) throws {
    let told = try read("  a: {enter: [\(action)]}\n", system: "ios-18")
    #expect(
      told
        == (isTold
          ? [
            "s.yml:5:6: warning: states.a: nothing here brings positions or events; start a service that does, or remove "
              + "the states"
          ] : []))
  }

  /// Two states; in the second only the rule for motion or steps is of interest.
  private func gated(_ tracking: String, _ resting: String, _ rule: String = "when: motion, is: moving") -> String {
    """
      tracking:
        enter: [\(tracking)]
        rules: [{when: timer, name: t, go_to: resting}]
      resting:
        enter: [\(resting)]
        rules:
          - {\(rule), go_to: tracking}
    """
  }

  private static let session =
    "configure: {allows_background: true}, start: standard, start: motion_activity, start: pedometer, "
    + "set_timer: {name: t, after: 7 min}"

  /// iOS reports motion to running apps only, and suspends one without a session.
  @Test(arguments: ["when: motion, is: moving", "when: motion, is: still, confidence: high", "when: steps, count: 20"])
  func aRuleForMotionWhereNothingKeepsTheAppRunningIsTold(_ rule: String) throws {
    let word = rule.contains("steps") ? "steps" : "motion"
    let told = try read(gated(Self.session, "stop: standard", rule), system: "ios-18")
    #expect(
      told == [
        "s.yml:11:16: warning: states.resting.rules[0].when: '\(word)' is heard here only while something else runs the "
          + "app: iOS suspends it in the state 'resting'; keep 'standard' running with 'allows_background: true' "
          + "(three_kilometers takes least), or wake the app by a 'fence'"
      ])
  }

  /// The nearest to it: a session that goes on, a task, another system, and the time before the flag.
  @Test(arguments: [
    (session, "configure: {desired_accuracy: three_kilometers}", "ios-18"), (session, "begin_task", "ios-18"),
    (session, "stop: standard, start: live_updates", "ios-18"),
    ("start: standard, start: motion_activity, set_timer: {name: t, after: 7 min}", "begin_search", "ios-8"),
    (
      "request: {interval: 5 s}, start: motion_activity, acquire_wake_lock, set_timer: {name: t, after: 7 min}",
      "stop: fused", "android-14"
    ),
  ])
  func whereTheAppMayRunMotionIsHeard(_ tracking: String, _ resting: String, _ system: String) throws {
    #expect(try read(gated(tracking, resting), system: system) == [])
  }

  @Test func updatesThatMayNotGoOnBehindTheScreenKeepNothingRunning() throws {
    let tracking = "start: standard, start: motion_activity, set_timer: {name: t, after: 7 min}"
    #expect(try read(gated(tracking, "begin_search"), system: "ios-18").count == 1)
  }

  @Test func otherStrategiesHaveNone() throws {
    #expect(
      try warnings { _ = try StrategyReader.read("summary: t\nkind: none\n", file: "s.yml", name: "s") }.isEmpty)
  }

  @Test func noStrategyOfTheCatalogueHasOne() throws {
    let catalog = Catalog()
    for entry in catalog.entries(.strategies) {
      #expect(try warnings { _ = try catalog.strategy(entry) } == [], "\(entry.name)")
    }
  }
}
