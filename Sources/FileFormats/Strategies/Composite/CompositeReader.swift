import LocationServices
import Quantities
import Strategies

/// Reads the `states` of a strategy of kind `composite`, and refuses what can never happen.
struct CompositeReader {
  private let platform: Platform
  private let hasUploadPolicy: Bool
  private let names: [String]
  /// Where each part stands in the file.
  private var places: [CompositePlace: YAMLValue] = [:]

  /// - Throws: `InputError` at the first thing that is wrong.
  static func read(
    _ yaml: YAMLValue, platform: Platform, hasUploadPolicy: Bool
  ) throws(InputError) -> CompositeProgram {
    try parse(yaml, platform: platform, hasUploadPolicy: hasUploadPolicy).program
  }

  /// What may be said but hardly is meant: rules that never get an event, since one before them takes it.
  ///
  /// - Throws: as `read` does.
  static func warnings(
    _ yaml: YAMLValue, platform: Platform, hasUploadPolicy: Bool
  ) throws(InputError) -> [InputError] {
    let (program, places) = try parse(yaml, platform: platform, hasUploadPolicy: hasUploadPolicy)
    return UnreachableRule.all(in: program).map { shadow in
      let line = places[shadow.other]?.line.map { " in line \($0)" } ?? ""
      return (places[shadow.place] ?? yaml).error(
        "the rule\(line) stands before this one and takes every '\(shadow.trigger)' that this one would",
        remedy: "put this rule before it, or change the conditions of one of them")
    }
  }

  private static func parse(
    _ yaml: YAMLValue, platform: Platform, hasUploadPolicy: Bool
  ) throws(InputError) -> (program: CompositeProgram, places: [CompositePlace: YAMLValue]) {
    var mapping = try yaml.mapping()
    let entries = mapping.all()
    guard !entries.isEmpty else {
      throw yaml.error("there are no states", remedy: "write at least one 'NAME: {enter: [...], rules: [...]}'")
    }
    var reader = CompositeReader(platform, hasUploadPolicy, names: entries.map(\.key))
    var states: [CompositeState] = []
    for (name, value) in entries { states.append(try reader.state(name, value, at: states.count)) }
    let program = CompositeProgram(states: states)
    if let fault = CompositeCheck.faults(in: program, on: platform).first {
      throw (reader.places[fault.place] ?? yaml).error(fault.message, remedy: fault.remedy)
    }
    return (program, reader.places)
  }

  private init(_ platform: Platform, _ hasUploadPolicy: Bool, names: [String]) {
    self.platform = platform
    self.hasUploadPolicy = hasUploadPolicy
    self.names = names
  }

  private mutating func state(_ name: String, _ yaml: YAMLValue, at index: Int) throws(InputError) -> CompositeState {
    var mapping = try yaml.mapping(allowing: ["enter", "rules", "leave"])
    var state = CompositeState(name)
    places[CompositePlace(state: index, part: .state)] = yaml
    if let given = mapping.optional("enter") { state.enter = try actions(given, index, .enter) }
    if let given = mapping.optional("leave") {
      places[CompositePlace(state: index, part: .leave)] = given
      state.leave = try actions(given, index, .leave)
    }
    for given in try mapping.optional("rules")?.sequence() ?? [] {
      let rule = try self.rule(given, index, .rule(state.rules.count))
      state.rules.append(rule)
    }
    return state
  }

  private mutating func rule(
    _ yaml: YAMLValue, _ state: Int, _ part: CompositePlace.Part
  ) throws(InputError) -> CompositeRule {
    var mapping = try yaml.mapping()
    let trigger = try CompositeWords.trigger(&mapping)
    places[CompositePlace(state: state, part: part)] = mapping.peek("when") ?? yaml
    var rule = CompositeRule(trigger, if: try CompositeWords.conditions(&mapping))
    if let given = mapping.optional("do") { rule.actions = try actions(given, state, part) }
    if let given = mapping.optional("go_to") {
      let name = try given.choice(of: names)
      rule.target = names.firstIndex(of: name)
    }
    try mapping.finish()
    if case .launched = trigger, let place = rule.conditions.first(where: \.readsPosition) {
      throw mapping.error(
        at: place.key, "a process that has just started holds no position", remedy: "remove the condition")
    }
    if rule.actions.isEmpty, rule.target == nil {
      throw yaml.error("the rule does nothing", remedy: "add 'do: [...]' or 'go_to: STATE'")
    }
    return rule
  }

  private mutating func actions(
    _ yaml: YAMLValue, _ state: Int, _ part: CompositePlace.Part
  ) throws(InputError) -> [CompositeAction] {
    var actions: [CompositeAction] = []
    for item in try yaml.sequence() {
      places[CompositePlace(state: state, part: part, action: actions.count)] = item
      let action = try CompositeWords.action(item)
      if hasUploadPolicy, case .upload = action {
        throw item.error(
          "the file's own 'upload' sends every position already", remedy: "remove one of the two")
      }
      actions.append(action)
    }
    return actions
  }
}

extension CompositeCondition {
  /// Whether it looks at the position the app holds.
  var readsPosition: Bool {
    switch self {
    case .batteryBelow, .batteryAbove, .inForeground, .activity, .device: false
    default: true
    }
  }
}
