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
      guard let (what, triggers) = action.wanted, !triggers.contains(where: program.waits(for:)) else { continue }
      let names = Set(triggers.map(\.name)).sorted().map { "'\($0)'" }.joined(separator: " or ")
      parts.append(
        PointlessPart(
          place: place, message: "no rule waits for \(what)",
          remedy: "add a rule for \(names)\(triggers.count == 1 ? " with this name" : ""), or remove the action"))
    }
    return parts
  }
}

extension CompositeAction {
  /// What a rule should wait for, and the triggers that do; `nil` where nothing follows, or its lack is refused.
  fileprivate var wanted: (what: String, triggers: [CompositeTrigger])? {
    switch self {
    case .setTimer(let name, _): ("the timer '\(name)'", [.timer(name)])
    case .setAlarm(let name, _, _): ("the alarm '\(name)'", [.alarm(name)])
    case .expectPushes: ("messages of the server", [.push, .launched(.push), .launched(nil)])
    default: nil
    }
  }
}
