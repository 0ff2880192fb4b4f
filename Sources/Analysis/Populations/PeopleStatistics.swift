import Core

/// How a figure differs between people, and how well that is known.
///
/// Two things that must not be mixed: the quantiles say how people differ, which more people do not make smaller; the
/// intervals say how far the figure would move had other people been drawn, which more people do.
package struct PeopleStatistics: Sendable, Hashable {
  /// People with a value.
  package let count: Int
  package let mean: Double
  /// Student's 95 % interval of the mean; `nil` for one person.
  package let meanInterval: ClosedRange<Double>?
  /// Quantiles by nearest rank: each is the value of a person.
  package let p10: Double
  package let p25: Double
  package let median: Double
  package let p75: Double
  package let p90: Double
  /// Bootstrap over people; `nil` for fewer than `leastCount`.
  package let medianInterval: ClosedRange<Double>?
  /// The mean over the tenth of the people, rounded up, who have it worst.
  package let worstDecile: Double
  /// Bootstrap over people; `nil` for fewer than `leastCount`.
  package let worstDecileInterval: ClosedRange<Double>?
  /// The people of the worst decile, worst first, by their place among all.
  package let worst: [Int]

  /// Under so many people a resample says nothing.
  package static let leastCount = 10

  static func decile(of count: Int) -> Int { (count + 9) / 10 }
}

/// One figure of one strategy over all people, in order from the worst.
struct RankedPeople {
  /// Places of the people who have a value, worst first; equals in order of their numbers.
  let order: [Int]
  let values: [Double?]

  init(_ values: [Double?], worseIsMore: Bool) {
    self.values = values
    order = values.indices.filter { values[$0] != nil }.sorted { first, second in
      let (a, b) = (values[first] ?? 0, values[second] ?? 0)
      return a != b ? (a > b) == worseIsMore : first < second
    }
  }

  var differs: Bool { order.first.map { values[$0] } != order.last.map { values[$0] } }

  /// Walks down from the worst through a tenth of the people, each as often as `counts` says.
  ///
  /// - Returns: how many the tenth has.
  func walkWorst(_ counts: [Int], _ visit: (_ person: Int, _ times: Int) -> Void) -> Int {
    let people = order.reduce(0) { $0 + counts[$1] }
    let decile = PeopleStatistics.decile(of: people)
    var left = decile
    for person in order where left > 0 && counts[person] > 0 {
      let times = min(left, counts[person])
      visit(person, times)
      left -= times
    }
    return decile
  }

  func median(_ counts: [Int]) -> Double? {
    let people = order.reduce(0) { $0 + counts[$1] }
    guard people > 0 else { return nil }
    // Counted from the best, as the quantile is.
    var rank = NearestRankQuantile.rank(perMille: 500, count: people)
    for person in order.reversed() {
      if rank < counts[person] { return values[person] }
      rank -= counts[person]
    }
    return nil
  }
}

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
    return NearestRankQuantile.range(perMille: 950, sorted: values.sorted())
  }
}
