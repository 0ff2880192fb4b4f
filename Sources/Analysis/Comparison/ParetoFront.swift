/// The choices that no other choice beats in both respects.
public enum ParetoFront {
  /// The indices of the points on the front (small cost, small error), by rising cost.
  ///
  /// A point is off the front when another is no worse in both and better in one; equal points stay together. Points
  /// without a finite cost and error are left out.
  public static func indices(costs: [Double?], errors: [Double?]) -> [Int] {
    let points: [(index: Int, cost: Double, error: Double)] = zip(costs, errors).enumerated().compactMap {
      guard let cost = $0.element.0, let error = $0.element.1, cost.isFinite, error.isFinite else { return nil }
      return ($0.offset, cost, error)
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
