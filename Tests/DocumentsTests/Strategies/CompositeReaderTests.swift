import Documents
import LocationServices
import Strategies
import TestSupport
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
            - {when: task_expiring, go_to: b}
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
    #expect(read.states[0].rules.count == 16)
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

  @Test func fencesVisitsAndRefreshesAreRead() throws {
    let text = """
        a:
          enter:
            - start: visits
            - geocode: shop
            - request_refresh: 73 min
          rules:
            - {when: launched, by: background_refresh, do: [request_refresh: 2 h]}
            - {when: background_refresh, do: [start: standard]}
            - {when: geocode_finished, do: [fence: {name: there, radius: 131 m, around: address}]}
            - {when: delivery, do: [fence: {name: here, radius: 1.7 km}]}
            - {when: fence_entered, name: there, do: [remove_fence: there]}
            - {when: fence_left, name: here, do: [remove_fence: here]}
            - {when: arrival, do: [upload]}
            - {when: departure, do: [stop: visits]}
      """
    let read = try #require(try program(text))
    let state = read.states[0]
    #expect(state.enter == [.start(.visits), .geocode("shop"), .requestRefresh(after: 4380)])
    #expect(
      state.rules.map(\.trigger) == [
        .launched(.backgroundRefresh), .backgroundRefresh, .geocodeFinished, .delivery, .fenceEntered("there"),
        .fenceLeft("here"), .arrival, .departure,
      ])
    #expect(state.rules[2].actions == [.fence(CompositeFence("there", radius: 131, around: .address))])
    #expect(state.rules[3].actions == [.fence(CompositeFence("here", radius: 1700))])
    #expect(read.addresses == ["shop"])
    #expect(Set(read.services).isSuperset(of: [.visits, .regionMonitoring, .geocoding, .backgroundAppRefresh]))
    let strategy = StrategySpecification(
      name: "s", summary: "t", kind: "composite", platform: .ios12, composite: read)
    #expect(strategy.needs == LocationNeeds(.always, fullAccuracy: true))
    #expect(try StrategyReader.read(StrategyWriter.text(of: strategy), file: "s.yml", name: "s") == strategy)
  }

  /// One of each kind of thing that cannot be; the message names it.
  @Test(arguments: [
    ("rules: [{when: significant_change, go_to: a}]", "'significant_change' does not run on any way here"),
    ("rules: [{when: not_improving, fixes: 3, go_to: a}]", "'standard' does not run on any way here"),
    ("rules: [{when: failed, go_to: a}]", "no service runs here"),
    ("rules: [{when: paused, go_to: a}]", "'standard' does not run on any way here"),
    (
      "enter: [configure: {pauses_automatically: false}, start: standard], rules: [{when: resumed, go_to: a}]",
      "'pauses_automatically' is false on every way here"
    ),
    ("rules: [{when: upload_finished, go_to: a}]", "nothing is uploaded on any way here"),
    ("rules: [{when: geocode_finished, go_to: a}]", "nothing is geocoded on any way here"),
    ("rules: [{when: geocode_failed, go_to: a}]", "nothing is geocoded on any way here"),
    ("rules: [{when: arrival, go_to: a}]", "'visits' does not run on any way here"),
    ("rules: [{when: departure, go_to: a}]", "'visits' does not run on any way here"),
    ("rules: [{when: fence_entered, name: f, go_to: a}]", "no way here sets the fence 'f'"),
    ("rules: [{when: fence_left, name: f, go_to: a}]", "no way here sets the fence 'f'"),
    (
      "enter: [start: standard], rules: [{when: launched, by: location, go_to: a}]",
      "nothing that starts an app is used"
    ),
    ("enter: [start: standard, fence: {name: f, radius: 99 m}]", "no rule waits for the fence 'f'"),
    (
      "enter: [fence: {name: f, radius: 99 m}], rules: [{when: fence_left, name: f, go_to: a}]",
      "the app has no position on any way here"
    ),
    (
      "enter: [start: standard, fence: {name: f, radius: 99 m, around: address}], "
        + "rules: [{when: fence_left, name: f, go_to: a}]",
      "no address is looked up on any way here"
    ),
    ("enter: [remove_fence: f]", "no way here sets the fence 'f'"),
    ("enter: [cancel_timer: t]", "no way here sets the timer 't'"),
    ("enter: [stop: standard]", "'standard' was not started on any way here"),
    ("enter: [request_location, stop: visits]", "'visits' was not started on any way here"),
    ("enter: [stop: visits]", "'visits' was not started on any way here"),
    ("enter: [start: standard, stop_deferring]", "nothing is deferred on any way here"),
    ("enter: [defer: {timeout: 3 min}]", "deferral needs standard updates"),
    ("enter: [cancel_geocode]", "nothing is geocoded on any way here"),
    ("enter: [reverse_geocode]", "the app has no position on any way here"),
    ("enter: [found]", "no search was begun on any way here"),
    (
      "enter: [start: standard], rules: [{when: delivery, accuracy_above: 50 m, accuracy_at_most: 10 m, do: [drop]}]",
      "'accuracy_above' and 'accuracy_at_most' never hold together"
    ),
    (
      "enter: [start: standard], rules: [{when: delivery, speed_at_least: 3 m/s, speed_below: 3 m/s, do: [drop]}]",
      "'speed_at_least' and 'speed_below' never hold together"
    ),
    (
      "rules: [{when: battery_changed, battery_above: 60 %, battery_below: 20 %, go_to: a}]",
      "'battery_above' and 'battery_below' never hold together"
    ),
    (
      "enter: [start: standard], rules: [{when: delivery, age_above: 2 min, age_at_most: 1 min, do: [drop]}]",
      "'age_above' and 'age_at_most' never hold together"
    ),
  ])
  func whatCanNeverHappenIsRefused(_ state: String, _ message: String) {
    let text = error("  a: {\(state)}")
    #expect(text.hasPrefix("s.yml:5:"), "\(text)")
    #expect(text.contains(message), "\(text)")
  }

  @Test(arguments: [
    ("enter: [start: visits]", "ios-7", "ios-7 has no visit monitoring (since iOS 8)"),
    ("rules: [{when: background_refresh, go_to: a}]", "ios-6", "ios-6 has no background app refresh (since iOS 7)"),
    (
      "rules: [{when: launched, by: background_refresh, go_to: a}]", "ios-6",
      "ios-6 has no background app refresh (since iOS 7)"
    ),
    ("enter: [request_refresh: 1 h]", "ios-6", "ios-6 has no background app refresh (since iOS 7)"),
    (
      "enter: [configure: {pauses_automatically: true}, start: standard]", "ios-5",
      "ios-5 has no automatic pausing (since iOS 6)"
    ),
    (
      "enter: [start: standard], rules: [{when: paused, go_to: a}]", "ios-5",
      "ios-5 has no automatic pausing (since iOS 6)"
    ),
    ("enter: [start: standard, defer: {timeout: 3 min}]", "ios-5", "ios-5 has no deferred updates (from iOS 6"),
    ("enter: [start: significant_change, reverse_geocode]", "ios-4", "ios-4 has no geocoding (since iOS 5)"),
  ])
  func anActionOrTriggerOfAServiceThatTheEraLacksIsRefused(_ state: String, _ system: String, _ message: String) {
    let text = error("  a: {\(state)}", system: system)
    #expect(text.hasPrefix("s.yml:5:"), "\(text)")
    #expect(text.contains(message), "\(text)")
    #expect(text.contains("set 'system' to one of: "), "\(text)")
  }

  /// `stopUpdatingLocation` cancels a request for one position, too.
  @Test func aRequestForOnePositionMayBeStopped() throws {
    let states = "  a: {enter: [request_location, stop: standard]}"
    #expect(try program(states)?.states[0].enter == [.requestLocation, .stop(.standard)])
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
      "  a:\n    enter: [start: standard]\n    rules: [{when: delivery, accuracy_at_most: 10 m, accuracy_above: 20 m, do: [drop]}]",
      "s.yml:7:20: error: states.a.rules[0].when: 'accuracy_above' and 'accuracy_at_most' never hold together; "
        + "change one of them, or remove the rule"
    ),
    (
      "  a: {enter: [send]}",
      "s.yml:5:15: error: states.a.enter[0]: unknown value 'send'; some of the valid values: "
        + "stop_deferring, drop, reverse_geocode, cancel_geocode, begin_task, end_task"
    ),
    (
      "  a: {rules: [{when: region_entered, do: [upload]}]}",
      "s.yml:5:22: error: states.a.rules[0].when: unknown value 'region_entered'; the nearest of the valid "
        + "values is 'beacon_entered'"
    ),
    (
      "  a: {enter: [end_task]}",
      "s.yml:5:15: error: states.a.enter[0]: no background task was begun on any way here; do 'begin_task' "
        + "before, or remove the action"
    ),
    (
      "  a: {rules: [{when: task_expiring, go_to: a}]}",
      "s.yml:5:22: error: states.a.rules[0].when: 'task_expiring' can never fire here: no background task was begun "
        + "on any way here; do 'begin_task' before, or remove the rule"
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
      "s.yml:5:15: error: states.a.enter[0]: unknown action 'strat'; the nearest of the valid actions is 'start'"
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
    for (configuration, missing) in [
      ("pauses_automatically: true", "ios-5 has no automatic pausing (since iOS 6)"),
      ("activity_type: fitness", "ios-5 has no activity types (since iOS 6)"),
      ("activity_type: airborne", "ios-5 has no airborne activity (since iOS 12)"),
      ("allows_background: false", "ios-5 has no allowsBackgroundLocationUpdates (since iOS 9)"),
      ("desired_accuracy: reduced", "ios-5 has no reduced accuracy (since iOS 14)"),
    ] {
      let states = "  a: {enter: [configure: {\(configuration)}, start: standard]}"
      #expect(error(states, system: "ios-5").contains(missing))
    }
  }

  /// Conditions that touch but leave nothing, and the nearest that leave something.
  @Test(arguments: [
    ("accuracy_at_most: 20 m, accuracy_above: 20 m", true), ("accuracy_at_most: 21 m, accuracy_above: 20 m", false),
    ("age_at_most: 3 s, age_above: 5 s", true), ("age_at_most: 5 s, age_above: 3 s", false),
    ("speed_at_least: 7 m/s, speed_below: 7 m/s", true), ("speed_at_least: 6 m/s, speed_below: 7 m/s", false),
    ("battery_below: 20 %, battery_above: 20 %", true), ("battery_below: 21 %, battery_above: 20 %", false),
  ])
  func whatNeverHoldsTogetherIsRefused(_ row: (conditions: String, isRefused: Bool)) {
    let text = "  a:\n    enter: [start: standard]\n    rules: [{when: delivery, \(row.conditions), do: [drop]}]"
    #expect(error(text).contains("never hold together") == row.isRefused)
  }

  @Test func statesBelongToCompositeStrategiesOnly() {
    #expect(
      failure { _ = try StrategyReader.read("summary: t\nkind: none\nstates: {a: {}}\n", file: "s.yml", name: "s") }
        == "s.yml:3:9: error: states: only the kind 'composite' has states; remove them, or write 'kind: composite'")
    #expect(
      failure { _ = try StrategyReader.read("summary: t\nkind: composite\n", file: "s.yml", name: "s") }
        .contains("the key 'states' is missing"))
  }

  @Test func whatASystemKeepsForAnAppMayBeStoppedByItsNextProcess() throws {
    _ = try program(
      "  a: {rules: [{when: fence_left, name: f, do: [remove_fence: f]}, {when: departure, do: [stop: visits]}, "
        + "{when: foreground, go_to: b}]}\n"
        + "  b: {enter: [start: visits, start: standard], rules: [{when: delivery, do: [fence: {name: f, radius: 70 m}]}]}"
    )
    // The second process begins with the registration of the first.
    _ = try program(
      "  a: {rules: [{when: launched, by: location, do: [stop: significant_change]}, {when: foreground, go_to: b}]}\n"
        + "  b: {enter: [start: significant_change]}")
  }
}
