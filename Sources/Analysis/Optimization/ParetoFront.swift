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
