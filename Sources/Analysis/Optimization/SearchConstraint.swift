/// What the mean of a figure over all days has to keep to.
package struct SearchConstraint: Sendable, Hashable {
  package enum Side: Sendable, Hashable { case atMost, atLeast }

  package let side: Side
  package let limit: Double
  /// Whether a run without the figure is a good one, as a battery that never was empty.
  package let absenceIsGood: Bool

  package init(_ side: Side, _ limit: Double, absenceIsGood: Bool = false) {
    self.side = side
    self.limit = limit
    self.absenceIsGood = absenceIsGood
  }

  /// By how much a figure is beyond the limit, as a share of the limit (or in units of the figure where the limit is 0); 0
  /// where it is not.
  package func excess(_ figure: Double) -> Double {
    let over = side == .atMost ? figure - limit : limit - figure
    return max(0, over) / (limit == 0 ? 1 : abs(limit))
  }
}
