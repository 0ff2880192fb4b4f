/// What a search found. All figures of finalists come from seeds that neither the search nor the choice among the finalists
/// used, so that they are not too good for having been picked; but for `reportChose`.
package struct SearchOutcome: Sendable {
  /// How far a constraint's figure keeps to its limit.
  package enum Verdict: String, Sendable, Hashable {
    /// The 95 % bound of the mean, on the limit's side, keeps to it.
    case met
    /// The mean keeps to it, the bound does not.
    case metOnAverage = "met_on_average"
    case broken
    /// A run has no such figure.
    case missing
  }

  package struct ConstraintFigure: Sendable, Hashable {
    /// Over the runs that have it; `nil` when none has.
    package let figure: SampleStatistics?
    /// The 95 % bound of the mean on the limit's side; `nil` for fewer than two values.
    package let bound: Double?
    package let verdict: Verdict
  }

  package struct Finalist: Sendable, Hashable {
    package let point: SearchPoint
    /// One of the points that were to be tried in any case.
    package let isStart: Bool
    package let objective: SampleStatistics?
    package let objectives: [Double]
    /// Location's share of each of these; empty where the objective has no prediction range.
    package let locationShares: [Double]
    package let tradeOff: SampleStatistics?
    package let constraints: [ConstraintFigure]
    /// Sum of the constraints' excesses as shares of their limits, by the means; 0 when all are met.
    package let violation: Double
    /// The objective minus that of the recommended point (or the nearest, where nothing meets the constraints), over common
    /// seeds.
    package let difference: SampleStatistics?
    /// No other finalist has both less objective and less of the trade-off.
    package let isOnFront: Bool

    /// Meant to hold about 90 % of real runs' objectives; it chooses nothing.
    package func predictionRange(_ model: PredictionModel) -> ClosedRange<Double>? {
      locationShares.count == objectives.count ? model.range(objectives, shares: locationShares) : nil
    }

    /// Whether every constraint is met by the means.
    package var isFeasible: Bool { violation == 0 && objective != nil }
  }

  /// One value of one parameter changed from the recommended point.
  package struct Variation: Sendable, Hashable {
    package let axis: Int
    package let point: SearchPoint
    /// Over the seeds of the variation.
    package let objective: SampleStatistics?
    package let tradeOff: SampleStatistics?
    /// The objective minus the unchanged point's, over common seeds.
    package let difference: SampleStatistics?
    package let violation: Double
  }

  /// A point that was tried in the search, with its means over so many seeds.
  package struct Trial: Sendable, Hashable {
    package let point: SearchPoint
    package let seeds: Int
    package let objective: Double?
    package let tradeOff: Double?
    package let violation: Double
  }

  /// Differences of the objective under this share are not spoken of.
  package static let negligible = 0.01

  /// By rising objective.
  package let finalists: [Finalist]
  /// The place of the recommended point among the finalists; `nil` when none meets the constraints.
  package let recommended: Int?
  /// The place of the point that the search chose, where a given point is recommended that costs no more than 1 % more.
  package let passedOver: Int?
  /// The place of the recommended point, or of the one that breaks the constraints least.
  package let nearest: Int
  /// The place of the point that the seeds of the choice chose.
  package let firstChoice: Int
  package let steps: [SearchStep]
  /// In the order in which they were tried first.
  package let trials: [Trial]
  /// By axis, then by value.
  package let variations: [Variation]
  package let runs: Int
  package let searchSeeds: Range<UInt64>
  package let choiceSeeds: Range<UInt64>
  package let reportSeeds: Range<UInt64>
  package let isExhaustive: Bool

  /// Whether the first choice broke a constraint on the seeds of the report, so that their figures helped to pick the
  /// recommended point, or the nearest, and flatter it.
  package var reportChose: Bool { (passedOver ?? recommended) != firstChoice }

  /// Those that meet the constraints, nearest in objective to the recommended point first, without it.
  package var alternatives: [Finalist] {
    guard let recommended else { return [] }
    return finalists.enumerated().filter { $0.offset != recommended && $0.element.isFeasible }.map(\.element)
      .sorted { abs($0.difference?.mean ?? .infinity) < abs($1.difference?.mean ?? .infinity) }
  }

  /// By rising objective.
  package var front: [Finalist] { finalists.filter(\.isOnFront) }
}
