import Core

/// Errors of one run's fixes on one leg.
package struct LegErrors: Sendable {
  /// The leg's start: what phones that went together share.
  package let leg: Double
  /// Such as `car`.
  package let mode: String
  package var all = FixErrors()
  package var satellites = FixErrors()

  package init(leg: Double, mode: String) {
    self.leg = leg
    self.mode = mode
  }
}

extension FixErrors {
  /// How far the 95 % error may be off, since fixes of one leg err alike: 90 % of resamples of whole legs.
  ///
  /// - Returns: `nil` where there are fewer than three legs. Of few legs the range is too narrow.
  package static func p95Range(ofLegs legs: [[Double]]) -> ClosedRange<Double>? {
    let resamples = 1000
    let legs = legs.filter { !$0.isEmpty }
    guard legs.count >= 3 else { return nil }
    let errors = legs.enumerated().flatMap { leg, errors in errors.map { (error: $0, leg: leg) } }
      .sorted { ($0.error, $0.leg) < ($1.error, $1.leg) }
    var generator = Xoshiro256PlusPlus(seed: 1)
    var figures: [Double] = []
    for _ in 0..<resamples {
      var times = [Int](repeating: 0, count: legs.count)
      for _ in legs { times[Int.random(in: 0..<legs.count, using: &generator)] += 1 }
      let count = zip(legs, times).reduce(0) { $0 + $1.0.count * $1.1 }
      var left = NearestRankQuantile.rank(perMille: 950, count: count)
      for (error, leg) in errors where times[leg] > 0 {
        left -= times[leg]
        guard left < 0 else { continue }
        figures.append(error)
        break
      }
    }
    return NearestRankQuantile.range(perMille: 900, sorted: figures.sorted())
  }
}
