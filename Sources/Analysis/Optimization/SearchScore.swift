import RealModule

/// What is known of a point after some seeds, in an order: what breaks the constraints less comes first, and among those that
/// keep them what costs less (K. Deb, "An efficient constraint handling method for genetic algorithms", Computer Methods in
/// Applied Mechanics and Engineering 186 (2000) 311-338).
struct SearchScore: Sendable, Hashable, Comparable {
  /// Sum of the constraints' excesses; 0 when all are met.
  let violation: Double
  /// Mean; infinite without one.
  let objective: Double
  /// Mean; `nil` when a run lacks the figure.
  let tradeOff: Double?

  /// A run that lacks a figure counts as so many times the limit.
  static let missing = 10.0

  /// - Parameters:
  ///   - margin: how sure, on one side, a constraint has to be met; `nil` looks at the mean alone.
  ///   - left: a constraint that is left out.
  init(
    _ observations: some Collection<SearchObservation>, _ constraints: [SearchConstraint], margin: Double? = nil,
    without left: Int? = nil
  ) {
    let objectives = observations.compactMap(\.objective)
    objective = objectives.isEmpty ? .infinity : objectives.reduce(0, +) / Double(objectives.count)
    let tradeOffs = observations.compactMap(\.tradeOff)
    tradeOff =
      tradeOffs.count == observations.count && !tradeOffs.isEmpty
      ? tradeOffs.reduce(0, +) / Double(tradeOffs.count) : nil
    let count = Double(max(1, observations.count))
    var violation = Self.missing * Double(observations.count - objectives.count) / count
    for (place, constraint) in constraints.enumerated() where place != left {
      let values = observations.compactMap { $0.constraints[place] }
      if !constraint.absenceIsGood {
        violation += Self.missing * Double(observations.count - values.count) / count
      }
      guard !values.isEmpty else { continue }
      violation += constraint.excess(Self.adverse(values, constraint, margin))
    }
    self.violation = violation
  }

  /// The mean, or the end of its interval on the constraint's side.
  static func adverse(_ values: [Double], _ constraint: SearchConstraint, _ margin: Double?) -> Double {
    guard let margin, values.count > 1,
      let interval = MeanInterval(
        values, IntervalRule(confidence: 2 * margin - 1),
        quantile: margin == SearchSettings.margin && values.count < quantiles.count ? quantiles[values.count] : nil)
    else { return values.reduce(0, +) / Double(values.count) }
    return constraint.side == .atMost ? interval.high : interval.low
  }

  /// Student's quantile at the search's margin, by the number of values; it is asked for very often.
  private static let quantiles: [Double] = (0...128).map {
    $0 < 2 ? .infinity : StudentT.quantile(SearchSettings.margin, degreesOfFreedom: Double($0 - 1))
  }

  static func < (a: SearchScore, b: SearchScore) -> Bool {
    (a.violation, a.objective, a.tradeOff ?? .infinity) < (b.violation, b.objective, b.tradeOff ?? .infinity)
  }
}

/// The points of a search that no other beats in both of two figures.
package enum ParetoFront {
  /// The indices of the points on the front (small cost, small error), by rising cost.
  ///
  /// A point is off the front when another is no worse in cost and error and better in one; equal points stay together. Points
  /// without a finite cost and error are left out. Strategies of a comparison, whose figures have noise, are `Decision`'s.
  package static func indices(costs: [Double?], errors: [Double?]) -> [Int] {
    let points: [(index: Int, cost: Double, error: Double)] = costs.indices.compactMap {
      guard let cost = costs[$0], let error = errors[$0], cost.isFinite, error.isFinite else { return nil }
      return ($0, cost, error)
    }
    return
      points
      .filter { point in
        !points.contains {
          $0.cost <= point.cost && $0.error <= point.error && ($0.cost < point.cost || $0.error < point.error)
        }
      }
      .sorted { ($0.cost, $0.index) < ($1.cost, $1.index) }
      .map(\.index)
  }
}

/// Paired tests of many points against one on a growing number of seeds.
///
/// The allowed error is shared among the tests that can go wrong and among the looks, in proportion to their seeds:
/// Bonferroni's inequality, as in `SequentialPlan`, so that the best point is dropped by any test at any look with at most
/// this chance. At a look, one test for each rival and one for each constraint can go wrong: a rival that breaks a constraint
/// must pass the test of that constraint by chance before the best point is compared with it; a rival that keeps them all
/// does cost more, and must seem to cost less by chance; and the best point itself may seem to break each constraint.
///
/// Racing: O. Maron and A. W. Moore, "The racing algorithm: model selection for lazy learners", Artificial Intelligence
/// Review 11 (1997) 193-225; with paired tests: M. Birattari and others, "A racing algorithm for configuring
/// metaheuristics", GECCO 2002, 11-18.
struct EliminationTest: Sendable {
  private let looks: [Look]

  private struct Look {
    let seeds: Int
    let rule: IntervalRule
    let quantile: Double
  }

  /// - Parameters:
  ///   - error: above 0, below 1.
  ///   - looks: numbers of seeds, each at least 2.
  ///   - tests: how many can go wrong at a look.
  init(error: Double, looks: [Int], tests: Int) {
    let all = Double(looks.reduce(0, +)) * Double(max(1, tests))
    self.looks = looks.map { seeds in
      let share = error * Double(seeds) / all
      return Look(
        seeds: seeds, rule: IntervalRule(confidence: 1 - 2 * share, guardsAgainstSkewness: true),
        quantile: StudentT.quantile(1 - share, degreesOfFreedom: Double(seeds - 1)))
    }
  }

  /// Whether the mean is above 0 for all that the values say, at the look with so many seeds.
  func isAbove(_ values: [Double], look seeds: Int) -> Bool {
    guard values.count > 1, values.reduce(0, +) > 0, let look = looks.first(where: { $0.seeds == seeds }) else {
      return false
    }
    let quantile = values.count == seeds ? look.quantile : nil
    return MeanInterval(values, look.rule, quantile: quantile).map { $0.low > 0 } ?? false
  }
}
