import Quantities

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
