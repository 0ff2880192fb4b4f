import DeviceModel
import Documents
import LocationServices
import Core
import Simulation
import Strategies
import Testing
import World

/// Every trigger and every action of composite strategies: read from a file, run on a whole phone with its effect, and
/// written back. A word without a case here fails.
///
/// The rule of interest does `begin_search` and `found`, a mark that a run records with its time.
@Suite struct CompositeWordTests {
  /// What an action changes in the number of marks, compared with the same file without it.
  enum Effect: Sendable {
    /// Marks come with the action only.
    case only
    /// No mark comes with the action.
    case never
    case more, fewer
  }

  struct Case: Sendable, CustomTestStringConvertible {
    /// A trigger's or an action's word; `start` and `stop` with their service.
    let word: String
    var system = "ios-18"
    var header = ""
    var states: String
    /// When a trigger fires first, in seconds.
    var from = 0.0
    var to = 0.0
    var effect = Effect.only
    /// What counts as a mark.
    var isMark: @Sendable (PositionSearch) -> Bool = { _ in true }

    var testDescription: String { "\(word) on \(system)" }

    func strategy() throws -> StrategySpecification {
      try StrategyReader.read(
        "summary: t\nkind: composite\nsystem: \(system)\n\(header)states:\n\(states)", file: "s.yml", name: "s")
    }
  }

  // MARK: Files

  private static let mark = "do: [begin_search, found]"
  private static let standard = [
    "configure: {desired_accuracy: best, pauses_automatically: false, allows_background: true}", "start: standard",
  ]
  private static let fused = ["begin_foreground_service", "request: {priority: high_accuracy, interval: 1 s}"]

  private static func recording(_ more: String...) -> [String] { standard + more }

  private static func state(_ name: String, _ enter: [String], _ rules: [String]) -> String {
    var lines = ["  \(name):"]
    if !enter.isEmpty { lines += ["    enter:"] + enter.map { "      - \($0)" } }
    if !rules.isEmpty { lines += ["    rules:"] + rules.map { "      - {\($0)}" } }
    return lines.joined(separator: "\n") + "\n"
  }

  /// One state that marks an event.
  private static func marking(_ event: String, after enter: [String] = []) -> String {
    state("a", enter, ["when: \(event), \(mark)"])
  }

  /// A position first, then an action, then a state that marks an event.
  private static func marking(_ event: String, afterPositionAnd action: String, _ enter: [String] = standard) -> String
  {
    state("a", enter, ["when: delivery, accuracy_at_most: 200 m, do: [\(action)], go_to: b"])
      + state("b", [], ["when: \(event), \(mark)"])
  }

  /// The action when the app leaves the screen, then a state that marks an event. The second way into it, which the day
  /// does not take, keeps the file from being refused for an event that cannot be.
  private static func marking(
    _ event: String, after enter: [String], leaving action: String, position: String? = nil
  ) -> String {
    let leaving = ["when: background, do: [\(action)], go_to: b", "when: foreground, go_to: b"]
    let marks = state("b", [], ["when: \(event), \(mark)"])
    guard let position else { return state("a", enter, leaving) + marks }
    return state("a", enter, ["when: delivery, accuracy_at_most: 200 m, do: [\(position)], go_to: c"])
      + state("c", [], leaving) + marks
  }

  // MARK: The day

  /// Rest until 600 s, 1300 m on foot at 1.3 m/s, rest from 1600 to 2600 s, the same way back until 3600 s, rest. The app is
  /// on the screen for 10 s at the start, at 4800 s and, after it was ended at 5000 s, at 5300 s.
  private static let day: Scenario = {
    let flat = Surroundings(sky: .suburban, accessPoints: .many, cells: .urban, onWiFi: true)
    let street = Surroundings(sky: .suburban, accessPoints: .many, cells: .urban)
    let (here, there) = (Trials.berlin, Trials.east(1300))
    func walk(_ name: String, _ ends: [EarthVector]) -> Leg {
      Leg(
        .walk, name: name, route: RoutePath(ends), speed: .metresPerSecond(1.3), speedVariation: 0, surroundings: street
      )
    }
    let events: [(Double, ScriptEvent.Kind)] = [
      (0, .foreground), (10, .background), (200, .chargerOn), (260, .chargerOff), (320, .lowPowerOn),
      (380, .lowPowerOff),
      (450, .push), (4800, .foreground), (4810, .background), (5000, .terminate), (5300, .foreground),
      (5310, .background),
    ]
    return Scenario(
      name: "there and back", summary: "", notes: [], horizon: .seconds(7200),
      places: [Place(name: "there", position: GeodeticPosition(there))],
      beacons: [Beacon(name: "gate", position: Trials.east(650), range: 37)],
      legs: [
        Leg(dwell: "here", at: here, stay: .until(.seconds(600)), surroundings: flat),
        walk("out", [here, there]),
        Leg(dwell: "there", at: there, stay: .until(.seconds(2600)), surroundings: flat),
        walk("back", [there, here]),
        Leg(dwell: "home", at: here, stay: .toTheEnd, surroundings: flat),
      ],
      script: events.map { ScriptEvent(instant: .seconds($0.0), kind: $0.1) })
  }()

  private static func run(_ strategy: StrategySpecification) throws -> RunRecord {
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    let world = Trials.world(day, seed: 3, network: network)
    let phone = try PhoneConfiguration(device: device, network: network, apps: [try strategy.appDefinition()])
    return PhoneSimulation.record(of: phone, world: world)
  }

  private static func readsBack(_ strategy: StrategySpecification) throws -> Bool {
    try StrategyReader.read(StrategyWriter.text(of: strategy), file: "s.yml", name: "s") == strategy
  }

  // MARK: Triggers

  static let triggers: [Case] = [
    Case(word: "launched", states: marking("launched, by: user"), from: 0, to: 5),
    Case(word: "foreground", states: marking("foreground"), from: 4800, to: 4802),
    Case(word: "background", states: marking("background"), from: 10, to: 11),
    Case(
      word: "background_refresh", states: marking("background_refresh", after: ["request_refresh: 10 min"]),
      from: 600, to: 5000),
    Case(word: "widget_reload", states: marking("widget_reload", after: ["reload_widget: 20 min"]), from: 0, to: 2),
    Case(word: "delivery", states: marking("delivery", after: standard), from: 0, to: 60),
    Case(
      word: "significant_change", states: marking("significant_change", after: ["start: significant_change"]),
      from: 0, to: 3600),
    Case(
      word: "failed", header: "authorization: denied\n", states: marking("failed, code: denied", after: standard),
      from: 0, to: 5),
    Case(
      word: "paused",
      states: marking(
        "paused", after: ["configure: {pauses_automatically: true, allows_background: true}", "start: standard"]),
      from: 11, to: 4800),
    Case(
      word: "resumed",
      states: marking(
        "resumed", after: ["configure: {pauses_automatically: true, allows_background: true}", "start: standard"]),
      from: 4800, to: 4802),
    Case(
      word: "deferral_finished", system: "ios-12",
      states: marking("deferral_finished", afterPositionAnd: "defer: {distance: none, timeout: 2 min}"),
      from: 60, to: 600),
    Case(
      word: "timer", states: marking("timer, name: t", after: recording("set_timer: {name: t, after: 137 s}")),
      from: 137, to: 140),
    Case(word: "not_improving", states: marking("not_improving, fixes: 5", after: standard), from: 5, to: 300),
    Case(
      word: "task_expiring",
      states: state("a", [], ["when: background, do: [begin_task]", "when: task_expiring, \(mark)"]), from: 34, to: 36),
    Case(word: "battery_changed", states: marking("battery_changed", after: standard), from: 60, to: 5000),
    // 200 m from its middle at 1100 m, which takes 846 s.
    Case(
      word: "fence_entered",
      states: state(
        "a", ["geocode: there"],
        [
          "when: geocode_finished, do: [fence: {name: f, radius: 200 m, around: address}]",
          "when: fence_entered, name: f, \(mark)",
        ]), from: 1446, to: 2600),
    // 100 m take 77 s.
    Case(
      word: "fence_left",
      states: marking("fence_left, name: f", afterPositionAnd: "fence: {name: f, radius: 100 m}"), from: 677, to: 2600),
    Case(
      word: "fence_left", system: "android-14",
      states: marking("fence_left, name: f", afterPositionAnd: "fence: {name: f, radius: 100 m}", fused),
      from: 677, to: 2600),
    Case(word: "arrival", states: marking("arrival", after: ["start: visits"]), from: 60, to: 2600),
    Case(word: "departure", states: marking("departure", after: ["start: visits"]), from: 677, to: 4800),
    Case(word: "upload_finished", states: marking("upload_finished", afterPositionAnd: "upload"), from: 0, to: 120),
    Case(word: "geocode_finished", states: marking("geocode_finished", after: ["geocode: there"]), from: 0, to: 60),
    Case(
      word: "geocode_failed",
      states: marking("geocode_failed, code: geocode_canceled", after: ["geocode: there", "cancel_geocode"]),
      from: 0, to: 60),
    Case(
      word: "motion", states: marking("motion, is: walking", after: recording("start: motion_activity")),
      from: 602, to: 660),
    Case(
      word: "motion", system: "android-14", states: marking("motion, is: moving", after: ["start: motion_activity"]),
      from: 602, to: 900),
    Case(
      word: "significant_motion", system: "android-14",
      states: marking("significant_motion", after: ["begin_foreground_service", "start: significant_motion"]),
      from: 602, to: 720),
    // At 1.8 steps a second, counted from the first and reported after 8 s.
    Case(
      word: "steps", states: marking("steps, count: 40", after: recording("start: pedometer")), from: 615, to: 650),
    // Two minutes, a quarter more or less, from leaving the screen on.
    Case(
      word: "stationary", states: marking("stationary", after: ["begin_session", "start: live_updates"]),
      from: 100, to: 160),
    Case(word: "charger_connected", states: marking("charger_connected", after: standard), from: 200, to: 201),
    Case(word: "charger_disconnected", states: marking("charger_disconnected", after: standard), from: 260, to: 261),
    Case(word: "wifi_joined", states: marking("wifi_joined", after: standard), from: 1600, to: 1700),
    Case(word: "wifi_left", states: marking("wifi_left", after: standard), from: 600, to: 700),
    Case(word: "low_power_on", states: marking("low_power_on", after: standard), from: 320, to: 321),
    Case(word: "low_power_off", states: marking("low_power_off", after: standard), from: 380, to: 381),
    Case(word: "push", states: marking("push", after: ["expect_pushes"]), from: 450, to: 460),
    Case(
      word: "push", system: "android-14", states: marking("push", after: ["expect_pushes: {priority: high}"]),
      from: 450, to: 460),
    // Within 37 m of 650 m from 613 m on, which take 472 s; gone at 687 m, 528 s, and reported half a minute later or more.
    Case(word: "beacon_entered", states: marking("beacon_entered", after: ["start: beacons"]), from: 1071, to: 1080),
    Case(word: "beacon_left", states: marking("beacon_left", after: ["start: beacons"]), from: 1158, to: 1195),
    Case(
      word: "condition_unmet",
      states: marking("condition_unmet, name: m", afterPositionAnd: "monitor: {name: m, radius: 100 m}"),
      from: 677, to: 2600),
    Case(
      word: "condition_met",
      states: marking("condition_met, name: m", afterPositionAnd: "monitor: {name: m, radius: 100 m}"),
      from: 3523, to: 4800),
    Case(
      word: "alarm", system: "android-14",
      states: marking("alarm, name: a", after: ["begin_foreground_service", "set_alarm: {name: a, after: 7 min}"]),
      from: 420, to: 422),
    Case(
      word: "work", system: "android-14",
      states: marking("work, name: w", after: ["schedule_work: {name: w, every: 17 min}"]), from: 0, to: 5),
  ]

  @Test func everyTriggerHasACase() {
    #expect(Set(Self.triggers.map(\.word)) == Set(CompositeTrigger.names))
  }

  @Test(arguments: triggers)
  func aTriggerIsReadFiresInItsTimeAndIsWritten(_ given: Case) throws {
    let strategy = try given.strategy()
    let words = try #require(strategy.composite).states.flatMap(\.rules).map(\.trigger.name)
    #expect(words.contains(given.word))
    #expect(try Self.readsBack(strategy))
    let first = try Self.run(strategy).searches.first?.end.seconds
    #expect(first.map { $0 >= given.from && $0 <= given.to } == true, "\(first ?? -1) s")
  }

  // MARK: Actions

  private static let wasFound: @Sendable (PositionSearch) -> Bool = { $0.found }
  private static let wasGivenUp: @Sendable (PositionSearch) -> Bool = { !$0.found && $0.end < .seconds(11) }
  private static let delivery = "delivery, in_foreground: false"
  private static let deferral = "defer: {distance: none, timeout: 30 min}"

  static let actions: [Case] = [
    Case(word: "start: standard", states: marking("delivery", after: standard)),
    Case(
      word: "stop: standard", states: marking("delivery", after: standard, leaving: "stop: standard"), effect: .never),
    Case(
      word: "start: significant_change", states: marking("significant_change", after: ["start: significant_change"])),
    Case(
      word: "stop: significant_change",
      states: marking(
        "significant_change", after: ["start: significant_change"], leaving: "stop: significant_change"),
      effect: .never),
    Case(word: "start: visits", states: marking("arrival", after: ["start: visits"])),
    Case(
      word: "stop: visits", states: marking("arrival", after: ["start: visits"], leaving: "stop: visits"),
      effect: .never),
    Case(word: "start: live_updates", states: marking("delivery", after: ["start: live_updates"])),
    Case(
      word: "stop: live_updates",
      states: marking("delivery", after: ["start: live_updates"], leaving: "stop: live_updates"), effect: .never),
    Case(word: "start: beacons", states: marking("beacon_entered", after: ["start: beacons"])),
    Case(
      word: "stop: beacons", states: marking("beacon_entered", after: ["start: beacons"], leaving: "stop: beacons"),
      effect: .never),
    Case(
      word: "start: motion_activity",
      states: marking("motion, is: walking", after: recording("start: motion_activity"))),
    Case(
      word: "stop: motion_activity",
      states: marking(
        "motion, is: walking", after: recording("start: motion_activity"), leaving: "stop: motion_activity"),
      effect: .never),
    Case(
      word: "start: motion_activity", system: "android-14",
      states: marking("motion, is: moving", after: ["start: motion_activity"])),
    Case(
      word: "stop: motion_activity", system: "android-14",
      states: marking("motion, is: moving", after: ["start: motion_activity"], leaving: "stop: motion_activity"),
      effect: .never),
    Case(word: "start: pedometer", states: marking("steps, count: 40", after: recording("start: pedometer"))),
    Case(
      word: "stop: pedometer",
      states: marking("steps, count: 40", after: recording("start: pedometer"), leaving: "stop: pedometer"),
      effect: .never),
    Case(
      word: "start: significant_motion", system: "android-14",
      states: marking("significant_motion", after: ["begin_foreground_service", "start: significant_motion"])),
    Case(
      word: "stop: significant_motion", system: "android-14",
      states: marking(
        "significant_motion", after: ["begin_foreground_service", "start: significant_motion"],
        leaving: "stop: significant_motion"), effect: .never),
    Case(
      word: "stop: fused", system: "android-14", states: marking("delivery", after: fused, leaving: "stop: fused"),
      effect: .never),
    // Without it the app does not allow positions in the background: it gets them until it is suspended.
    Case(word: "configure", states: marking(delivery, after: standard), effect: .more),
    Case(word: "defer", system: "ios-12", states: marking("deferral_finished", afterPositionAnd: deferral)),
    Case(
      word: "stop_deferring", system: "ios-12",
      states: marking(
        "deferral_finished, code: deferred_canceled", after: standard, leaving: "stop_deferring", position: deferral)),
    Case(word: "upload", states: marking("upload_finished", afterPositionAnd: "upload: {fixes: newest}")),
    Case(word: "fence", states: marking("fence_left, name: f", afterPositionAnd: "fence: {name: f, radius: 100 m}")),
    Case(
      word: "remove_fence",
      states: marking(
        "fence_left, name: f", after: standard, leaving: "remove_fence: f",
        position: "fence: {name: f, radius: 100 m}"), effect: .never),
    Case(
      word: "fence", system: "android-14",
      states: marking("fence_left, name: f", afterPositionAnd: "fence: {name: f, radius: 100 m}", fused)),
    Case(
      word: "remove_fence", system: "android-14",
      states: marking(
        "fence_left, name: f", after: fused, leaving: "remove_fence: f", position: "fence: {name: f, radius: 100 m}"),
      effect: .never),
    Case(word: "request_refresh", states: marking("background_refresh", after: ["request_refresh: 10 min"])),
    Case(word: "reload_widget", states: marking("widget_reload", after: ["reload_widget: 20 min"])),
    // A dropped position is not the app's.
    Case(
      word: "drop",
      states: state(
        "a", standard, ["when: delivery, do: [drop]", "when: background, accuracy_at_most: 10 km, \(mark)"]),
      effect: .never),
    Case(word: "geocode", states: marking("geocode_finished", after: ["geocode: there"])),
    Case(word: "reverse_geocode", states: marking("geocode_finished", afterPositionAnd: "reverse_geocode")),
    Case(
      word: "cancel_geocode",
      states: marking("geocode_failed, code: geocode_canceled", after: ["geocode: there", "cancel_geocode"])),
    Case(
      word: "begin_task",
      states: state("a", [], ["when: background, do: [begin_task]", "when: task_expiring, \(mark)"])),
    Case(
      word: "end_task", states: marking("task_expiring", after: ["begin_task"], leaving: "end_task"), effect: .never),
    Case(word: "set_timer", states: marking("timer, name: t", after: recording("set_timer: {name: t, after: 20 s}"))),
    Case(
      word: "cancel_timer",
      states: marking(
        "timer, name: t", after: recording("set_timer: {name: t, after: 20 s}"), leaving: "cancel_timer: t"),
      effect: .never),
    Case(word: "begin_search", states: state("a", ["begin_search"], ["when: background, do: [found]"])),
    Case(
      word: "found", states: state("a", ["begin_search"], ["when: background, do: [found]"]), isMark: wasFound),
    // Without it the search lasts until the process ends.
    Case(
      word: "give_up", states: state("a", ["begin_search"], ["when: background, do: [give_up]"]),
      isMark: wasGivenUp),
    Case(
      word: "request_location",
      states: marking("delivery", after: ["configure: {desired_accuracy: hundred_meters}", "request_location"])),
    // The user grants it while the app is on the screen.
    Case(
      word: "request_full_accuracy", header: "accuracy: reduced\n",
      states: marking("delivery, accuracy_at_most: 100 m", after: recording("request_full_accuracy"))),
    // Each 10 m at 1.3 m/s in place of each second.
    Case(
      word: "elastic_filter",
      states: state("a", standard, ["when: delivery, do: [elastic_filter: 10 m, begin_search, found]"]), effect: .fewer),
    Case(
      word: "monitor",
      states: marking("condition_unmet, name: m", afterPositionAnd: "monitor: {name: m, radius: 100 m}")),
    Case(
      word: "remove_monitor",
      states: marking(
        "condition_unmet, name: m", after: standard, leaving: "remove_monitor: m",
        position: "monitor: {name: m, radius: 100 m}"), effect: .never),
    Case(
      word: "begin_session", header: "authorization: when_in_use\n",
      states: marking(delivery, after: ["begin_session", "start: live_updates"]), effect: .more),
    Case(
      word: "end_session", header: "authorization: when_in_use\n",
      states: marking(delivery, after: ["begin_session", "start: live_updates"], leaving: "end_session"),
      effect: .fewer),
    Case(
      word: "begin_service_session", header: "explicit_service_session: true\n",
      states: marking("delivery", after: ["begin_service_session", "start: live_updates"])),
    Case(
      word: "end_service_session", header: "explicit_service_session: true\n",
      states: marking("delivery", after: ["begin_service_session", "end_service_session", "start: live_updates"]),
      effect: .never),
    Case(word: "expect_pushes", states: marking("push", after: ["expect_pushes: {every: 7 min}"])),
    Case(
      word: "expect_pushes", system: "android-14",
      states: marking("push", after: ["expect_pushes: {every: 7 min, priority: high}"])),
    Case(
      word: "stop_pushes", states: marking("push", after: ["expect_pushes: {every: 7 min}"], leaving: "stop_pushes"),
      effect: .never),
    Case(word: "request", system: "android-14", states: marking("delivery", after: fused)),
    Case(
      word: "begin_foreground_service", system: "android-14", states: marking(delivery, after: fused), effect: .more),
    Case(
      word: "end_foreground_service", system: "android-14",
      states: marking(delivery, after: fused, leaving: "end_foreground_service"), effect: .never),
    Case(
      word: "acquire_wake_lock", system: "android-14",
      states: marking(
        "timer, name: a",
        after: ["begin_foreground_service", "acquire_wake_lock", "set_timer: {name: a, after: 20 min}"])),
    Case(
      word: "release_wake_lock", system: "android-14",
      states: marking(
        "timer, name: a",
        after: ["begin_foreground_service", "acquire_wake_lock", "set_timer: {name: a, after: 20 min}"],
        leaving: "release_wake_lock"), effect: .never),
    Case(
      word: "last_location", system: "android-14",
      states: marking(
        "delivery", afterPositionAnd: "stop: fused, last_location", fused)),
    Case(
      word: "set_alarm", system: "android-14",
      states: marking("alarm, name: a", after: ["begin_foreground_service", "set_alarm: {name: a, after: 7 min}"])),
    Case(
      word: "cancel_alarm", system: "android-14",
      states: marking(
        "alarm, name: a", after: ["begin_foreground_service", "set_alarm: {name: a, after: 7 min}"],
        leaving: "cancel_alarm: a"), effect: .never),
    Case(
      word: "schedule_work", system: "android-14",
      states: marking("work, name: w", after: ["schedule_work: {name: w, every: 17 min}"])),
    Case(
      word: "cancel_work", system: "android-14",
      states: marking("work, name: w", after: ["schedule_work: {name: w, every: 17 min}"], leaving: "cancel_work: w"),
      effect: .never),
  ]

  @Test func everyActionAndEveryServiceHasACase() {
    let words = Self.actions.map(\.word)
    let names = Set(words.map { $0.split(separator: ":")[0] }.map(String.init))
    #expect(names == Set(CompositeAction.plain.map(\.name) + CompositeWords.actionNames))
    for service in CompositeService.allCases {
      // A request starts the fused provider.
      #expect(words.contains("start: \(service.rawValue)") || service == .fused)
      #expect(words.contains("stop: \(service.rawValue)"))
    }
  }

  private static func word(of action: CompositeAction) -> String {
    switch action {
    case .start(let service), .stop(let service): "\(action.name): \(service.rawValue)"
    default: action.name
    }
  }

  private static func without(_ word: String, _ strategy: StrategySpecification) -> StrategySpecification {
    var strategy = strategy
    func left(_ actions: [CompositeAction]) -> [CompositeAction] { actions.filter { self.word(of: $0) != word } }
    for index in strategy.composite?.states.indices ?? 0..<0 {
      guard var state = strategy.composite?.states[index] else { continue }
      state.enter = left(state.enter)
      for rule in state.rules.indices { state.rules[rule].actions = left(state.rules[rule].actions) }
      strategy.composite?.states[index] = state
    }
    return strategy
  }

  @Test(arguments: actions)
  func anActionIsReadHasItsEffectAndIsWritten(_ given: Case) throws {
    let strategy = try given.strategy()
    #expect(try #require(strategy.composite).actions.contains { Self.word(of: $0) == given.word })
    #expect(try Self.readsBack(strategy))
    let own = try Self.run(strategy).searches.count(where: given.isMark)
    let other = try Self.run(Self.without(given.word, strategy)).searches.count(where: given.isMark)
    switch given.effect {
    case .only: #expect(own > 0 && other == 0, "\(own) and \(other) marks")
    case .never: #expect(own == 0 && other > 0, "\(own) and \(other) marks")
    case .more: #expect(own > other, "\(own) and \(other) marks")
    case .fewer: #expect(own < other && own > 0, "\(own) and \(other) marks")
    }
  }
}
