import DeviceModel
import EventKernel
import Quantities
import RealModule

/// Draws which radio access the network has along the way.
///
/// The process runs in metres travelled, so that a phone at rest keeps its access; logs of drives say nothing of rest. It does
/// not know places: a way back is drawn anew.
enum RadioAccessTrace {
  static func accesses(
    _ process: RadioAccessProcess, journey: Journey, seed: UInt64, horizon: Instant
  ) -> StepFunction<RadioTechnology?> {
    var random = Xoshiro256PlusPlus(seed: StableHash.combine(seed, StableHash.name("radio-access")))
    // Stays are exponential: what is left of the first is as long as a whole one.
    var place = pick(process.accesses.map(\.share), &random)
    var result = StepFunction<RadioTechnology?>(process.accesses[place].technology)
    var next = stay(process.accesses[place], &random)
    var travelled = 0.0
    for (from, to) in zip(journey.knots, journey.knots.dropFirst()) {
      guard from.instant < horizon else { break }
      let length = from.position.distance(to: to.position)
      while next < travelled + length {
        let share = (next - travelled) / length
        let instant = from.instant + (to.instant - from.instant) * share
        guard instant <= horizon else { return result }
        place = pick(process.accesses[place].next, &random)
        result.append(process.accesses[place].technology, from: instant)
        next += stay(process.accesses[place], &random)
      }
      travelled += length
    }
    return result
  }

  /// In metres.
  private static func stay(_ access: RadioAccessProcess.Access, _ random: inout Xoshiro256PlusPlus) -> Double {
    -access.stay * Double.log(random.uniform())
  }

  private static func pick(_ shares: [Double], _ random: inout Xoshiro256PlusPlus) -> Int {
    var left = random.uniform() * shares.reduce(0, +)
    for (place, share) in shares.enumerated() where share > 0 {
      left -= share
      if left <= 0 { return place }
    }
    return shares.lastIndex { $0 > 0 } ?? 0
  }
}
