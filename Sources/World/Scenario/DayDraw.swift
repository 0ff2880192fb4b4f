import Core

/// Draws one day of a scripted scenario.
///
/// Everything follows from (seed, index of the leg): a change in one leg leaves the randomness of the others as it was. What
/// is fixed in the world, such as where the lights stand, does not depend on the seed.
struct DayDraw {
  let legs: [Leg]
  let script: [ScriptEvent]
  let horizon: Instant
  let seed: UInt64

  func day() -> Day {
    var knots = [Knot(instant: .start, position: legs[0].route.points[0])]
    var surroundings = StepFunction(legs[0].surroundings)
    var motion = StepFunction(legs[0].kind.motion)
    var atHand = StepFunction(legs[0].phoneAtHand)
    var names = StepFunction(legs[0].name)
    var events = script
    var now = Instant.start
    for (index, leg) in legs.enumerated() where now < horizon {
      surroundings.append(leg.surroundings, from: now)
      motion.append(leg.kind.motion, from: now)
      names.append(leg.name, from: now)
      atHand.append(leg.phoneAtHand, from: now)
      events += leg.startEvents.map { ScriptEvent(instant: now, kind: $0) }
      let randomness = StableHash.combine(seed, StableHash.name("day"), UInt64(index))
      if leg.kind == .dwell {
        let end = endOfStay(leg, from: now, randomness: randomness)
        for change in leg.changes {
          surroundings.append(change.surroundings, from: now + (end - now) * change.fraction)
        }
        if end > now { knots.append(Knot(instant: end, position: knots[knots.count - 1].position)) }
        now = end
      } else {
        now = travel(leg, index: index, randomness: randomness, knots: &knots, surroundings: &surroundings)
      }
      if now <= horizon { events += leg.endEvents.map { ScriptEvent(instant: now, kind: $0) } }
    }
    return Day(
      journey: Journey(knots: knots), surroundings: surroundings, motion: motion,
      script: Scenario.inOrder(events.filter { $0.instant <= horizon }), gaps: [], legNames: names,
      phoneAtHand: atHand)
  }

  private func endOfStay(_ leg: Leg, from now: Instant, randomness: UInt64) -> Instant {
    let z = NormalDistribution.quantile(StableHash.unit(randomness))
    let jitter = leg.spread * min(2, max(-2, z))
    let end: Instant
    switch leg.stay {
    case .until(let instant): end = instant + jitter
    case .lasting(let span): end = now + span + jitter
    case .toTheEnd: end = horizon
    }
    return min(horizon, max(now, end))
  }

  // Returns the arrival, at most the horizon.
  private func travel(
    _ leg: Leg, index: Int, randomness: UInt64, knots: inout [Knot], surroundings: inout StepFunction<Surroundings>
  ) -> Instant {
    let here = knots[knots.count - 1]
    // A leg may start up to 200 m from where the last one ended: one walks or drives over.
    let path = here.position == leg.route.points[0] ? leg.route : RoutePath([here.position] + leg.route.points)
    guard path.length > 0 else { return here.instant }
    var traveller = Traveller(leg: leg, length: path.length, fixed: fixedHash(leg, index), randomness: randomness)
    var place = 0
    var changes = leg.changes[...]
    while !traveller.hasArrived {
      traveller.step()
      var instant = here.instant + .seconds(traveller.elapsed)
      guard instant > knots[knots.count - 1].instant else { continue }
      var position = path.point(at: traveller.distance, index: &place)
      if instant >= horizon {
        let last = knots[knots.count - 1]
        position = last.position.interpolated(
          to: position, fraction: (horizon - last.instant) / (instant - last.instant))
        instant = horizon
      }
      while let change = changes.first, traveller.distance >= change.fraction * path.length {
        surroundings.append(change.surroundings, from: instant)
        changes.removeFirst()
      }
      knots.append(Knot(instant: instant, position: position))
      if instant == horizon { break }
    }
    return knots[knots.count - 1].instant
  }

  private func fixedHash(_ leg: Leg, _ index: Int) -> UInt64 {
    StableHash.combine(StableHash.name("stops"), StableHash.name(leg.name), UInt64(index))
  }
}
