import LocationServices

/// Settings of a composite strategy's tracker, under the keys that other kinds have as parameters.
///
/// A setting is the most demanding of its actions' values. Setting it changes every action that demands more: what a state asks
/// for at rest stays. States, rules and fences are not settings.
extension CompositeProgram {
  /// `desired_accuracy`, `distance_filter`, `interval`, `min_distance`, `priority`, or `rest_time`; `nil` where no action has it.
  func setting(_ key: String) -> StrategyValue? {
    switch key {
    case "desired_accuracy":
      let finest = configurations.compactMap(\.desiredAccuracy).min { $0.rawValue < $1.rawValue }
      return DesiredAccuracy.names.first { $0.value == finest }.map { StrategyValue.choice($0.name) }
    case "distance_filter": return filters.min().map { StrategyValue.distance($0) }
    case "min_distance": return requests.map(\.minUpdateDistance).min().map { StrategyValue.distance($0) }
    case "interval": return requests.map(\.interval).min().map { StrategyValue.time($0) }
    case "priority":
      guard !requests.isEmpty else { return nil }
      let first = LocationPriority.allCases.first { priority in requests.contains { $0.priority == priority } }
      return first.map { StrategyValue.choice($0.rawValue) }
    case "rest_time": return restTimes.max().map { StrategyValue.time($0) }
    default: return nil
    }
  }

  /// The same program with a setting changed; itself where no action has it.
  func with(_ key: String, _ value: StrategyValue) -> CompositeProgram {
    switch (key, value) {
    case ("desired_accuracy", .choice(let name)):
      guard let accuracy = DesiredAccuracy.names.first(where: { $0.name == name })?.value else { return self }
      return configured {
        if let own = $0.desiredAccuracy, own.rawValue < accuracy.rawValue { $0.desiredAccuracy = accuracy }
      }
    case ("distance_filter", .distance(let metres)): return filtered(metres)
    case ("interval", .time(let seconds)): return requested { if $0.interval < seconds { $0.interval = seconds } }
    case ("priority", .choice(let word)):
      guard let priority = LocationPriority(rawValue: word) else { return self }
      return requested { if $0.priority.demandsMore(than: priority) { $0.priority = priority } }
    case ("rest_time", .time(let seconds)):
      let names = restTimers
      return mapped {
        guard let wait = Self.wait($0), names.contains(wait.name), wait.after > seconds else { return $0 }
        if case .setAlarm(let name, _, let whileIdle) = $0 {
          return .setAlarm(name, after: seconds, whileIdle: whileIdle)
        }
        return .setTimer(wait.name, after: seconds)
      }
    default: return self
    }
  }

  // MARK: Actions

  private func mapped(_ change: (CompositeAction) -> CompositeAction) -> CompositeProgram {
    var program = self
    for state in program.states.indices {
      program.states[state].enter = program.states[state].enter.map(change)
      program.states[state].leave = program.states[state].leave.map(change)
      for rule in program.states[state].rules.indices {
        program.states[state].rules[rule].actions = program.states[state].rules[rule].actions.map(change)
      }
    }
    return program
  }

  private var configurations: [CompositeConfiguration] {
    actions.compactMap { if case .configure(let configuration) = $0 { configuration } else { nil } }
  }

  private func configured(_ change: (inout CompositeConfiguration) -> Void) -> CompositeProgram {
    mapped {
      guard case .configure(var configuration) = $0 else { return $0 }
      change(&configuration)
      return .configure(configuration)
    }
  }

  /// Configurations of the tracker: those that ask for the finest accuracy.
  private func tracks(_ configuration: CompositeConfiguration) -> Bool {
    guard let own = configuration.desiredAccuracy else { return false }
    return !configurations.contains { ($0.desiredAccuracy?.rawValue ?? .infinity) < own.rawValue }
  }

  /// Metres; 0 for none.
  private var filters: [Double] {
    guard actions.contains(.start(.standard)) else { return [] }
    let elastic = actions.compactMap { if case .elasticFilter(let metres) = $0 { metres } else { nil } }
    let plain = configurations.compactMap { configuration -> Double? in
      if let filter = configuration.distanceFilter { return filter.isFinite ? filter : 0 }
      return tracks(configuration) ? 0 : nil
    }
    return elastic + plain
  }

  private func filtered(_ metres: Double) -> CompositeProgram {
    mapped {
      switch $0 {
      case .elasticFilter(let own): return .elasticFilter(max(own, metres))
      case .configure(var configuration):
        if let own = configuration.distanceFilter {
          configuration.distanceFilter = own.isFinite ? max(own, metres) : metres
        } else if tracks(configuration) {
          configuration.distanceFilter = metres
        }
        return .configure(configuration)
      default: return $0
      }
    }
  }

  /// Requests that go on; one for a single position is none, nor is that of a state which a position ends.
  private var requests: [FusedLocationRequest] {
    let tracking = states.filter { !$0.rules.contains { $0.trigger == .delivery && $0.target != nil } }
    return CompositeProgram(states: tracking).actions.compactMap {
      if case .request(let request) = $0, request.maxUpdates > 1 { request } else { nil }
    }
  }

  private func requested(_ change: (inout FusedLocationRequest) -> Void) -> CompositeProgram {
    mapped {
      guard case .request(var request) = $0, request.maxUpdates > 1 else { return $0 }
      change(&request)
      return .request(request)
    }
  }

  /// A timer or an alarm that an action sets.
  private static func wait(_ action: CompositeAction) -> (name: String, after: Double)? {
    switch action {
    case .setTimer(let name, let after), .setAlarm(let name, let after, _): (name, after)
    default: nil
    }
  }

  /// Timers and alarms that a rule for rest sets.
  private var restTimers: Set<String> {
    Set(
      states.flatMap(\.rules).flatMap { rule -> [String] in
        guard case .motion(.still, _) = rule.trigger else { return [] }
        return rule.actions.compactMap { Self.wait($0)?.name }
      })
  }

  private var restTimes: [Double] {
    let names = restTimers
    return actions.compactMap(Self.wait).filter { names.contains($0.name) }.map(\.after)
  }
}

extension LocationPriority {
  /// Priorities stand in order, the most demanding first.
  fileprivate func demandsMore(than other: LocationPriority) -> Bool {
    (Self.allCases.firstIndex(of: self) ?? 0) < (Self.allCases.firstIndex(of: other) ?? 0)
  }
}

extension StrategySpecification {
  /// The value of a parameter as the file gives it, or of a composite strategy's setting of this name.
  package func setting(_ key: String) -> StrategyValue? { composite?.setting(key) ?? parameters[key] }

  /// Sets a parameter, or a composite strategy's setting of this name.
  package mutating func set(_ key: String, _ value: StrategyValue) {
    if let composite {
      self.composite = composite.with(key, value)
    } else {
      parameters[key] = value
    }
  }

  /// Whether its states can be as they are: nothing in them is what could never happen.
  package var isPossible: Bool { composite.map { CompositeCheck.faults(in: $0, on: platform).isEmpty } ?? true }
}
