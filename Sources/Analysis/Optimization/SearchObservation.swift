/// What one run of a point told.
public struct SearchObservation: Sendable, Hashable {
  /// What is to be small; `nil` when the run has no such figure.
  public var objective: Double?
  /// Location's share of the objective, where that is a drain or an energy of the whole phone.
  public var locationShare: Double?
  /// What the objective is traded against in the front; small is better.
  public var tradeOff: Double?
  /// The figures of the constraints, in their order.
  public var constraints: [Double?]

  public init(
    objective: Double?, tradeOff: Double? = nil, constraints: [Double?] = [], locationShare: Double? = nil
  ) {
    self.locationShare = locationShare
    self.objective = objective
    self.tradeOff = tradeOff
    self.constraints = constraints
  }
}
