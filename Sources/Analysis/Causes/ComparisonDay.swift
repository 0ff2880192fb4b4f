/// One seed of a comparison looked at closely: one strategy in full, and the battery of all.
package struct ComparisonDay: Sendable {
  /// The strategy that is shown in full.
  package var detail: RunDetail
  /// Every strategy's battery on the same day, in the order of the comparison's rows.
  package var batteries: [BatteryCurve]

  package init(detail: RunDetail, batteries: [BatteryCurve]) {
    self.detail = detail
    self.batteries = batteries
  }
}
