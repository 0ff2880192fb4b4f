/// Where a search stood after one of its steps.
package struct SearchStep: Sendable, Hashable {
  package enum Stage: String, Sendable, Hashable {
    /// A round of successive halving.
    case screening
    /// A poll around the best point known.
    case refinement
  }

  package let stage: Stage
  /// Runs spent so far.
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
