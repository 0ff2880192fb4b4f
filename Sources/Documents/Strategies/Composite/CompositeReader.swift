import DeviceModel
import FileFormats
import LocationServices
import Strategies

/// Reads the `states` of a strategy of kind `composite`; refuses what can never happen and warns of what is pointless.
struct CompositeReader {
  private let names: [String]
  /// Where each part stands in the file.
  private var places: [CompositePlace: YAMLValue] = [:]

  struct StateKeys: KeyTable {
    let enter = Key("enter", actionList, standard: [])
    let rules = Key("rules", .list(of: .unread(ruleSchema)), standard: [])
    let leave = Key("leave", actionList, standard: [])
  }

  private static let actionList = Form<[YAMLValue]>(.reference("actions"), Form.list(of: .unread(.any)).read)
  private static let ruleEntries =
    CompositeWords.triggerKeys + CompositeWords.conditions.map(\.entry) + [
      KeyEntry("do", actionList.schema), KeyEntry("go_to", .text().noted("the name of a state")),
    ]
  private static let ruleSchema = ValueSchema.keys(ruleEntries)
  private static let stateKeys = Keys(StateKeys())
  static let schema = ValueSchema.named(stateKeys.schema, from: 1)

  /// - Parameters:
  ///   - platform: the system it runs on; Android where the file names none and only Android has one of its services.
  ///   - sdk: the version it is linked against.
  static func read(
    _ yaml: YAMLValue, _ platform: inout Platform, sdk: SystemVersion?, namesSystem: Bool
  ) throws(InputError) -> CompositeProgram {
    let entries = try yaml.pairs()
    guard !entries.isEmpty else {
      throw yaml.error("there are no states", remedy: "write at least one 'NAME: {enter: [...], rules: [...]}'")
    }
    var reader = CompositeReader(names: entries.map(\.key))
    let states = try InputFaults.each(Array(entries.enumerated())) { index, entry throws(InputError) in
      try reader.state(entry.key, entry.value, at: index)
    }
    let program = CompositeProgram(states: states)
    let android = Platform.today(on: .android)
    if !namesSystem, program.services.contains(where: { !platform.offers($0) && android.offers($0) }) {
      platform = android
    }
    if let fault = CompositeCheck.faults(in: program, on: platform).first {
      throw (reader.places[fault.place] ?? yaml).error(fault.message, remedy: fault.remedy)
    }
    if let files = InputFiles.current { reader.warn(of: program, on: platform, sdk: sdk, files) }
    return program
  }

  /// Reports what may be said but hardly is meant.
  private func warn(of program: CompositeProgram, on platform: Platform, sdk: SystemVersion?, _ files: InputFiles) {
    for shadow in UnreachableRule.all(in: program) {
      guard let place = places[shadow.place] else { continue }
      let line = places[shadow.other]?.place.line.map { " in line \($0)" } ?? ""
      files.warn(
        place.error(
          "the rule\(line) stands before this one and takes every '\(shadow.trigger)' that this one would",
          remedy: "put this rule before it, or change the conditions of one of them"))
    }
    // Updates go on behind the screen only with `allows_background`.
    let needsFlag = min(platform.version, sdk ?? platform.version) >= SystemVersion(9)
    let deaf = CompositeCheck.deafRules(in: program, on: platform, needsFlag: needsFlag)
    for part in PointlessPart.all(in: program) + deaf {
      guard let place = places[part.place] else { continue }
      files.warn(place.error(part.message, remedy: part.remedy))
    }
  }

  private mutating func state(_ name: String, _ yaml: YAMLValue, at index: Int) throws(InputError) -> CompositeState {
    let given = try Self.stateKeys.read(yaml)
    var state = CompositeState(name)
    places[CompositePlace(state: index, part: .state)] = yaml
    if let leave = given.given(\.leave) { places[CompositePlace(state: index, part: .leave)] = leave }
    let (enter, leave, rules) = (try given.enter, try given.leave, try given.rules)
    _ = try InputFaults.each([CompositePlace.Part.enter, .leave, .state]) { part throws(InputError) in
      switch part {
      case .enter: state.enter = try actions(enter, index, part)
      case .leave: state.leave = try actions(leave, index, part)
      default:
        state.rules = try InputFaults.each(Array(rules.enumerated())) { number, rule throws(InputError) in
          try self.rule(rule, index, .rule(number))
        }
      }
    }
    return state
  }

  private mutating func rule(
    _ yaml: YAMLValue, _ state: Int, _ part: CompositePlace.Part
  ) throws(InputError) -> CompositeRule {
    var mapping = try yaml.mapping()
    // Each part is read for its own mistakes, whatever is wrong with the others.
    let trigger = try InputFaults.attempt(try CompositeWords.trigger(&mapping))
    let conditions = try InputFaults.attempt(try CompositeWords.conditions(&mapping))
    let steps = try InputFaults.attempt(try actions(mapping.optional("do")?.sequence() ?? [], state, part))
    let target = try InputFaults.attempt(try mapping.optional("go_to")?.choice(of: names))
    // Which keys belong to a rule depends on its trigger.
    if trigger == nil { try mapping.allow(Self.ruleEntries.map(\.name)) }
    try mapping.finish()
    guard let trigger, let conditions, let steps, let target else { throw InputFaults.collected }
    places[CompositePlace(state: state, part: part)] = mapping.peek("when") ?? yaml
    var rule = CompositeRule(trigger, if: conditions)
    (rule.actions, rule.target) = (steps, target.flatMap { names.firstIndex(of: $0) })
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
    _ items: [YAMLValue], _ state: Int, _ part: CompositePlace.Part
  ) throws(InputError) -> [CompositeAction] {
    try InputFaults.each(Array(items.enumerated())) { number, item throws(InputError) in
      places[CompositePlace(state: state, part: part, action: number)] = item
      return try CompositeWords.action(item)
    }
  }
}
