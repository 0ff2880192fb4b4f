/// What a search found. All figures of finalists come from seeds that neither the search nor the choice among the finalists
/// used, so that they are not too good for having been picked; but for `reportChose`.
public struct SearchOutcome: Sendable {
  /// How far a constraint's figure keeps to its limit.
  public enum Verdict: String, Sendable, Hashable {
    /// The 95 % bound of the mean, on the limit's side, keeps to it.
    case met
    /// The mean keeps to it, the bound does not.
    case metOnAverage = "met_on_average"
    /// The mean does not keep to it.
    case broken
    /// A run has no such figure.
    case missing
  }

  public struct ConstraintFigure: Sendable, Hashable {
    /// Over the runs that have it; `nil` when none has.
    public let figure: SampleStatistics?
    /// The 95 % bound of the mean on the limit's side; `nil` for fewer than two values.
    public let bound: Double?
    public let verdict: Verdict
  }

  public struct Finalist: Sendable, Hashable {
    public let point: SearchPoint
    /// One of the points that were to be tried in any case.
    public let isStart: Bool
    public let objective: SampleStatistics?
    /// The objective of each run.
    public let objectives: [Double]
    /// Location's share of each of these; empty where the objective has no prediction range.
    public let locationShares: [Double]
    public let tradeOff: SampleStatistics?
    public let constraints: [ConstraintFigure]
    /// Sum of the constraints' excesses as shares of their limits, by the means; 0 when all are met.
    public let violation: Double
    /// The objective minus that of the recommended point (or the nearest, where nothing meets the constraints), over common
    /// seeds.
    public let difference: SampleStatistics?
    /// No other finalist has both less objective and less of the trade-off.
    public let isOnFront: Bool

    /// About 90 % of real runs' objectives lie in it; it chooses nothing.
    public func predictionRange(_ model: PredictionModel) -> ClosedRange<Double>? {
      locationShares.count == objectives.count ? model.range(objectives, shares: locationShares) : nil
    }

    /// Whether every constraint is met by the means.
    public var isFeasible: Bool { violation == 0 && objective != nil }
  }

  /// One value of one parameter changed from the recommended point.
  public struct Variation: Sendable, Hashable {
    /// The number of the axis.
    public let axis: Int
    public let point: SearchPoint
    /// Over the seeds of the variation.
    public let objective: SampleStatistics?
    public let tradeOff: SampleStatistics?
    /// The objective minus the unchanged point's, over common seeds.
    public let difference: SampleStatistics?
    public let violation: Double
  }

  /// A point that was tried in the search, with its means over so many seeds.
  public struct Trial: Sendable, Hashable {
    public let point: SearchPoint
    public let seeds: Int
    public let objective: Double?
    public let tradeOff: Double?
    public let violation: Double
  }

  /// By rising objective.
  public let finalists: [Finalist]
  /// The place of the recommended point among the finalists; `nil` when none meets the constraints.
  public let recommended: Int?
  /// The place of the recommended point, or of the one that breaks the constraints least.
  public let nearest: Int
  /// The place of the point that the seeds of the choice chose.
  public let firstChoice: Int
  public let steps: [SearchStep]
  /// In the order in which they were tried first.
  public let trials: [Trial]
  /// By axis, then by value.
  public let variations: [Variation]
  /// All runs that were made.
  public let runs: Int
  public let searchSeeds: Range<UInt64>
  public let choiceSeeds: Range<UInt64>
  public let reportSeeds: Range<UInt64>
  /// Whether every point of the space was tried.
  public let isExhaustive: Bool

  /// Whether the first choice broke a constraint on the seeds of the report, so that their figures helped to pick the
  /// recommended point, or the nearest, and flatter it.
  public var reportChose: Bool { recommended != firstChoice }

  /// Those that meet the constraints, nearest in objective to the recommended point first, without it.
  public var alternatives: [Finalist] {
    guard let recommended else { return [] }
    return finalists.enumerated().filter { $0.offset != recommended && $0.element.isFeasible }.map(\.element)
      .sorted { abs($0.difference?.mean ?? .infinity) < abs($1.difference?.mean ?? .infinity) }
  }

  /// The finalists on the front, by rising objective.
  public var front: [Finalist] { finalists.filter(\.isOnFront) }
}
