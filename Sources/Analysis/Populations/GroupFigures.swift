public import World

/// One group of people under one strategy: what it pays or gets, and whether it has more than its share of the worst.
public struct GroupFigures: Sendable, Hashable {
  public let trait: PersonTraits.Trait
  public let group: String
  public let figure: PopulationFigure
  /// Its people with a value.
  public let people: Int
  /// Over its people, with Student's 95 % interval.
  public let mean: Double
  public let meanInterval: ClosedRange<Double>?
  /// Its share of all people with a value.
  public let share: Double
  /// Its share of the worst decile.
  public let worstShare: Double
  /// The second over the first: 1 where the group has its share of the worst.
  public let risk: Double
  /// 95 %; `nil` for a group of fewer than `leastPeople`.
  public let riskInterval: ClosedRange<Double>?

  /// Under so many people a group's share of the worst says nothing.
  public static let leastPeople = 5

  /// Whether the group clearly has more than its share of the worst decile.
  public var isHurt: Bool { (riskInterval?.lowerBound ?? 0) > 1 }
  /// Whether it clearly has less.
  public var isSpared: Bool { (riskInterval?.upperBound ?? 2) < 1 }

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
      ? Self.interval(ofWorst, of: worst).map { ($0.lowerBound / share)...($0.upperBound / share) } : nil
  }

  /// The score interval of a share (Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
  /// the American Statistical Association 22, 1927). It stays honest where none or all of a few people are of the group,
  /// where resampling them would see no doubt at all. That the group's share of all people is a sample too counts
  /// for little: there are ten times as many of them.
  private static func interval(_ hits: Int, of count: Int) -> ClosedRange<Double>? {
    guard count > 0 else { return nil }
    let z = 1.959963984540054
    let (n, p) = (Double(count), Double(hits) / Double(count))
    let middle = p + z * z / (2 * n)
    let half = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    let whole = 1 + z * z / n
    return max(0, (middle - half) / whole)...min(1, (middle + half) / whole)
  }
}
