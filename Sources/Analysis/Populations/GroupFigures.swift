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
  /// Bootstrap over people; `nil` for a group of fewer than `leastPeople`.
  public let riskInterval: ClosedRange<Double>?

  /// Under so many people a group's share of the worst says nothing.
  public static let leastPeople = 5

  /// Whether the group clearly has more than its share of the worst decile.
  public var isHurt: Bool { (riskInterval?.lowerBound ?? 0) > 1 }
  /// Whether it clearly has less.
  public var isSpared: Bool { (riskInterval?.upperBound ?? 2) < 1 }
}
