import FileFormats
import LocationServices
import Strategies
import Testing

@Suite struct CompositeReaderTests {
  private func program(_ states: String, system: String = "ios-12") throws -> CompositeProgram? {
    try StrategyReader.read(
      "summary: t\nkind: composite\nsystem: \(system)\nstates:\n\(states)\n", file: "s.yml", name: "s"
    ).composite
  }

  @Test func everyWordIsRead() throws {
    let text = """
        a:
          enter:
            - configure: {desired_accuracy: hundred_meters, distance_filter: 1.3 km, activity_type: fitness, pauses_automatically: true, allows_background: true}
            - start: standard
            - start: significant_change
            - set_timer: {name: t, after: 7 s}
            - begin_search
            - begin_task
            - geocode: "office"
            - upload
          rules:
            - when: launched
              by: location
              in_foreground: false
              do: [reverse_geocode, cancel_geocode]
            - when: delivery
              accuracy_at_most: 31 m
              accuracy_above: 3 m
              age_at_most: 17 s
              age_above: 2 s
              speed_at_least: 1.5 m/s
              speed_below: 20 m/s
              moved_at_least: 71 m
              stayed: {within: 70 m, for: 140 s}
              battery_below: 61 %
              battery_above: 13 %
              do: [drop, found]
            - {when: significant_change, do: [stop: significant_change]}
            - {when: failed, code: denied, do: [end_task]}
            - {when: paused, do: [cancel_timer: t]}
            - {when: resumed, do: [begin_task]}
            - {when: timer, name: t, do: [stop: standard]}
            - {when: not_improving, fixes: 5, go_to: b}
            - {when: not_improving, for: 23 s, go_to: b}
            - {when: battery_changed, go_to: b}
            - {when: upload_finished, go_to: b}
            - {when: geocode_finished, go_to: b}
            - {when: geocode_failed, code: geocode_found_no_result, go_to: b}
            - {when: foreground, go_to: b}
            - {when: background, do: [give_up], go_to: b}
          leave:
            - upload: {fixes: newest, wifi_only: true, size_per_fix: 321 B}
        b:
          enter:
            - configure: {desired_accuracy: best, distance_filter: none}
            - start: standard
            - defer: {distance: 1.5 km, timeout: none}
          rules:
            - {when: deferral_finished, code: none, do: [stop_deferring], go_to: a}
            - {when: deferral_finished, code: deferred_failed, go_to: a}
            - {when: deferral_finished, go_to: b}
      """
    let read = try #require(try program(text))
    #expect(read.states.map(\.name) == ["a", "b"])
    #expect(read.readsBattery)
    #expect(read.states[0].enter.count == 8)
    #expect(read.states[0].rules.count == 15)
    #expect(read.states[0].leave == [.upload(CompositeUpload(bytesPerFix: 321, newestOnly: true, onWiFiOnly: true))])
    #expect(
      read.states[0].rules[1].conditions == [
        .accuracyAtMost(31), .accuracyAbove(3), .ageAtMost(17), .ageAbove(2), .speedAtLeast(1.5), .speedBelow(20),
        .movedAtLeast(71), .stayed(within: 70, time: 140), .batteryBelow(0.61), .batteryAbove(0.13),
      ])
    #expect(read.states[0].rules[0].trigger == .launched(.location))
    #expect(read.states[1].enter[2] == .deferUpdates(distance: 1500, timeout: .infinity))
    #expect(read.states[1].rules.map(\.target) == [0, 0, 1])
    #expect(read.states[1].rules[0].trigger == .deferralFinished(.success))
    // What is written reads back the same.
    let strategy = StrategySpecification(
      name: "s", summary: "t", kind: "composite", platform: .ios12, composite: read)
    let written = StrategyWriter.text(of: strategy)
    #expect(try StrategyReader.read(written, file: "s.yml", name: "s") == strategy)
  }

  private func error(_ states: String, system: String = "ios-12") -> String {
    failure {
      _ = try StrategyReader.read(
        "summary: t\nkind: composite\nsystem: \(system)\nstates:\n\(states)\n", file: "s.yml", name: "s")
    }
  }

  @Test(arguments: [
    (
      "  a: {rules: [{when: foreground, go_to: bb}]}\n  b: {}",
      "s.yml:5:41: error: states.a.rules[0].go_to: unknown value 'bb'; did you mean 'b'? valid values: a, b"
    ),
    (
      "  a: {enter: [start: standard]}\n  b: {}",
      "s.yml:6:6: error: states.b: no way leads to the state 'b'; go to it from a rule that can fire, or remove it"
    ),
    (
      "  a:\n    enter: [start: standard]\n    rules: [{when: deferral_finished, go_to: a}]",
      "s.yml:7:20: error: states.a.rules[0].when: 'deferral_finished' can never fire here: nothing is deferred on any "
        + "way here; do 'defer' before, or remove the rule"
    ),
    (
      "  a:\n    rules: [{when: delivery, go_to: a}]",
      "s.yml:6:20: error: states.a.rules[0].when: 'delivery' can never fire here: 'standard' does not run on any way "
        + "here; do 'start: standard' before, or remove the rule"
    ),
    (
      "  a:\n    enter: [start: standard]\n    rules: [{when: background, do: [stop: significant_change]}]",
      "s.yml:7:37: error: states.a.rules[0].do[0]: 'significant_change' was not started on any way here; start it "
        + "before, or remove the action"
    ),
    (
      "  a:\n    rules: [{when: timer, name: t, go_to: a}]",
      "s.yml:6:20: error: states.a.rules[0].when: 'timer' can never fire here: no way here sets the timer 't'; do "
        + "'set_timer' with this name before, or remove the rule"
    ),
    (
      "  a:\n    enter: [start: standard]\n    rules: [{when: delivery, do: [upload]}, {when: delivery, accuracy_above: 9 m, do: [drop]}]",
      "s.yml:7:52: error: states.a.rules[1].when: an earlier rule without conditions takes every 'delivery'; put this "
        + "rule before it, or give that one a condition"
    ),
    (
      "  a:\n    enter: [configure: {distance_filter: 30 m}, start: standard, defer: {timeout: 3 min}]",
      "s.yml:6:66: error: states.a.enter[2]: deferral needs updates without a distance filter; configure "
        + "'distance_filter: none' before"
    ),
    (
      "  a:\n    enter: [configure: {desired_accuracy: kilometer}, start: standard, defer: {timeout: 3 min}]",
      "s.yml:6:72: error: states.a.enter[2]: deferral needs best accuracy; configure 'desired_accuracy: best' before"
    ),
    (
      "  a: {enter: [end_task]}",
      "s.yml:5:15: error: states.a.enter[0]: no background task was begun on any way here; do 'begin_task' before"
    ),
    (
      "  a: {enter: [drop]}",
      "s.yml:5:15: error: states.a.enter[0]: there are positions to drop only in a rule for deliveries; move it to a "
        + "rule for 'delivery' or 'significant_change'"
    ),
    (
      "  a: {enter: [start: standard], leave: [stop: standard]}",
      "s.yml:5:40: error: states.a.leave: the state 'a' is never left; remove 'leave', or add a rule with 'go_to'"
    ),
    (
      "  a: {rules: [{when: foreground, go_to: b}]}\n  b: {rules: [{when: launched, go_to: a}]}",
      "s.yml:6:22: error: states.b.rules[0].when: 'launched' can never fire here: a process begins in the first state, "
        + "never here; move the rule to the first state"
    ),
    (
      "  a: {rules: [{when: foreground}]}",
      "s.yml:5:15: error: states.a.rules[0]: the rule does nothing; add 'do: [...]' or 'go_to: STATE'"
    ),
    (
      "  a: {rules: [{when: launched, accuracy_above: 5 m, go_to: a}]}",
      "s.yml:5:32: error: states.a.rules[0].accuracy_above: a process that has just started holds no position; remove "
        + "the condition"
    ),
    (
      "  a: {enter: [start]}",
      "s.yml:5:15: error: states.a.enter[0]: 'start' needs to know what; write 'start: ...'"
    ),
    (
      "  a: {enter: [begin_task: now]}",
      "s.yml:5:15: error: states.a.enter[0]: 'begin_task' stands alone; write 'begin_task' without ':'"
    ),
    (
      "  a: {enter: [strat: standard]}",
      "s.yml:5:15: error: unknown key 'strat' in states.a.enter[0]; did you mean 'start'? valid keys: start, stop, "
        + "configure, defer, upload, geocode, set_timer, cancel_timer"
    ),
    (
      "  a: {enter: [start: standard], rules: [{when: not_improving, go_to: a}]}",
      "s.yml:5:48: error: states.a.rules[0].when: 'not_improving' needs to know how long to wait; add either 'fixes: 5' "
        + "or 'for: 30 s'"
    ),
    (
      "  a: {rules: [{when: battery_changed, battery_below: 20, go_to: a}]}",
      "s.yml:5:54: error: states.a.rules[0].battery_below: '20' has no unit; add one of: %"
    ),
    ("  {}", "s.yml:5:3: error: states: there are no states; write at least one 'NAME: {enter: [...], rules: [...]}'"),
  ])
  func whatCannotBeNamesItsPlace(_ states: String, _ expected: String) {
    #expect(error(states) == expected)
  }

  @Test func aServiceThatTheSystemLacksNamesItsPlace() {
    #expect(
      error("  a: {enter: [start: standard, defer: {timeout: 3 min}]}", system: "ios-14")
        == "s.yml:5:32: error: states.a.enter[1]: ios-14 has no deferred updates (from iOS 6, until iOS 13 ended it); "
        + "set 'system' to one of: ios-6, ios-7, ios-8, ios-9, ios-12")
    #expect(
      error("  a: {enter: [geocode: home]}", system: "ios-4")
        .contains("ios-4 has no geocoding (since iOS 5); set 'system' to one of: ios-5, ios-6,"))
  }

  @Test func statesBelongToCompositeStrategiesOnly() {
    #expect(
      failure { _ = try StrategyReader.read("summary: t\nkind: none\nstates: {a: {}}\n", file: "s.yml", name: "s") }
        == "s.yml:3:9: error: states: only the kind 'composite' has states; remove them, or write 'kind: composite'")
    #expect(
      failure { _ = try StrategyReader.read("summary: t\nkind: composite\n", file: "s.yml", name: "s") }
        .contains("the key 'states' is missing"))
  }

  @Test func uploadsAreSaidOnce() {
    let text = "summary: t\nkind: composite\nupload: {}\nstates: {a: {enter: [upload]}}\n"
    #expect(
      failure { _ = try StrategyReader.read(text, file: "s.yml", name: "s") }
        == "s.yml:4:22: error: states.a.enter[0]: the file's own 'upload' sends every position already; remove one of "
        + "the two")
  }

  @Test func whatASystemKeepsForAnAppMayBeStoppedByItsNextProcess() throws {
    // The second process begins with the registration of the first.
    _ = try program(
      "  a: {rules: [{when: launched, by: location, do: [stop: significant_change]}, {when: foreground, go_to: b}]}\n"
        + "  b: {enter: [start: significant_change]}")
  }
}
