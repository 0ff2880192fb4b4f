/// Where a search stood after one of its steps.
public struct SearchStep: Sendable, Hashable {
  public enum Stage: String, Sendable, Hashable {
    /// A round of successive halving.
    case screening
    /// A poll around the best point known.
    case refinement
  }

  public let stage: Stage
  /// Runs spent so far.
  public let runs: Int
  /// Points that were looked at in this step.
  public let candidates: Int
  /// The best point after it, and its means over its seeds of the search so far: too good, since it was picked for them.
  public let best: SearchPoint
  /// Over so many seeds, the first of the search. Means over other numbers of them are those of other days.
  public let seeds: Int
  public let objective: Double
  public let tradeOff: Double?
  /// 0 when the constraints are met by these means.
  public let violation: Double
}
