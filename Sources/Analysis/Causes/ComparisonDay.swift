/// One seed of a comparison looked at closely: one strategy in full, and the battery of all.
public struct ComparisonDay: Sendable {
  /// The strategy that is shown in full.
  public var detail: RunDetail
  /// Every strategy's battery on the same day, in the order of the comparison's rows.
  public var batteries: [BatteryCurve]

  public init(detail: RunDetail, batteries: [BatteryCurve]) {
    self.detail = detail
    self.batteries = batteries
  }
}
