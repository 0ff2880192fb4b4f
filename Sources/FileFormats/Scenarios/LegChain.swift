import Quantities
import World

/// Checks that legs follow one another in space and time, on a day without luck or variation.
struct LegChain {
  /// How far the start of a leg may be from the end of the one before, in metres.
  static let tolerance = 200.0

  private let clock: ScenarioClock
  private var now = Instant.start
  private var place: EarthVector?
  private var ended = false

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
    switch (leg.kind, leg.stay) {
    case (.dwell, .until(let until)): now = until
    case (.dwell, .toTheEnd): ended = true
    default: now = now + (leg.nominalDuration ?? .zero)
    }
    place = leg.route.points[leg.route.points.count - 1]
  }
}
