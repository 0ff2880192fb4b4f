/// The choices that no other choice beats in every respect.
package enum ParetoFront {
  /// How much of the day another choice may cover less and still count as covering as much.
  static let coverageTolerance = 0.02

  /// The indices of the points on the front (small cost, small error), by rising cost.
  ///
  /// A point is off the front when another is no worse in cost and error and better in one; equal points stay together.
  /// A small error over a small part of the day beats nothing: the other must cover as much of the day, 0.02 less at
  /// most. Points without a finite cost and error are left out; a missing coverage counts as none.
  package static func indices(costs: [Double?], errors: [Double?], coverages: [Double?]) -> [Int] {
    let points: [(index: Int, cost: Double, error: Double, coverage: Double)] = costs.indices.compactMap {
      guard let cost = costs[$0], let error = errors[$0], cost.isFinite, error.isFinite else { return nil }
      return ($0, cost, error, coverages[$0] ?? 0)
    }
    return
      points
      .filter { point in
        !points.contains {
          $0.cost <= point.cost && $0.error <= point.error && ($0.cost < point.cost || $0.error < point.error)
            && $0.coverage >= point.coverage - coverageTolerance
        }
      }
      .sorted { ($0.cost, $0.index) < ($1.cost, $1.index) }
      .map(\.index)
  }
}
