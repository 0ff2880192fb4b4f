import Core

/// The way of a journey with nights away: by car, by train, or by car, aircraft and car.
struct JourneyWay {
  let home: PersonBase
  let draw: PersonDraw
  /// On which it begins; distinguishes journeys.
  let day: Int

  /// The stages there, each knowing its opposite, and where they end.
  func stages(_ kind: String, _ distance: Double, to settlement: Settlement) -> ([Stage], GeodeticPosition) {
    let legs = WayLegs(draw: draw, settlement: home.settlement)
    let ends = (home.settlement, settlement)
    let start = Place(name: home.name, position: home.position)
    func route(_ from: GeodeticPosition, _ length: Double, _ name: String, straight: Bool = false) -> DrawnRoute {
      DrawnRoute(
        from: from, length: length, detour: straight ? 1 : max(1.02, draw.value("route.detour")),
        bearing: draw.unit("away.\(name).bearing", day)
      ) { draw.unit("away.\(name).bend", day * 64 + $0) }
    }
    func way(
      _ mode: TravelMode, _ name: String, _ path: DrawnRoute, _ ends: (Settlement, Settlement), _ places: [Place],
      style: String? = nil
    ) -> Stage {
      Stage(
        legs.leg(mode, name, path, ends, style: style), places,
        back: legs.leg(mode, "\(name), back", path.reversed, (ends.1, ends.0), style: style))
    }
    let lodging = "lodging \(day + 1)"
    guard kind == "flight" else {
      let mode: TravelMode = kind == "train" ? .train : .drive
      let path = route(home.position, distance, kind)
      return (
        [
          way(
            mode, "\(kind) to \(lodging)", path, ends, [start, Place(name: lodging, position: path.end)],
            style: mode == .train ? "express" : "motorway")
        ], path.end
      )
    }
    let ground = route(home.position, draw.value("away.airport", day), "ground")
    let air = route(ground.end, distance, "air", straight: true)
    let last = route(air.end, draw.value("away.airport", day + 500), "last")
    let airports = (
      Place(name: "airport \(day + 1)", position: ground.end), Place(name: "far airport \(day + 1)", position: air.end)
    )
    func wait(_ there: String, _ back: String, at place: Place) -> Stage {
      func leg(_ key: String) -> Leg {
        Leg(
          dwell: "at the airport", at: place.position.earthVector(),
          stay: .lasting(.seconds(max(60, (draw.value(key, day) / 60).rounded() * 60))),
          surroundings: PlaceSurroundings.airport)
      }
      return Stage(leg(there), [place], back: leg(back))
    }
    func flight(_ path: DrawnRoute, _ name: String) -> Leg {
      Leg(
        .flight, name: name, route: path.path,
        speed: .metresPerSecond((draw.value("speed.flight") * 100).rounded() / 100), speedVariation: 0,
        surroundings: PlaceSurroundings.cabin, startEvents: [.airplaneOn], endEvents: [.airplaneOff])
    }
    return (
      [
        way(.drive, "drive to airport \(day + 1)", ground, (home.settlement, .suburban), [start, airports.0]),
        wait("away.before_flight", "away.after_flight", at: airports.0),
        Stage(
          flight(air, "flight \(day + 1)"), [airports.0, airports.1],
          back: flight(air.reversed, "flight \(day + 1), back")),
        wait("away.after_flight", "away.before_flight", at: airports.1),
        way(
          .drive, "drive to \(lodging)", last, (.suburban, settlement),
          [airports.1, Place(name: lodging, position: last.end)]),
      ], last.end
    )
  }
}

/// Makes legs of ways: speed, stops and traffic of the person, surroundings along the way.
struct WayLegs {
  let draw: PersonDraw
  /// Of the home, which decides how fast cars go.
  let settlement: Settlement

  /// - Parameters:
  ///   - name: also decides where its stops are.
  ///   - ends: the settlements at the start and the end.
  ///   - isRush: whether a car meets the traffic of the hours in which all go to work.
  ///   - style: `motorway` or `express`, for long ways by car and train.
  func leg(
    _ mode: TravelMode, _ name: String, _ route: DrawnRoute, _ ends: (Settlement, Settlement), isRush: Bool = false,
    style: String? = nil
  ) -> Leg {
    let word = style ?? mode.rawValue
    let speed = draw.value(style == nil && mode == .drive ? "speed.drive.\(settlement.rawValue)" : "speed.\(word)")
    let (start, changes) = surroundings(mode, route.path.length, ends)
    let traffic =
      isRush && mode == .drive
      ? TrafficPattern(
        share: Self.rounded(draw.value("traffic.share"), 100), factor: Self.rounded(draw.value("traffic.factor"), 100),
        spell: .seconds(max(5, draw.value("traffic.spell").rounded()))) : nil
    return Leg(
      mode.kind, name: name, route: route.path, speed: .metresPerSecond(Self.rounded(speed, 100)),
      speedVariation: Self.rounded(draw.value("speed.variation"), 100),
      stops: StopPattern(
        every: .metres(max(20, Self.rounded(draw.value("stops.\(word).every"), 0.1))),
        chance: Self.rounded(draw.value("stops.\(word).chance"), 100),
        hold: .seconds(max(1, draw.value("stops.\(word).hold").rounded()))),
      traffic: traffic, surroundings: start, changes: changes)
  }

  private static func rounded(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts }

  /// From here on a way leaves town, in metres: an estimate, half of the distance at which people work in another town.
  private static let leavesTown = 5_000.0

  private func surroundings(
    _ mode: TravelMode, _ length: Double, _ ends: (Settlement, Settlement)
  ) -> (Surroundings, [SurroundingsChange]) {
    if mode == .subway { return (PlaceSurroundings.tunnel, []) }
    let (from, to) = (PlaceSurroundings.street(ends.0), PlaceSurroundings.street(ends.1))
    guard length > 2 * Self.leavesTown, mode != .walk else {
      return (from, ends.0 == ends.1 ? [] : [SurroundingsChange(fraction: 0.5, surroundings: to)])
    }
    let share = Self.rounded(Self.leavesTown / length / 2, 1000)
    let between = PlaceSurroundings.open(ends.0 == .rural ? .rural : ends.1)
    return (
      from,
      [
        SurroundingsChange(fraction: share, surroundings: between),
        SurroundingsChange(fraction: Self.rounded(1 - share, 1000), surroundings: to),
      ]
    )
  }
}

/// A part of a way: one leg, and the places it names.
struct Stage: Sendable {
  let leg: Leg
  let places: [Place]
  /// The same on the way back; `nil` where it has been directed already.
  private let opposite: (leg: Leg, places: [Place])?

  init(_ leg: Leg, _ places: [Place], back: Leg? = nil) {
    self.leg = leg
    self.places = places
    opposite = back.map { ($0, places) }
  }

  func directed(isReturn: Bool) -> Stage {
    guard isReturn, let opposite else { return Stage(leg, places) }
    return Stage(opposite.leg, opposite.places)
  }

  /// On a day without randomness.
  static func seconds(_ stages: [Stage]) -> Double {
    stages.reduce(0) { $0 + ($1.leg.nominalDuration?.seconds ?? 0) }
  }
}
