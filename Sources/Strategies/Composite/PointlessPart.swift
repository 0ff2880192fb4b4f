import LocationServices

/// Something in a composite strategy that may happen, but to no end.
package struct PointlessPart: Sendable, Hashable {
  package let place: CompositePlace
  package let message: String
  package let remedy: String

  /// Timers, alarms and messages that no rule waits for, and a program that nothing tells where the user is.
  package static func all(in program: CompositeProgram) -> [PointlessPart] {
    var parts: [PointlessPart] = []
    if !program.actions.contains(where: \.locatesUser) {
      parts.append(
        PointlessPart(
          place: CompositePlace(state: 0, part: .state), message: "nothing here brings positions or events",
          remedy: "start a service that does, or remove the states"))
    }
    for (place, action) in program.placedActions {
      if let lack = action.lackOfRule(in: program), !lack.isRefused {
        parts.append(PointlessPart(place: place, message: lack.message, remedy: lack.remedy))
      }
    }
    return parts
  }
}

extension CompositeAction {
  /// What no rule of the program waits for although this brings it, and whether a file with that is refused.
  func lackOfRule(in program: CompositeProgram) -> (message: String, remedy: String, isRefused: Bool)? {
    guard let (what, triggers, isRefused) = wanted, !triggers.contains(where: program.waits(for:)) else { return nil }
    let names = Set(triggers.map(\.name)).sorted().map { "'\($0)'" }.joined(separator: " or ")
    let named = if case .expectPushes = self { "" } else { " with this name" }
    return ("no rule waits for \(what)", "add a rule for \(names)\(named), or remove the action", isRefused)
  }

  private var wanted: (what: String, triggers: [CompositeTrigger], isRefused: Bool)? {
    switch self {
    case .setTimer(let name, _): ("the timer '\(name)'", [.timer(name)], false)
    case .setAlarm(let name, _, _): ("the alarm '\(name)'", [.alarm(name)], false)
    case .expectPushes: ("messages of the server", [.push, .launched(.push), .launched(nil)], false)
    case .monitor(let fence):
      ("the condition '\(fence.name)'", [.conditionMet(fence.name), .conditionUnmet(fence.name)], true)
    case .scheduleWork(let name, _, _): ("the work '\(name)'", [.work(name)], true)
    case .fence(let fence): ("the fence '\(fence.name)'", [.fenceEntered(fence.name), .fenceLeft(fence.name)], true)
    default: nil
    }
  }
}

/// A rule that never gets an event, since an earlier one of its state takes every one that it would take.
package struct UnreachableRule: Sendable, Hashable {
  package let place: CompositePlace
  /// The earlier rule.
  package let other: CompositePlace
  /// What both wait for, as files say it.
  package let trigger: String

  /// All of a program, in the order of the rules, each with the first rule that takes its events. Rules behind one without
  /// conditions are faults (`CompositeCheck`) and not among them.
  package static func all(in program: CompositeProgram) -> [UnreachableRule] {
    program.states.indices.flatMap { state -> [UnreachableRule] in
      let rules = program.states[state].rules
      return rules.indices.compactMap { place in
        guard let other = rules[..<place].firstIndex(where: { $0.shadows(rules[place]) }) else { return nil }
        return UnreachableRule(
          place: CompositePlace(state: state, part: .rule(place)),
          other: CompositePlace(state: state, part: .rule(other)), trigger: rules[place].trigger.name)
      }
    }
  }
}

extension CompositeRule {
  /// Whether this rule, standing before `other`, takes every event that `other` would.
  fileprivate func shadows(_ other: CompositeRule) -> Bool {
    guard !conditions.isEmpty, trigger.covers(other.trigger) else { return false }
    // What counts as stayed depends on all conditions of its rule.
    let looksAtStays = conditions.contains { if case .stayed = $0 { true } else { false } }
    if looksAtStays { return Set(conditions) == Set(other.conditions) }
    return conditions.allSatisfy { own in other.conditions.contains { $0.implies(own) } }
  }
}

extension CompositeCondition {
  /// Whether `other` holds wherever this one does.
  fileprivate func implies(_ other: CompositeCondition) -> Bool {
    switch (self, other) {
    case (.accuracyAtMost(let own), .accuracyAtMost(let wide)), (.ageAtMost(let own), .ageAtMost(let wide)),
      (.speedBelow(let own), .speedBelow(let wide)), (.batteryBelow(let own), .batteryBelow(let wide)):
      own <= wide
    case (.accuracyAbove(let own), .accuracyAbove(let wide)), (.ageAbove(let own), .ageAbove(let wide)),
      (.speedAtLeast(let own), .speedAtLeast(let wide)), (.batteryAbove(let own), .batteryAbove(let wide)):
      own >= wide
    default: self == other
    }
  }
}
