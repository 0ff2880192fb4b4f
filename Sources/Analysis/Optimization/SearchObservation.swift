/// What one run of a point told.
package struct SearchObservation: Sendable, Hashable {
  /// What is to be small; `nil` when the run has no such figure.
  package var objective: Double?
  /// Location's share of the objective, where that is a drain or an energy of the whole phone.
  package var locationShare: Double?
  /// What the objective is traded against in the front; small is better.
  package var tradeOff: Double?
  /// The figures of the constraints, in their order.
  package var constraints: [Double?]

  package init(
    objective: Double?, tradeOff: Double? = nil, constraints: [Double?] = [], locationShare: Double? = nil
  ) {
    self.locationShare = locationShare
    self.objective = objective
    self.tradeOff = tradeOff
    self.constraints = constraints
  }
}
