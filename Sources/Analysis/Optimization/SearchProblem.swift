/// What is searched for: the point with the smallest mean objective among those that meet every constraint.
package struct SearchProblem: Sendable, Hashable {
  package let space: SearchSpace
  /// In the order in which observations have their figures.
  package let constraints: [SearchConstraint]
  /// The constraint on the trade-off's own figure, where there is one: the front shows points on both sides of it.
  package let tradeOffConstraint: Int?

  package init(space: SearchSpace, constraints: [SearchConstraint] = [], tradeOffConstraint: Int? = nil) {
    self.space = space
    self.constraints = constraints
    self.tradeOffConstraint = tradeOffConstraint
  }
}

/// What the mean of a figure over all days has to keep to.
package struct SearchConstraint: Sendable, Hashable {
  package enum Side: Sendable, Hashable { case atMost, atLeast }

  package let side: Side
  package let limit: Double
  /// Whether a run without the figure is a good one, as a battery that never was empty.
  package let absenceIsGood: Bool
  /// Between which the figure is on any day.
  package let bounds: ClosedRange<Double>

  package init(
    _ side: Side, _ limit: Double, absenceIsGood: Bool = false,
    within bounds: ClosedRange<Double> = -.infinity ... .infinity
  ) {
    (self.side, self.limit, self.absenceIsGood, self.bounds) = (side, limit, absenceIsGood, bounds)
  }

  /// By how much a figure is beyond the limit, as a share of the limit (or in units of the figure where the limit is 0); 0
  /// where it is not.
  package func excess(_ figure: Double) -> Double {
    let over = side == .atMost ? figure - limit : limit - figure
    return max(0, over) / (limit == 0 ? 1 : abs(limit))
  }
}

/// How much a search may spend, and where its seeds begin.
package struct SearchSettings: Sendable, Hashable {
  /// Fewer runs than this tell nothing.
  package static let leastRuns = 200
  /// Halton's sequence, which fills the space at the start, has so many dimensions.
  package static let mostAxes = HaltonSequence.mostDimensions

  /// All runs of all points together, those that confirm the result included; at least `leastRuns`.
  package let runs: Int
  package let firstSeed: UInt64
  /// Objectives that differ by no more than this share are as good as each other. Above 0, below 1.
  package let tolerance: Double

  /// How sure a point has to be, on one side, to meet a constraint before it is chosen among the finalists.
  static let margin = 0.7
  /// How sure points inside the edge of the constraints are, which are prepared in case those at the edge turn out to be
  /// beyond it.
  static let ladder = [0.7, 0.85, 0.95, 0.995]
  /// Seeds of the rounds of halving. The search uses no others.
  static let looks = [4, 8, 16, 32]
  /// Shares of the runs; what is left confirms the result.
  static let (screening, refinement, sensitivity) = (0.3, 0.4, 0.08)

  package init(runs: Int = 3_000, firstSeed: UInt64 = 1, tolerance: Double = 0.05) {
    precondition(runs >= Self.leastRuns && tolerance > 0 && tolerance < 1, "enough runs and a tolerance")
    self.runs = runs
    self.firstSeed = firstSeed
    self.tolerance = tolerance
  }
}

/// A place in a search space: a variant, and a value for each of its axes.
package struct SearchPoint: Sendable, Hashable {
  package let variant: Int
  /// In the order of the variant's axes.
  package let values: [Double]

  package init(variant: Int, values: [Double]) {
    self.variant = variant
    self.values = values
  }
}

/// A point and what its runs told, in the order of the seeds.
struct SearchCandidate: Sendable {
  let point: SearchPoint
  var observations: [SearchObservation] = []

  /// What is known after the first so many seeds.
  func score(
    _ constraints: [SearchConstraint], seeds: Int? = nil, margin: Double? = nil, without left: Int? = nil
  ) -> SearchScore {
    SearchScore(observations.prefix(seeds ?? observations.count), constraints, margin: margin, without: left)
  }
}

/// Runs that a search asks for: one point on several seeds.
package struct EvaluationRequest: Sendable, Hashable {
  package let point: SearchPoint
  package let seeds: Range<UInt64>
}

package struct SearchObservation: Sendable, Hashable {
  /// What is to be small; `nil` when the run has no such figure.
  package var objective: Double?
  /// Location's share of the objective, where that is a drain or an energy of the whole phone.
  package var locationShare: Double?
  /// What the objective is traded against in the front; small is better.
  package var tradeOff: Double?
  package var constraints: [Double?]

  package init(
    objective: Double?, tradeOff: Double? = nil, constraints: [Double?] = [], locationShare: Double? = nil
  ) {
    self.locationShare = locationShare
    self.objective = objective
    self.tradeOff = tradeOff
    self.constraints = constraints
  }
}

/// Where a search stood after one of its steps.
package struct SearchStep: Sendable, Hashable {
  package enum Stage: String, Sendable, Hashable {
    /// A round of halving among points that fill the space.
    case screening
    /// A round of halving around the best points known.
    case refinement
  }

  package let stage: Stage
  package let runs: Int
  /// Points that were looked at in this step.
  package let candidates: Int
  /// The best point after it, and its means over its seeds of the search so far: too good, since it was picked for them.
  package let best: SearchPoint
  /// Over so many seeds, the first of the search. Means over other numbers of them are those of other days.
  package let seeds: Int
  package let objective: Double
  package let tradeOff: Double?
  /// 0 when the constraints are met by these means.
  package let violation: Double
}
