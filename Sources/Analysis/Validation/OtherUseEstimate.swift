/// What else drew from a measured phone on a timeline, as the other phones of its system show it.
package struct OtherUseEstimate: Sendable {
  package let timeline: String
  /// The phone that it holds for; none of its own runs count.
  package let phone: String
  /// How many other phones it rests on.
  package let phones: Int
  /// That there was other use at all, 0 to 1.
  package let chance: Double
  /// In percent of the battery an hour, rising, above 0.
  private let powers: [Double]
  /// That the power lies at or below each, 0 to 1; the last is 1.
  private let cumulative: [Double]

  /// - Parameters:
  ///   - powers: in percent of the battery an hour, rising, above 0; at least one.
  ///   - weights: of each where there was other use; their sum is above 0.
  package init(timeline: String, phone: String, phones: Int, chance: Double, powers: [Double], weights: [Double]) {
    self.timeline = timeline
    self.phone = phone
    self.phones = phones
    self.chance = chance
    self.powers = powers
    let total = weights.reduce(0, +)
    var sum = 0.0
    cumulative = weights.map {
      sum += $0
      return 1 - chance + chance * min(1, sum / total)
    }
  }

  /// The power below which it lies with a probability, in percent of the battery an hour; 0 up to that of no other use.
  package func quantile(_ level: Double) -> Double {
    var last = (power: 0.0, level: 1 - chance)
    guard level > last.level else { return 0 }
    for (power, reached) in zip(powers, cumulative) {
      if reached >= level {
        return last.power + (power - last.power) * (level - last.level) / max(reached - last.level, 1e-12)
      }
      last = (power, reached)
    }
    return last.power
  }

  /// 0 where other use is less likely than none.
  package var median: Double { quantile(0.5) }
  package var range90: ClosedRange<Double> { quantile(0.05)...quantile(0.95) }
}
