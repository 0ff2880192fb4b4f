import Core

/// Draws as many people as there are, with replacement, again and again: the bootstrap (Efron, "Bootstrap methods: another
/// look at the jackknife", Annals of Statistics 7, 1979). People are what is drawn, since it is people that are sampled;
/// all figures of all strategies see the same draws.
struct PeopleResample {
  /// Enough for ends of a 95 % interval that hold still to about a tenth of its width.
  static let draws = 1000

  let count: Int

  /// How often each person is in a draw.
  func counts(_ draw: Int, into counts: inout [Int]) {
    for index in counts.indices { counts[index] = 0 }
    var random = Xoshiro256PlusPlus(seed: StableHash.combine(StableHash.name("people resample"), UInt64(draw)))
    for _ in 0..<count { counts[Int(random.uniform() * Double(count))] += 1 }
  }

  /// The 2.5 % and 97.5 % quantiles of what the draws gave; `nil` when fewer than nine in ten gave anything.
  static func interval(_ values: [Double]) -> ClosedRange<Double>? {
    guard values.count * 10 >= draws * 9 else { return nil }
    let sorted = values.sorted()
    guard let low = NearestRankQuantile.value(perMille: 25, sorted: sorted),
      let high = NearestRankQuantile.value(perMille: 975, sorted: sorted)
    else { return nil }
    return low...max(low, high)
  }
}
