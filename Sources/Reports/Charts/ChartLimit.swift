/// A limit of a budget as a line in the chart of drain against error.
public struct ChartLimit: Sendable, Hashable {
  public enum Axis: Sendable, Hashable {
    /// Percent of the battery per hour.
    case drain
    /// 95 % error in metres.
    case error
  }

  public var axis: Axis
  /// In the axis's unit.
  public var value: Double
  /// Such as the budget's name.
  public var label: String

  public init(axis: Axis, value: Double, label: String) {
    self.axis = axis
    self.value = value
    self.label = label
  }
}
