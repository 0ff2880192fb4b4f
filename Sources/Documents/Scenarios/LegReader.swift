import Core
import FileFormats
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

/// Checks that legs follow one another in space and time, on a day without randomness or variation.
struct LegChain {
  /// How far the start of a leg may be from the end of the one before, in metres.
  static let tolerance = 200.0

  /// How far from where it was left the phone can be taken up again, in metres.
  static let phoneTolerance = 50.0

  private let clock: ScenarioClock
  private var now = Instant.start
  private var place: EarthVector?
  private var ended = false
  /// Where the phone was left, while it is not at hand.
  private var leftPhone: EarthVector?

  init(clock: ScenarioClock) { self.clock = clock }

  /// - Throws: `InputError` when the leg starts elsewhere or after the end, or its time has passed on arrival.
  mutating func append(_ leg: Leg, at value: YAMLValue) throws(InputError) {
    let entry = try value.mapping()
    if let place {
      let gap = place.distance(to: leg.route.points[0])
      guard gap <= Self.tolerance else {
        throw entry.error(
          at: leg.kind == .dwell ? "place" : "from",
          "the leg '\(leg.name)' starts \(Distance.metres(gap.rounded())) from where the one before ends",
          remedy: "let it start within \(Int(Self.tolerance)) m, or add a leg in between")
      }
    }
    guard !ended, now < .start + clock.length else {
      throw entry.error(
        at: "leg", "the leg '\(leg.name)' starts after the scenario's end, \(now) after its start",
        remedy: "make 'lasts' longer or the legs before shorter; a stay without 'until' or 'for' must be the last leg")
    }
    if case .until(let until) = leg.stay, until < now {
      throw entry.error(
        at: "until", "this time has passed when the leg '\(leg.name)' begins, \(TimeSpan.zero + (now - until)) before",
        remedy: "write a later time, or let the legs before take less")
    }
    try follow(phoneOf: leg, entry)
    switch (leg.kind, leg.stay) {
    case (.dwell, .until(let until)): now = until
    case (.dwell, .toTheEnd): ended = true
    default: now = now + (leg.nominalDuration ?? .zero)
    }
    place = leg.route.points[leg.route.points.count - 1]
  }

  /// A phone that was left behind lies there until its user comes back.
  private mutating func follow(phoneOf leg: Leg, _ entry: YAMLMapping) throws(InputError) {
    let start = leg.route.points[0]
    guard leg.phoneAtHand else {
      leftPhone = leftPhone ?? place ?? start
      return
    }
    if let left = leftPhone, left.distance(to: start) > Self.phoneTolerance {
      throw entry.error(
        at: "leg",
        "the phone was left \(Distance.metres(left.distance(to: start).rounded())) from where the leg '\(leg.name)' starts",
        remedy: "write 'phone_at_hand: false' until the user is back where the phone lies")
    }
    leftPhone = nil
  }
}
