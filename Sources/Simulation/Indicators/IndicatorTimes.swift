package import Quantities

/// For how long the user could see that location was used.
package struct IndicatorTimes: Sendable, Hashable {
  /// The status bar's sign: iOS's arrow, Android's location icon.
  package var arrow: TimeSpan
  /// The mark of a use within the last minute in iOS's settings, for each app; none on Android.
  package var marks: [TimeSpan]
  /// The place in the list of uses within the last 24 hours, for each app: in iOS's settings, in the Privacy Dashboard of
  /// Android since 12; none before.
  package var lists: [TimeSpan]

  package init(arrow: TimeSpan = .zero, marks: [TimeSpan] = [], lists: [TimeSpan] = []) {
    self.arrow = arrow
    self.marks = marks
    self.lists = lists
  }
}
