import Quantities

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
