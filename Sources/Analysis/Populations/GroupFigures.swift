import RealModule
package import World

/// One group of people under one strategy: what it pays or gets, and whether it has more than its share of the worst.
package struct GroupFigures: Sendable, Hashable {
  package let trait: PersonTraits.Trait
  package let group: String
  package let figure: PopulationFigure
  /// Its people with a value.
  package let people: Int
  /// Over its people, with Student's 95 % interval.
  package let mean: Double
  package let meanInterval: ClosedRange<Double>?
  /// Its share of all people with a value.
  package let share: Double
  /// Its share of the worst decile.
  package let worstShare: Double
  /// The second over the first: 1 where the group has its share of the worst.
  package let risk: Double
  /// 95 %; `nil` for a group of fewer than `leastPeople`. That the group's share of all people is a sample too counts for
  /// little: there are ten times as many of them.
  package let riskInterval: ClosedRange<Double>?
  /// The chances that at least, and at most, so many of the group are in the worst decile when it is drawn from all people by
  /// lot.
  package let chanceOfMore, chanceOfLess: Double
  package let worst: Int

  /// Under so many people a group's share of the worst says nothing.
  package static let leastPeople = 5

  /// Of the groups that are listed, the share that chance alone may have listed.
  private static let falseShare = 0.05

  /// Whether the group is among those listed of all that were looked at; see `list`.
  package private(set) var isListed = false
  /// Whether the group clearly has more than its share of the worst decile.
  package var isHurt: Bool { isListed && chanceOfMore < chanceOfLess }

  /// Lists groups so that of those listed 5 % at most are there by chance: all up to the largest k of m whose k-th smallest
  /// two-sided chance is at most 5 % k / m (Benjamini and Hochberg, "Controlling the false discovery rate", J. R. Stat. Soc. B 57,
  /// 1995). With no difference anywhere, a group is listed in one comparison of twenty.
  static func list(_ groups: inout [[GroupFigures]]) {
    let chances = groups.joined().filter { $0.people >= leastPeople }.map(\.twoSided).sorted()
    let count = Double(chances.count)
    let limit = chances.enumerated().last { $0.element <= falseShare * Double($0.offset + 1) / count }?.element
    for row in groups.indices {
      for k in groups[row].indices {
        let group = groups[row][k]
        groups[row][k].isListed = group.people >= leastPeople && limit.map { group.twoSided <= $0 } ?? false
      }
    }
  }

  private var twoSided: Double { min(1, 2 * min(chanceOfMore, chanceOfLess)) }

  /// - Parameters:
  ///   - all: the people with a value, of every group.
  ///   - ofWorst: the group's people in the worst decile.
  ///   - worst: all people of the worst decile.
  init(
    trait: PersonTraits.Trait, group: String, figure: PopulationFigure, people: Int, mean: Double,
    meanInterval: ClosedRange<Double>?, all: Int, ofWorst: Int, worst: Int
  ) {
    self.trait = trait
    self.group = group
    self.figure = figure
    self.people = people
    self.mean = mean
    self.meanInterval = meanInterval
    let share = Double(people) / Double(all)
    self.share = share
    worstShare = Double(ofWorst) / Double(worst)
    risk = worstShare / share
    riskInterval =
      people >= Self.leastPeople
      ? ExactShare.interval(ofWorst, of: worst).map { ($0.lowerBound / share)...($0.upperBound / share) } : nil
    self.worst = worst
    chanceOfMore = Self.chance(of: ofWorst...min(people, worst), all, people, worst)
    chanceOfLess = Self.chance(of: max(0, people + worst - all)...ofWorst, all, people, worst)
  }

  /// The hypergeometric chance that of `worst` people, drawn from `all` without putting any back, so many belong to a group of
  /// `people`. The worst decile is a part of all people: a law for draws from endlessly many, such as the binomial, would
  /// miss how much a small sample of a few people swings.
  private static func chance(of hits: ClosedRange<Int>, _ all: Int, _ people: Int, _ worst: Int) -> Double {
    let every = ExactShare.logChoices(all, worst)
    return min(
      1,
      hits.reduce(0) {
        $0 + Double.exp(ExactShare.logChoices(people, $1) + ExactShare.logChoices(all - people, worst - $1) - every)
      })
  }
}
