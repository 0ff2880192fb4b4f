/// What the mean of a figure over all days has to keep to.
public struct SearchConstraint: Sendable, Hashable {
  public enum Side: Sendable, Hashable { case atMost, atLeast }

  public let side: Side
  public let limit: Double
  /// Whether a run without the figure is a good one, as a battery that never was empty.
  public let absenceIsGood: Bool

  public init(_ side: Side, _ limit: Double, absenceIsGood: Bool = false) {
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
