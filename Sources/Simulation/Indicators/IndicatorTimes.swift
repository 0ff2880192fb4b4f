public import Quantities

/// For how long the user could see that location was used.
public struct IndicatorTimes: Sendable, Hashable {
  /// The arrow in the status bar.
  public var arrow: TimeSpan
  /// The mark of a use within the last minute in the settings, for each app.
  public var marks: [TimeSpan]
  /// The mark of a use within the last 24 hours in the settings, for each app.
  public var lists: [TimeSpan]

  public init(arrow: TimeSpan = .zero, marks: [TimeSpan] = [], lists: [TimeSpan] = []) {
    self.arrow = arrow
    self.marks = marks
    self.lists = lists
  }
}
