package import LocationServices

/// Finds what a composite strategy says but what can never happen: states that no way leads to, triggers that cannot fire,
/// actions without an object, conditions that never hold, services that the system lacks.
///
/// It follows every way through the states and keeps what may be the case on some of them. What it refuses cannot happen
/// on any way; what it accepts may still depend on the day.
package struct CompositeCheck {
  private let program: CompositeProgram
  private let platform: Platform
  /// What may be the case when a state is entered; `nil` until a way to it is found.
  private var entries: [ReachableState?]
  /// What may be the case while the app is in a state.
  private var bodies: [ReachableState?]
  private var faults: [CompositeFault] = []

  /// Everything that cannot be, in the order of the states; empty for a strategy that may run.
  package static func faults(in program: CompositeProgram, on platform: Platform) -> [CompositeFault] {
    var check = CompositeCheck(program, platform)
    check.followEveryWay()
    for state in program.states.indices { check.judge(state) }
    return check.faults
  }

  /// Rules for motion and steps in states in which nothing keeps the app running: iOS suspends it there, and reports motion to
  /// running apps only. Android starts an app for it; there timers stand still in states without a wake lock.
  ///
  /// - Parameter needsFlag: whether updates go on behind the screen only with `allows_background`: since iOS 9, for apps linked
  ///   against it.
  package static func deafRules(
    in program: CompositeProgram, on platform: Platform, needsFlag: Bool = true
  ) -> [PointlessPart] {
    var check = CompositeCheck(program, platform)
    check.followEveryWay()
    return program.states.indices.flatMap { state -> [PointlessPart] in
      guard let body = check.bodies[state] else { return [] }
      if platform.isAndroid { return body.may(.wakeLock) ? [] : check.stoppedTimers(in: state) }
      guard !body.mayRunBehindTheScreen(needsFlag: needsFlag) else { return [] }
      return program.states[state].rules.enumerated().filter { $0.element.trigger.needsRunningApp }.map { place, rule in
        PointlessPart(
          place: CompositePlace(state: state, part: .rule(place)),
          message: "'\(rule.trigger.name)' is heard here only while something else runs the app: iOS suspends it in "
            + "the state '\(program.states[state].name)'",
          remedy: "keep 'standard' running with 'allows_background: true' (three_kilometers takes least), or wake the "
            + "app by a 'fence'")
      }
    }
  }

  private func stoppedTimers(in state: Int) -> [PointlessPart] {
    program.states[state].rules.enumerated().filter {
      if case .timer = $0.element.trigger { true } else { false }
    }.map { place, _ in
      PointlessPart(
        place: CompositePlace(state: state, part: .rule(place)),
        message: "Android's timers stand still while the processor sleeps, here without a wake lock",
        remedy: "write 'set_alarm' and 'when: alarm', or 'acquire_wake_lock'")
    }
  }

  private init(_ program: CompositeProgram, _ platform: Platform) {
    self.program = program
    self.platform = platform
    entries = Array(repeating: nil, count: program.states.count)
    bodies = entries
  }

  // MARK: Ways

  private mutating func followEveryWay() {
    guard !program.states.isEmpty else { return }
    entries[0] = ReachableState(isAndroid: platform.isAndroid)
    var hasChanged = true
    while hasChanged {
      let before = (entries, bodies)
      for state in program.states.indices where entries[state] != nil { follow(state) }
      // The system keeps registrations when a process ends; the next one begins with them.
      for body in bodies.compactMap(\.self) { entries[0]?.inherit(body) }
      hasChanged = before.0 != entries || before.1 != bodies
    }
  }

  private mutating func follow(_ state: Int) {
    guard var body = entries[state] else { return }
    for action in program.states[state].enter { body.apply(action) }
    if let known = bodies[state] { body.formUnion(known) }
    bodies[state] = body
    for rule in program.states[state].rules {
      guard let here = bodies[state], here.obstacle(to: rule.trigger, inFirstState: state == 0) == nil else { continue }
      var after = here
      for action in rule.actions { after.apply(action) }
      if let target = rule.target {
        for action in program.states[state].leave { after.apply(action) }
        if entries[target]?.formUnion(after) == nil { entries[target] = after }
      } else {
        bodies[state]?.formUnion(after)
      }
    }
  }

  // MARK: Faults

  private mutating func judge(_ index: Int) {
    let state = program.states[index]
    guard var now = entries[index], let body = bodies[index] else {
      note(
        CompositePlace(state: index, part: .state), "no way leads to the state '\(state.name)'",
        remedy: "go to it from a rule that can fire, or remove it")
      return
    }
    judge(state.enter, in: &now, at: index, .enter, isDelivery: false)
    var leaving: ReachableState?
    for (place, rule) in state.rules.enumerated() {
      judgeTrigger(rule, place, index, body)
      var after = body
      judge(rule.actions, in: &after, at: index, .rule(place), isDelivery: rule.trigger.bringsPositions)
      if rule.target != nil, leaving?.formUnion(after) == nil { leaving = after }
    }
    guard !state.leave.isEmpty else { return }
    guard var leaving else {
      note(
        CompositePlace(state: index, part: .leave), "the state '\(state.name)' is never left",
        remedy: "remove 'leave', or add a rule with 'go_to'")
      return
    }
    judge(state.leave, in: &leaving, at: index, .leave, isDelivery: false)
  }

  private mutating func judgeTrigger(
    _ rule: CompositeRule, _ place: Int, _ state: Int, _ body: ReachableState
  ) {
    let here = CompositePlace(state: state, part: .rule(place))
    if let service = rule.trigger.requires, !platform.offers(service) {
      note(here, lacking: service)
    } else if let obstacle = body.obstacle(to: rule.trigger, inFirstState: state == 0) {
      note(here, "'\(rule.trigger.name)' can never fire here: \(obstacle.message)", remedy: obstacle.remedy)
    }
    for condition in rule.conditions {
      if let obstacle = body.obstacle(to: condition) {
        note(here, "'\(condition.key)' never holds here: \(obstacle.message)", remedy: obstacle.remedy)
      }
      if let service = condition.requires, !platform.offers(service) { note(here, lacking: service) }
    }
    if let clash = rule.clash {
      note(
        here, "'\(clash.0)' and '\(clash.1)' never hold together", remedy: "change one of them, or remove the rule")
    }
    let earlier = program.states[state].rules[..<place]
    if earlier.contains(where: { $0.conditions.isEmpty && $0.trigger.covers(rule.trigger) }) {
      note(
        here, "an earlier rule without conditions takes every '\(rule.trigger.name)'",
        remedy: "put this rule before it, or give that one a condition")
    }
  }

  private mutating func judge(
    _ actions: [CompositeAction], in now: inout ReachableState, at state: Int, _ part: CompositePlace.Part,
    isDelivery: Bool
  ) {
    for (index, action) in actions.enumerated() {
      let place = CompositePlace(state: state, part: part, action: index)
      if let service = action.requires(onAndroid: platform.isAndroid).first(where: { !platform.offers($0) }) {
        note(place, lacking: service)
      } else if let obstacle = now.obstacle(to: action) {
        note(place, obstacle.message, remedy: obstacle.remedy)
      } else if action == .drop, !isDelivery {
        note(
          place, "there are positions to drop only in a rule for deliveries",
          remedy: "move it to a rule for 'delivery' or 'significant_change'")
      }
      if let lack = action.lackOfRule(in: program), lack.isRefused { note(place, lack.message, remedy: lack.remedy) }
      now.apply(action)
    }
  }

  private mutating func note(_ place: CompositePlace, lacking service: SystemService) {
    let all = Platform.all.filter { $0.offers(service) }
    let own = all.filter { $0.system == platform.system }
    let fitting = (own.isEmpty ? all : own).map(\.name)
    let words = own.isEmpty ? service.words(on: platform.system).map { "write \($0) on \(platform.title), or " } : nil
    note(
      place, "\(platform.name) has no \(service.title) (\(service.lifetime(on: platform.system)))",
      remedy: (words ?? "") + "set 'system' to one of: \(fitting.joined(separator: ", "))"
        + (own.isEmpty && words == nil ? ", or remove it" : ""))
  }

  private mutating func note(_ place: CompositePlace, _ message: String, remedy: String) {
    faults.append(CompositeFault(place: place, message: message, remedy: remedy))
  }
}

extension CompositeAction {
  /// The services that the system must have for it.
  func requires(onAndroid isAndroid: Bool) -> [SystemService] {
    if case .request(let request) = self, request.granularity == .coarse { return [.fusedLocation, .reducedAccuracy] }
    return service(onAndroid: isAndroid).map { [$0] } ?? []
  }

  private func service(onAndroid isAndroid: Bool) -> SystemService? {
    switch self {
    case .start(let service): service.requires
    case .fence: isAndroid ? .geofences : .regionMonitoring
    case .monitor: .conditionMonitor
    case .requestLocation: .requestLocation
    case .requestFullAccuracy: .reducedAccuracy
    case .elasticFilter: .standardUpdates
    case .beginSession: .backgroundActivitySession
    case .beginServiceSession: .serviceSession
    case .expectPushes(_, let priority): priority.requires
    case .request, .lastLocation: .fusedLocation
    case .beginForegroundService: .foregroundServices
    case .setAlarm: .alarms
    case .acquireWakeLock: .wakeLocks
    case .scheduleWork: .workManager
    case .beginTask: .backgroundTasks
    case .requestRefresh: .backgroundAppRefresh
    case .reloadWidget: .widgets
    case .configure(let configuration): configuration.requires ?? (isAndroid ? .standardUpdates : nil)
    case .deferUpdates: .deferredUpdates
    case .geocode, .reverseGeocode: .geocoding
    default: nil
    }
  }
}

extension CompositeTrigger {
  /// Whether the event brings positions that can be dropped.
  var bringsPositions: Bool { self == .delivery || self == .significantChange }

  /// The service that the system must have for it.
  var requires: SystemService? {
    switch self {
    case .paused, .resumed: .automaticPausing
    case .backgroundRefresh, .launched(.backgroundRefresh?): .backgroundAppRefresh
    case .widgetReload: .widgets
    case .device(.lowPower, _): .lowPowerMode
    case .device: .deviceConditions
    case .significantChange: .significantChange
    case .deferralFinished: .deferredUpdates
    case .taskExpiring: .backgroundTasks
    case .arrival, .departure: .visits
    case .motion: .activityRecognition
    case .significantMotion: .significantMotion
    case .steps: .pedometer
    case .stationary: .liveUpdates
    case .beaconEntered, .beaconLeft: .beaconRegions
    case .conditionMet, .conditionUnmet: .conditionMonitor
    case .alarm: .alarms
    case .work, .launched(.work?): .workManager
    default: nil
    }
  }

  /// iOS reports it to a running app only, and wakes none for it.
  fileprivate var needsRunningApp: Bool {
    switch self {
    case .motion, .steps: true
    default: false
    }
  }

  /// Whether the condition never holds while this event is handled.
  func excludes(_ condition: CompositeCondition) -> Bool {
    switch (self, condition) {
    case (.motion(let own, _), .activity(let wanted)): !own.covers(wanted) && !wanted.covers(own)
    case (.background, .inForeground(let isOn)): isOn
    case (.foreground, .inForeground(let isOn)): !isOn
    case (.device(let own, let isOn), .device(let other, let wanted)): own == other && isOn != wanted
    default: false
    }
  }
}

extension CompositeCondition {
  var requires: SystemService? { if case .device(.lowPower, _) = self { .lowPowerMode } else { nil } }
}

extension CompositeRule {
  /// The names of two conditions, or of the trigger and a condition, that exclude each other; `nil` when there are none.
  var clash: (String, String)? {
    if let condition = conditions.first(where: trigger.excludes) { return (trigger.name, condition.key) }
    for lower in conditions {
      for upper in conditions where lower.excludes(upper) { return (lower.key, upper.key) }
    }
    return nil
  }
}

extension CompositeService {
  /// What the system must have for it.
  var requires: SystemService {
    switch self {
    case .standard: .standardUpdates
    case .significantChange: .significantChange
    case .visits: .visits
    case .liveUpdates: .liveUpdates
    case .beacons: .beaconRegions
    case .motionActivity: .activityRecognition
    case .pedometer: .pedometer
    case .significantMotion: .significantMotion
    case .fused: .fusedLocation
    }
  }
}
