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
