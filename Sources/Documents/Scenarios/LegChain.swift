import FileFormats
import Core
import World

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
