import Core

/// Where a person goes from a base and back: a workplace, a shop. The same place by the same way each time.
struct Destination: Sendable {
  let kind: String
  let base: PersonBase
  let mode: TravelMode
  /// Of the way there, in metres.
  let distance: Double
  private let origin: PersonBase
  private let route: DrawnRoute

  /// - Parameters:
  ///   - kind: `work`, `school`, `errands` or `leisure`.
  ///   - index: which of the places of this kind.
  init(_ kind: String, of origin: PersonBase, _ draw: PersonDraw, index: Int = 0) {
    self.kind = kind
    self.origin = origin
    distance = draw.value("\(kind).distance", index)
    let band = DistanceBand(distance)
    let isCommute = kind == "work" || kind == "school"
    let shares = draw.population.modeShares(isCommute ? "commute" : "outing", band, in: origin.settlement)
    mode = TravelMode.allCases[draw.pick(shares, "\(kind).mode", index)]
    let settlement =
      switch band {
      case .near, .middle: origin.settlement
      case .far: origin.settlement.denser
      case .distant: origin.settlement.denser.denser
      }
    route = DrawnRoute(
      from: origin.position, length: distance, detour: max(1.02, draw.value("route.detour")),
      bearing: draw.unit("\(kind).bearing", index)
    ) { draw.unit("\(kind).bend", index * 64 + $0) }
    let wifi = draw.chance(draw.value("\(kind).wifi"), "\(kind).wifi.has", index)
    base = PersonBase(
      name: isCommute ? kind : "\(kind) \(index + 1)", position: route.end, settlement: settlement,
      surroundings: kind == "errands"
        ? PlaceSurroundings.shop(settlement, wifi: wifi) : PlaceSurroundings.inside(settlement, wifi: wifi))
  }

  func there(_ draw: PersonDraw, _ occasion: Int) -> [Stage] { stages(draw, 2 * occasion, isReturn: false) }
  func back(_ draw: PersonDraw, _ occasion: Int) -> [Stage] { stages(draw, 2 * occasion + 1, isReturn: true) }

  private func stages(_ draw: PersonDraw, _ occasion: Int, isReturn: Bool) -> [Stage] {
    let legs = WayLegs(draw: draw, settlement: origin.settlement)
    let (start, end) = isReturn ? (base, origin) : (origin, base)
    let ends = (start.settlement, end.settlement)
    let style = mode == .drive && DistanceBand(distance) == .distant ? "motorway" : nil
    let goal = "to \(end.name)" + (isReturn ? " from \(start.name)" : "")
    func place(_ name: String, _ position: GeodeticPosition) -> Place { Place(name: name, position: position) }
    let (first, last) = (place(start.name, start.position), place(end.name, end.position))
    guard mode.isTransit else {
      let way = isReturn ? route.reversed : route
      return [
        Stage(
          legs.leg(mode, "\(mode.rawValue) \(goal)", way, ends, isRush: kind == "work", style: style), [first, last])
      ]
    }
    // A short ride has shorter walks.
    let access = min(draw.value("transit.access"), distance / 5)
    let parts = route.cut(access, access)
    let stops = (place("stop for \(base.name)", parts.access.end), place("stop at \(base.name)", parts.ride.end))
    let (walk, ride, rest) =
      isReturn
      ? (parts.egress.reversed, parts.ride.reversed, parts.access.reversed) : (parts.access, parts.ride, parts.egress)
    let (on, off) = isReturn ? (stops.1, stops.0) : stops
    let seconds = max(60, (draw.value("transit.wait", occasion) / 60).rounded() * 60)
    return [
      Stage(legs.leg(.walk, "walk to the \(mode.rawValue) \(goal)", walk, (ends.0, ends.0)), [first, on]),
      Stage(
        Leg(
          dwell: "wait for the \(mode.rawValue)", at: on.position.earthVector(), stay: .lasting(.seconds(seconds)),
          surroundings: mode == .subway ? PlaceSurroundings.tunnel : PlaceSurroundings.street(ends.0)), [on]),
      Stage(legs.leg(mode, "\(mode.rawValue) \(goal)", ride, ends), [on, off]),
      Stage(legs.leg(.walk, "walk from the \(mode.rawValue) \(goal)", rest, (ends.1, ends.1)), [off, last]),
    ]
  }
}
