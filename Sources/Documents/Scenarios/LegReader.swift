import FileFormats
import Core
import World

/// Reads one leg of a scenario.
struct LegReader {
  let classes: SurroundingsTable
  let places: PlaceTable
  let clock: ScenarioClock

  private static let commonKeys = ["leg", "kind", "surroundings", "changes", "at_start", "at_end", "phone_at_hand"]
  private static let dwellKeys = commonKeys + ["place", "until", "day", "for", "spread"]
  private static let wayKeys = commonKeys + ["from", "to", "via", "laps", "speed", "variation", "stops", "traffic"]
  /// A route with fewer metres is no way.
  private static let shortestWay = 5.0
  private static let slowest = Speed.metresPerSecond(0.1)

  func leg(_ value: YAMLValue) throws(InputError) -> Leg {
    var entry = try value.mapping()
    guard let kind = try entry.peek("kind")?.choice(LegKind.self) else {
      throw entry.value.error("the key 'kind' is missing", remedy: "add 'kind: dwell', 'kind: walk', ...")
    }
    try entry.allow(kind == .dwell ? Self.dwellKeys : Self.wayKeys)
    let name = try entry.required("leg").string()
    let atHand = try entry.optional("phone_at_hand")?.bool() ?? true
    var leg = kind == .dwell ? try dwell(name, &entry) : try way(kind, name, &entry)
    leg.phoneAtHand = atHand
    return leg
  }

  private func dwell(_ name: String, _ entry: inout YAMLMapping) throws(InputError) -> Leg {
    let place = try places.place(try entry.required("place"))
    let (until, day, lasting) = (entry.optional("until"), entry.optional("day"), entry.optional("for"))
    let spread = try entry.optional("spread")?.timeSpan(in: .zero ... .hours(3)) ?? .zero
    let surroundings = try entry.optional("surroundings").map { (value) throws(InputError) -> Surroundings in
      try classes.surroundings(value)
    }
    let changes = try changes(entry.optional("changes"))
    let (startEvents, endEvents) = (try events(entry.optional("at_start")), try events(entry.optional("at_end")))
    let stay: Leg.Stay
    switch (until, lasting) {
    case (.some(let until), nil): stay = .until(try clock.instant(until, day: day))
    case (nil, .some(let span)):
      if let day { throw day.error("'day' belongs to 'until'", remedy: "remove it, or write 'until'") }
      stay = .lasting(try span.timeSpan(in: .seconds(1) ... .hours(Double(24 * Scenario.longestDays))))
    case (nil, nil): stay = .toTheEnd
    case (.some, .some(let span)):
      throw span.error("'until' and 'for' are both given", remedy: "keep one of them")
    }
    return Leg(
      dwell: name, at: place.position, stay: stay, spread: spread,
      surroundings: surroundings ?? place.surroundings, changes: changes, startEvents: startEvents,
      endEvents: endEvents)
  }

  private func way(_ kind: LegKind, _ name: String, _ entry: inout YAMLMapping) throws(InputError) -> Leg {
    let from = try places.place(try entry.required("from"))
    let to = try places.place(try entry.required("to"))
    var via: [EarthVector] = []
    if let list = entry.optional("via") {
      for item in try list.sequence() {
        let position = try PlaceTable.position(item)
        if let first = places.list.first { try PlaceTable.check(position, at: item, beside: first) }
        via.append(position.earthVector())
      }
    }
    let laps = try entry.optional("laps")?.integer(in: 1...1000) ?? 1
    let speed = try speed(kind, try entry.required("speed"))
    let variation = try entry.optional("variation")?.number(in: 0...0.5) ?? 0.1
    let stops = try stops(entry.optional("stops"))
    let traffic = try traffic(entry.optional("traffic"))
    let surroundings = try classes.surroundings(try entry.required("surroundings"))
    let changes = try changes(entry.optional("changes"))
    let (startEvents, endEvents) = (try events(entry.optional("at_start")), try events(entry.optional("at_end")))
    var points = [from.position]
    for _ in 0..<laps { points += via + [to.position] }
    let route = RoutePath(points)
    guard route.length >= Self.shortestWay else {
      throw entry.value.error("the leg '\(name)' leads nowhere", remedy: "give 'via' points or another 'to'")
    }
    if laps > 1, from.position.distance(to: to.position) > LegChain.tolerance {
      throw entry.error(at: "laps", "laps need a round: 'to' is not where 'from' is", remedy: "let 'to' equal 'from'")
    }
    return Leg(
      kind, name: name, route: route, speed: speed, speedVariation: variation, stops: stops, traffic: traffic,
      surroundings: surroundings, changes: changes, startEvents: startEvents, endEvents: endEvents)
  }

  private func speed(_ kind: LegKind, _ value: YAMLValue) throws(InputError) -> Speed {
    let speed = try value.quantity(Speed.self, in: Self.slowest...(.metresPerSecond(1e9)))
    guard speed.metresPerSecond <= kind.topSpeed else {
      let top = Speed.metresPerSecond(kind.topSpeed)
      throw value.error(
        "\(value.text ?? "") is too fast for a leg of kind '\(kind.rawValue)'",
        remedy: "write at most \(top) (\(DecimalText.significant(top.kilometresPerHour, digits: 4)) km/h)")
    }
    return speed
  }

  private func stops(_ value: YAMLValue?) throws(InputError) -> StopPattern? {
    guard let value else { return nil }
    var entry = try value.mapping(allowing: ["every", "chance", "hold"])
    let pattern = StopPattern(
      every: try entry.required("every").quantity(Distance.self, in: .metres(20) ... .kilometres(500)),
      chance: try entry.required("chance").number(in: 0...1),
      hold: try entry.required("hold").timeSpan(in: .seconds(1) ... .hours(1)))
    return pattern
  }

  private func traffic(_ value: YAMLValue?) throws(InputError) -> TrafficPattern? {
    guard let value else { return nil }
    var entry = try value.mapping(allowing: ["share", "factor", "spell"])
    let pattern = TrafficPattern(
      share: try entry.required("share").number(in: 0...0.95),
      factor: try entry.required("factor").number(in: 0.05...1),
      spell: try entry.required("spell").timeSpan(in: .seconds(5) ... .hours(2)))
    return pattern
  }

  private func changes(_ value: YAMLValue?) throws(InputError) -> [SurroundingsChange] {
    guard let value else { return [] }
    var changes: [SurroundingsChange] = []
    for item in try value.sequence() {
      var entry = try item.mapping(allowing: ["at", "surroundings"])
      let fraction = try entry.required("at").number(in: 0...1)
      let change = SurroundingsChange(
        fraction: fraction, surroundings: try classes.surroundings(try entry.required("surroundings")))
      if let last = changes.last, last.fraction >= fraction {
        throw entry.error(at: "at", "the changes are not in order", remedy: "write them with growing 'at'")
      }
      changes.append(change)
    }
    return changes
  }

  private func events(_ value: YAMLValue?) throws(InputError) -> [ScriptEvent.Kind] {
    guard let value else { return [] }
    var events: [ScriptEvent.Kind] = []
    for item in try value.sequence() { events.append(try item.choice(ScriptEvent.Kind.self)) }
    return events
  }
}
