/// A limit of a budget as a line in the chart of battery against what is missed.
package struct ChartLimit: Sendable, Hashable {
  /// Percent of the battery per hour.
  package var value: Double
  /// Such as the budget's name.
  package var label: String

  package init(value: Double, label: String) {
    self.value = value
    self.label = label
  }
}
