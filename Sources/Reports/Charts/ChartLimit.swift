/// A limit of a budget as a line in the chart of drain against error.
package struct ChartLimit: Sendable, Hashable {
  package enum Axis: Sendable, Hashable {
    /// Percent of the battery per hour.
    case drain
    /// 95 % error in metres.
    case error
  }

  package var axis: Axis
  /// In the axis's unit.
  package var value: Double
  /// Such as the budget's name.
  package var label: String

  package init(axis: Axis, value: Double, label: String) {
    self.axis = axis
    self.value = value
    self.label = label
  }
}
