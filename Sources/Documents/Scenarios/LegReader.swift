import Core
import FileFormats
import World

/// Reads one leg of a scenario.
struct LegReader {
  let classes: SurroundingsTable
  let places: PlaceTable
  let clock: ScenarioClock

  /// What stays and ways have in common, after their name and kind.
  struct CommonKeys: KeyTable {
    let changes = Key("changes", .list(of: .unread(changeKeys.schema)), standard: [])
    let startEvents = Key("at_start", .list(of: .choice(ScriptEvent.Kind.self)), standard: [])
    let endEvents = Key("at_end", .list(of: .choice(ScriptEvent.Kind.self)), standard: [])
    let phoneAtHand = Key("phone_at_hand", .flag, standard: true)
  }

  struct StayKeys: KeyTable {
    let name = Key("leg", .text, "its name")
    let kind = Key("kind", .choice([LegKind.dwell.rawValue]))
    let surroundings = Key("surroundings", optional: .name, "a name of 'surroundings'")
    let common = CommonKeys()
    let place = Key("place", .name, "a name of 'places'")
    let until = Key("until", optional: Form.clock.unread)
    let day = Key("day", optional: ScenarioClock.day)
    let lasting = Key("for", optional: .time(.seconds(1) ... .hours(Double(24 * Scenario.longestDays))))
    let spread = Key("spread", .time(.zero ... .hours(3)), standard: .zero)
  }

  struct WayKeys: KeyTable {
    let name = Key("leg", .text, "its name")
    let kind = Key("kind", .choice(LegKind.allCases.filter { $0 != .dwell }.map(\.rawValue)))
    let surroundings = Key("surroundings", .name, "a name of 'surroundings'")
    let common = CommonKeys()
    let from = Key("from", .name, "a name of 'places'")
    let to = Key("to", .name, "a name of 'places'")
    let via = Key("via", .list(of: Form.position.unread), standard: [])
    let laps = Key("laps", .whole(1...1000), standard: 1)
    let speed = Key("speed", LegReader.speed.unread)
    let variation = Key("variation", .number(0...0.5), standard: 0.1)
    let stops = Key("stops", optional: stopForm)
    let traffic = Key("traffic", optional: trafficForm)
  }

  struct ChangeKeys: KeyTable {
    let at = Key("at", .number(0...1))
    let surroundings = Key("surroundings", .name, "a name of 'surroundings'")
  }

  private static let speed = Form<Speed>.quantity(.metresPerSecond(0.1) ... .metresPerSecond(1e9))
  private static let changeKeys = Keys(ChangeKeys())
  private static let stopForm = Form.keys(
    Key("every", .distance(.metres(20) ... .kilometres(500))), Key("chance", .number(0...1)),
    Key("hold", .time(.seconds(1) ... .hours(1)))
  ) { StopPattern(every: $0, chance: $1, hold: $2) }
  private static let trafficForm = Form.keys(
    Key("share", .number(0...0.95)), Key("factor", .number(0.05...1)), Key("spell", .time(.seconds(5) ... .hours(2)))
  ) { TrafficPattern(share: $0, factor: $1, spell: $2) }
  private static let stayKeys = Keys(StayKeys())
  private static let wayKeys = Keys(WayKeys())
  /// Told by the kind, so that a message is about the right one.
  static let schema = ValueSchema.keys(
    [],
    rules: [.split(key: "kind", word: LegKind.dwell.rawValue, stayKeys.schema, otherwise: wayKeys.schema)])

  /// A route with fewer metres is no way.
  private static let shortestWay = 5.0

  func leg(_ value: YAMLValue) throws(InputError) -> Leg {
    guard let kind = try value.mapping().peek("kind")?.choice(LegKind.self) else {
      throw value.error("the key 'kind' is missing", remedy: "add 'kind: dwell', 'kind: walk', ...")
    }
    return kind == .dwell ? try stay(Self.stayKeys.read(value)) : try way(kind, Self.wayKeys.read(value))
  }

  private func stay(_ entry: KeyedMapping<StayKeys>) throws(InputError) -> Leg {
    let place = try places.place(entry.place)
    let surroundings = try entry.surroundings.map { value throws(InputError) in try classes.surroundings(value) }
    let stay: Leg.Stay
    switch (try entry.until, try entry.lasting) {
    case (.some(let until), nil): stay = .until(try clock.instant(until, day: try entry.day))
    case (nil, .some(let span)):
      if let day = entry.given(\.day) {
        throw day.error("'day' belongs to 'until'", remedy: "remove it, or write 'until'")
      }
      stay = .lasting(span)
    case (nil, nil): stay = .toTheEnd
    case (.some, .some):
      throw entry.error(at: \.lasting, "'until' and 'for' are both given", remedy: "keep one of them")
    }
    var leg = Leg(
      dwell: try entry.name, at: place.position, stay: stay, spread: try entry.spread,
      surroundings: surroundings ?? place.surroundings, changes: try changes(entry.common),
      startEvents: try entry.common.startEvents, endEvents: try entry.common.endEvents)
    leg.phoneAtHand = try entry.common.phoneAtHand
    return leg
  }

  private func way(_ kind: LegKind, _ entry: KeyedMapping<WayKeys>) throws(InputError) -> Leg {
    let name = try entry.name
    let (from, to) = (try places.place(entry.from), try places.place(entry.to))
    var via: [EarthVector] = []
    for item in try entry.via {
      let position = try PlaceTable.position(item)
      if let first = places.list.first {
        try AxisOrder.check([position], near: [first.position], item, order: "[latitude, longitude]")
      }
      via.append(position.earthVector())
    }
    let laps = try entry.laps
    var points = [from.position]
    for _ in 0..<laps { points += via + [to.position] }
    let route = RoutePath(points)
    var leg = Leg(
      kind, name: name, route: route, speed: try speed(kind, entry.speed), speedVariation: try entry.variation,
      stops: try entry.stops, traffic: try entry.traffic, surroundings: try classes.surroundings(entry.surroundings),
      changes: try changes(entry.common), startEvents: try entry.common.startEvents,
      endEvents: try entry.common.endEvents)
    leg.phoneAtHand = try entry.common.phoneAtHand
    guard route.length >= Self.shortestWay else {
      throw entry.yaml.error("the leg '\(name)' leads nowhere", remedy: "give 'via' points or another 'to'")
    }
    if laps > 1, from.position.distance(to: to.position) > LegChain.tolerance {
      throw entry.mapping.error(
        at: "laps", "laps need a round: 'to' is not where 'from' is", remedy: "let 'to' equal 'from'")
    }
    return leg
  }

  private func speed(_ kind: LegKind, _ value: YAMLValue) throws(InputError) -> Speed {
    let speed = try Self.speed.read(value)
    guard speed.metresPerSecond <= kind.topSpeed else {
      let top = Speed.metresPerSecond(kind.topSpeed)
      throw value.error(
        "\(value.text ?? "") is too fast for a leg of kind '\(kind.rawValue)'",
        remedy: "write at most \(top) (\(DecimalText.significant(top.kilometresPerHour, digits: 4)) km/h)")
    }
    return speed
  }

  private func changes(_ entry: KeyedMapping<CommonKeys>) throws(InputError) -> [SurroundingsChange] {
    var changes: [SurroundingsChange] = []
    for item in try entry.changes {
      let entry = try Self.changeKeys.read(item)
      let change = SurroundingsChange(
        fraction: try entry.at, surroundings: try classes.surroundings(entry.surroundings))
      if let last = changes.last, last.fraction >= change.fraction {
        throw entry.mapping.error(at: "at", "the changes are not in order", remedy: "write them with growing 'at'")
      }
      changes.append(change)
    }
    return changes
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
