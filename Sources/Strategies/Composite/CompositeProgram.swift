package import LocationServices

/// An app as a state machine: what a strategy file of kind `composite` holds.
///
/// A process begins in the first state: its `enter` actions run, then its rules for `launched`. Each event goes to the
/// first rule of the current state whose trigger and conditions fit, and to no other. Nothing outlives the process but
/// what the system keeps for an app: its registrations for significant change and the like.
package struct CompositeProgram: Sendable, Hashable {
  /// A process begins in the first one.
  package var states: [CompositeState]

  package init(states: [CompositeState]) { self.states = states }

  /// The services that any of its actions uses.
  package var services: [SystemService] { services(onAndroid: false) }

  /// The same on one of the systems, whose names for them differ.
  package func services(onAndroid isAndroid: Bool) -> [SystemService] {
    actions.flatMap { $0.requires(onAndroid: isAndroid) }
  }

  /// Everything it may do, in the order of the file.
  package var actions: [CompositeAction] { placedActions.map(\.action) }

  /// The same with the place of each.
  var placedActions: [(place: CompositePlace, action: CompositeAction)] {
    states.indices.flatMap { state -> [(place: CompositePlace, action: CompositeAction)] in
      let rules = states[state].rules
      let lists: [(CompositePlace.Part, [CompositeAction])] =
        [(.enter, states[state].enter)] + rules.indices.map { (.rule($0), rules[$0].actions) }
        + [(.leave, states[state].leave)]
      return lists.flatMap { part, actions in
        actions.enumerated().map { (CompositePlace(state: state, part: part, action: $0), $1) }
      }
    }
  }

  /// The addresses it looks up.
  package var addresses: [String] {
    actions.compactMap { if case .geocode(let address) = $0 { address } else { nil } }
  }

  /// Whether any rule waits for this.
  func waits(for trigger: CompositeTrigger) -> Bool {
    states.contains { $0.rules.contains { $0.trigger == trigger } }
  }

  /// Whether a foreground service begins with the process, which the user opens, and never ends: then permission for the time of
  /// use suffices (developer.android.com, "Foreground services in Android 11").
  var staysInService: Bool {
    (states.first?.enter.contains(.beginForegroundService) ?? false) && !actions.contains(.endForegroundService)
  }

  var usesPendingIntent: Bool { actions.contains(where: \.isByPendingIntent) }

  /// Whether a rule waits for, or looks at, the charger, Wi-Fi or Low Power Mode.
  var observesDevice: Bool {
    states.contains { $0.rules.contains { if case .device = $0.trigger { true } else { false } } }
  }

  /// Whether a rule asks for the battery's level: then what the app does depends on the powers of the phone.
  package var readsBattery: Bool {
    states.contains { state in
      state.rules.contains { $0.trigger == .batteryChanged || $0.conditions.contains(where: \.readsBattery) }
    }
  }
}

package struct CompositeState: Sendable, Hashable {
  package var name: String
  /// Done whenever the state is entered, by a process that begins in it too.
  package var enter: [CompositeAction]
  /// In order; the first that fits an event takes it.
  package var rules: [CompositeRule]
  /// Done whenever the state is left.
  package var leave: [CompositeAction]

  package init(
    _ name: String, enter: [CompositeAction] = [], rules: [CompositeRule] = [], leave: [CompositeAction] = []
  ) {
    self.name = name
    self.enter = enter
    self.rules = rules
    self.leave = leave
  }
}

/// What a state does about an event.
package struct CompositeRule: Sendable, Hashable {
  package var trigger: CompositeTrigger
  /// All must hold.
  package var conditions: [CompositeCondition]
  package var actions: [CompositeAction]
  /// The state to go to after the actions, by its place among the states; `nil` to stay. A rule that names its own state
  /// leaves it and enters it again.
  package var target: Int?

  package init(
    _ trigger: CompositeTrigger, if conditions: [CompositeCondition] = [], do actions: [CompositeAction] = [],
    goTo target: Int? = nil
  ) {
    self.trigger = trigger
    self.conditions = conditions
    self.actions = actions
    self.target = target
  }
}
