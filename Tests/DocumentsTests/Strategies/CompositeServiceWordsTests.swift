import Documents
import FileFormats
import LocationServices
import Strategies
import Testing

/// Words for motion, the phone's conditions, messages and Android's services: read, written, and refused where they cannot be.
@Suite struct CompositeServiceWordsTests {
  private func read(_ states: String, system: String) throws -> CompositeProgram {
    try #require(
      try StrategyReader.read(
        "summary: t\nkind: composite\nsystem: \(system)\nstates:\n\(states)\n", file: "s.yml", name: "s"
      ).composite)
  }

  private func readsBack(_ program: CompositeProgram, _ platform: Platform) throws {
    let strategy = StrategySpecification(
      name: "s", summary: "t", kind: "composite", platform: platform, composite: program)
    #expect(try StrategyReader.read(StrategyWriter.text(of: strategy), file: "s.yml", name: "s") == strategy)
  }

  @Test func everyWordOfIOSIsReadAndWritten() throws {
    let program = try read(
      """
        a:
          enter:
            - configure: {allows_background: true}
            - start: live_updates
            - start: beacons
            - start: motion_activity
            - start: pedometer
            - begin_session
            - begin_service_session
            - expect_pushes: {every: 37 min, priority: normal}
            - request_location
            - elastic_filter: 13 m
          rules:
            - {when: launched, by: push, do: [request_location]}
            - {when: delivery, activity: in_vehicle, charging: false, on_wifi: true, low_power: false, do: [monitor: {name: m, radius: 131 m}]}
            - {when: condition_met, name: m, do: [remove_monitor: m]}
            - {when: condition_unmet, name: m, do: [upload]}
            - {when: motion, is: moving, confidence: medium, do: [stop: live_updates]}
            - {when: motion, is: still, do: [stop: motion_activity]}
            - {when: steps, count: 23, do: [stop: pedometer]}
            - {when: stationary, do: [end_session]}
            - {when: beacon_entered, do: [stop: beacons]}
            - {when: beacon_left, do: [end_service_session]}
            - {when: push, do: [stop_pushes]}
            - {when: charger_connected, do: [upload]}
            - {when: charger_disconnected, do: [upload]}
            - {when: wifi_joined, do: [upload]}
            - {when: wifi_left, do: [upload]}
            - {when: low_power_on, do: [upload]}
            - {when: low_power_off, do: [upload]}
      """, system: "ios-18")
    let state = program.states[0]
    #expect(state.enter.count == 10)
    #expect(state.enter[7] == .expectPushes(every: 2220, .normal))
    #expect(state.enter[9] == .elasticFilter(13))
    #expect(
      state.rules.map(\.trigger) == [
        .launched(.push), .delivery, .conditionMet("m"), .conditionUnmet("m"), .motion(.moving, confidence: .medium),
        .motion(.still, confidence: .low), .steps(23), .stationary, .beaconEntered, .beaconLeft, .push,
        .device(.charging, isOn: true), .device(.charging, isOn: false), .device(.onWiFi, isOn: true),
        .device(.onWiFi, isOn: false), .device(.lowPower, isOn: true), .device(.lowPower, isOn: false),
      ])
    #expect(
      state.rules[1].conditions == [
        .activity(.inVehicle), .device(.charging, false), .device(.onWiFi, true), .device(.lowPower, false),
      ])
    #expect(state.rules[1].actions == [.monitor(CompositeFence("m", radius: 131))])
    try readsBack(program, .ios18)
  }

  @Test func everyWordOfAndroidIsReadAndWritten() throws {
    let program = try read(
      """
        a:
          enter:
            - begin_foreground_service
            - request: {priority: balanced, interval: 7 s, min_interval: 3 s, min_distance: 11 m, max_delay: 2 min, granularity: fine, duration: 9 min, max_updates: 17}
            - start: significant_motion
            - set_alarm: {name: a, after: 13 min}
            - schedule_work: {name: w, every: 21 min, charging: true, on_wifi: true}
            - expect_pushes: {priority: high}
          rules:
            - {when: launched, by: work, do: [cancel_work: w]}
            - {when: delivery, do: [fence: {name: f, radius: 210 m}]}
            - {when: fence_left, name: f, do: [remove_fence: f]}
            - {when: significant_motion, do: [stop: significant_motion]}
            - {when: alarm, name: a, do: [cancel_alarm: a]}
            - {when: work, name: w, do: [stop: fused]}
            - {when: push, do: [end_foreground_service]}
      """, system: "android-14")
    let state = program.states[0]
    #expect(
      state.enter[1]
        == .request(
          FusedLocationRequest(
            priority: .balanced, interval: 7, minUpdateInterval: 3, minUpdateDistance: 11, maxUpdateDelay: 120,
            granularity: .fine, duration: 540, maxUpdates: 17)))
    #expect(state.enter[4] == .scheduleWork("w", every: 1260, [.charging, .onWiFi]))
    #expect(state.enter[5] == .expectPushes(every: nil, .high))
    #expect(
      state.rules.map(\.trigger) == [
        .launched(.work), .delivery, .fenceLeft("f"), .significantMotion, .alarm("a"), .work("w"), .push,
      ])
    try readsBack(program, .android14)
  }

  /// Every action and trigger that stands alone in a file is one of the words, once.
  @Test func everyPlainWordIsAmongTheWords() {
    let triggers = CompositeTrigger.plain.map(\.name)
    #expect(Set(triggers).isSubset(of: CompositeTrigger.names))
    #expect(Set(CompositeTrigger.names).count == CompositeTrigger.names.count)
    let actions = CompositeAction.plain.map(\.name) + CompositeWords.actionNames
    #expect(Set(actions).count == actions.count)
  }

  private func fault(_ states: String, system: String = "ios-18") -> InputError? {
    do {
      _ = try read(states, system: system)
      return nil
    } catch let error as InputError {
      return error
    } catch {
      return nil
    }
  }

  @Test func whatTheSystemLacksIsRefusedWithItsLine() {
    for (action, system, words) in [
      ("request: {interval: 5 s}", "ios-18", "fused location provider (on Android only)"),
      ("begin_foreground_service", "ios-18", "foreground services (on Android only)"),
      ("set_alarm: {name: a, after: 5 min}", "ios-18", "AlarmManager (on Android only)"),
      ("start: significant_motion", "ios-18", "the significant-motion sensor (on Android only)"),
      ("expect_pushes: {priority: high}", "ios-18", "messages of high priority (on Android only)"),
      ("start: standard", "android-14", "standard updates (on iOS only)"),
      ("begin_session", "android-14", "CLBackgroundActivitySession (on iOS only)"),
      ("request_location", "ios-8", "requestLocation (since iOS 9)"),
      ("start: motion_activity", "ios-6", "activity recognition (since iOS 7)"),
      ("begin_task", "android-14", "background tasks (on iOS only)"),
    ] {
      let error = fault("  a:\n    enter:\n      - \(action)\n    rules: []", system: system)
      #expect(error?.message.contains(words) == true, "\(action): \(error?.message ?? "accepted")")
      #expect(error?.line == 7)
      #expect(error?.remedy.isEmpty == false)
    }
  }

  /// What the other system alone has is refused with the words of the file's own system, where it has such a thing.
  @Test(arguments: [
    ("enter: [start: significant_motion]", "ios-18", "write 'start: motion_activity' and 'when: motion' on"),
    ("rules: [{when: significant_motion, go_to: a}]", "ios-18", "write 'start: motion_activity' and 'when: motion' on"),
    ("enter: ['set_alarm': {name: x, after: 5 min}]", "ios-18", "write 'set_timer' and 'when: timer' on iOS 18, or "),
    ("rules: [{when: alarm, name: x, go_to: a}]", "ios-18", "write 'set_timer' and 'when: timer' on iOS 18, or "),
    ("rules: [{when: work, name: x, go_to: a}]", "ios-18", "write 'request_refresh' and 'when: "),
    ("rules: [{when: launched, by: work, go_to: a}]", "ios-18", "write 'request_refresh' and 'when: "),
    ("enter: [request: {interval: 5 s}]", "ios-18", "write 'configure' and 'start: standard' on iOS 18, or "),
    ("enter: [begin_foreground_service]", "ios-18", "write 'configure: {allows_background: true}' on iOS 18, or "),
    ("enter: [expect_pushes: {priority: high}]", "ios-18", "write 'expect_pushes' without 'priority' on iOS 18, or "),
    ("enter: [start: standard]", "android-14", "write 'request' on Android 14, or "),
    ("enter: [request_location]", "android-14", "write 'request' with 'max_updates: 1' on Android 14, or "),
    ("rules: [{when: stationary, go_to: a}]", "android-14", "write 'request' on Android 14, or "),
    ("rules: [{when: arrival, go_to: a}]", "android-14", "write 'start: motion_activity' and "),
    ("rules: [{when: condition_met, name: m, go_to: a}]", "android-14", "write 'fence' on Android 14, or "),
    ("rules: [{when: background_refresh, go_to: a}]", "android-14", "write 'schedule_work' and 'when: work'"),
    ("enter: [begin_task]", "android-14", "write 'begin_foreground_service' on Android 14, or "),
  ])
  func theRemedyNamesTheOwnSystemsWord(_ state: String, _ system: String, _ remedy: String) {
    let error = fault("  a: {\(state)}", system: system)
    let other = system.hasPrefix("ios") ? "android-6" : "ios-"
    #expect(error?.remedy.hasPrefix(remedy) == true, "\(error?.remedy ?? "accepted")")
    #expect(error?.remedy.contains("set 'system' to one of: \(other)") == true, "\(error?.remedy ?? "accepted")")
  }

  @Test func whatCanNeverHappenIsRefused() {
    let begin = "  a:\n    enter:\n      - start: significant_change\n    rules:\n      - "
    for (rule, words) in [
      ("{when: motion, is: still, do: [upload]}", "'motion_activity' does not run"),
      ("{when: steps, count: 5, do: [upload]}", "'pedometer' does not run"),
      ("{when: stationary, do: [upload]}", "'live_updates' does not run"),
      ("{when: beacon_entered, do: [upload]}", "'beacons' does not run"),
      ("{when: push, do: [upload]}", "no messages of the server are expected"),
      ("{when: condition_met, name: m, do: [upload]}", "no way here sets the condition 'm'"),
      ("{when: significant_change, activity: still, do: [upload]}", "'activity' never holds"),
      ("{when: significant_change, do: [end_session]}", "no session was begun"),
      ("{when: significant_change, do: [stop_pushes]}", "no messages of the server are expected"),
      ("{when: significant_change, do: [monitor: {name: m, radius: 9 m}]}", "no rule waits for the condition 'm'"),
      ("{when: launched, by: push, do: [upload]}", "no messages of the server are expected"),
      ("{when: delivery, do: [upload]}", "'standard' does not run"),
    ] {
      let error = fault(begin + rule)
      #expect(error?.message.contains(words) == true, "\(rule): \(error?.message ?? "accepted")")
      #expect(error?.line == 9)
    }
    for (rule, words) in [
      ("{when: motion, is: walking, activity: still, do: [upload]}", "'motion' and 'activity' never hold together"),
      ("{when: motion, is: still, activity: moving, do: [upload]}", "'motion' and 'activity' never hold together"),
      (
        "{when: background, in_foreground: true, do: [upload]}",
        "'background' and 'in_foreground' never hold together"
      ),
      (
        "{when: foreground, in_foreground: false, do: [upload]}",
        "'foreground' and 'in_foreground' never hold together"
      ),
      (
        "{when: charger_connected, charging: false, do: [upload]}",
        "'charger_connected' and 'charging' never hold together"
      ),
      ("{when: wifi_left, on_wifi: true, do: [upload]}", "'wifi_left' and 'on_wifi' never hold together"),
      ("{when: low_power_on, low_power: false, do: [upload]}", "'low_power_on' and 'low_power' never hold together"),
      ("{when: foreground, battery_above: 100 %, do: [upload]}", "the battery's level is never above 100 %"),
      ("{when: foreground, battery_below: 0 %, do: [upload]}", "the battery's level is never below 0 %"),
    ] {
      let error = fault("  a:\n    enter: [start: motion_activity, start: standard]\n    rules:\n      - \(rule)")
      #expect(error?.message.contains(words) == true, "\(rule): \(error?.message ?? "accepted")")
      #expect(error?.line == 8 && error?.remedy.isEmpty == false)
    }
    for (enter, rule, system, words) in [
      // On iOS motion activity starts nobody.
      ("start: motion_activity", "{when: launched, by: location, go_to: a}", "ios-18", "nothing that starts an app"),
      (
        "begin_foreground_service", "{when: foreground, accuracy_at_most: 50 m, go_to: a}", "android-14",
        "'accuracy_at_most' never holds here: the app has no position on any way here"
      ),
      ("start: visits", "{when: arrival, age_above: 7 min, go_to: a}", "ios-18", "'age_above' never holds here"),
      ("begin_session", "{when: foreground, do: [upload]}", "ios-18", "there is nothing to upload on any way here"),
      ("start: pedometer", "{when: upload_finished, go_to: a}", "ios-18", "nothing is uploaded on any way here"),
      ("start: standard", "{when: low_power_on, go_to: a}", "ios-8", "ios-8 has no Low Power Mode (since iOS 9)"),
      (
        "start: standard", "{when: foreground, low_power: false, go_to: a}", "ios-8",
        "ios-8 has no Low Power Mode (since iOS 9)"
      ),
    ] {
      let error = fault("  a:\n    enter: [\(enter)]\n    rules:\n      - \(rule)", system: system)
      #expect(error?.message.contains(words) == true, "\(rule): \(error?.message ?? "accepted")")
      #expect(error?.line == 8 && error?.remedy.isEmpty == false)
    }
    for (rule, words, remedy) in [
      ("{when: alarm, name: x, do: [upload]}", "no way here sets the alarm 'x'", "do 'set_alarm'"),
      ("{when: work, name: x, do: [upload]}", "no way here sets the work 'x'", "do 'schedule_work'"),
      ("{when: delivery, do: [upload]}", "'fused' does not run", "do 'request' before"),
      ("{when: launched, by: location, do: [upload]}", "neither motion activity nor a fence", "start one"),
    ] {
      let error = fault(
        "  a:\n    enter: [start: significant_motion]\n    rules:\n      - \(rule)", system: "android-14")
      #expect(error?.message.contains(words) == true && error?.remedy.contains(remedy) == true, "\(rule)")
    }
    let coarse = fault(
      "  a:\n    enter:\n      - request: {interval: 5 s, granularity: coarse}", system: "android-11")
    #expect(coarse?.message == "states.a.enter[0]: android-11 has no reduced accuracy (since Android 12)")
    #expect(coarse?.line == 7)
    let fused = fault("  a:\n    enter:\n      - start: fused", system: "android-14")
    #expect(fused?.remedy.contains("request") == true)
  }

  /// The nearest to what is refused.
  @Test(arguments: [
    (
      "start: motion_activity, start: standard", "{when: motion, is: walking, activity: moving, do: [upload]}", "ios-18"
    ),
    (
      "start: motion_activity, start: standard", "{when: motion, is: moving, activity: walking, do: [upload]}", "ios-18"
    ),
    ("start: standard", "{when: background, in_foreground: false, do: [upload]}", "ios-18"),
    ("start: standard", "{when: foreground, battery_above: 99 %, battery_below: 100 %, do: [upload]}", "ios-18"),
    ("start: visits", "{when: foreground, do: [upload]}", "ios-18"),
    ("start: standard", "{when: low_power_on, low_power: true, do: [upload]}", "ios-9"),
    ("request: {interval: 5 s, granularity: coarse}", "{when: foreground, do: [upload]}", "android-12"),
    ("request: {interval: 5 s, granularity: fine}", "{when: foreground, do: [upload]}", "android-11"),
    ("start: motion_activity", "{when: launched, by: location, go_to: a}", "android-14"),
    // The next process begins with the registration and what it brings.
    ("start: significant_change", "{when: launched, by: location, do: [upload]}", "ios-18"),
  ])
  func whatMayHappenIsRead(_ enter: String, _ rule: String, _ system: String) {
    let error = fault("  a:\n    enter: [\(enter)]\n    rules:\n      - \(rule)", system: system)
    #expect(error == nil, "\(error?.description ?? "")")
  }

  @Test func aRuleForAnyMovementTakesThoseForOneKindOfIt() {
    let error = fault(
      """
        a:
          enter: [start: motion_activity, start: standard]
          rules:
            - {when: motion, is: moving, do: [upload]}
            - {when: motion, is: walking, do: [upload]}
      """)
    #expect(error?.message.contains("an earlier rule without conditions takes every 'motion'") == true)
    #expect(
      fault(
        """
          a:
            enter: [start: motion_activity, start: standard]
            rules:
              - {when: motion, is: moving, confidence: high, do: [upload]}
              - {when: motion, is: walking, do: [upload]}
              - {when: motion, is: still, do: [upload]}
        """) == nil)
  }
}
