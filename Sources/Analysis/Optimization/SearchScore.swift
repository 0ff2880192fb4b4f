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
        values, IntervalRule(confidence: 2 * margin - 1), within: constraint.bounds,
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
