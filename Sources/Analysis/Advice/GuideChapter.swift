/// The headings of Apple's Energy Efficiency Guide for iOS Apps, "Reduce Location Accuracy and Duration", that a piece
/// of advice belongs to.
package enum GuideChapter: String, CaseIterable, Sendable {
  case quickUpdate = "Request Quick Location Updates"
  case stopWhenUnused = "Stop Location Services When You Aren’t Using Them"
  case reduceAccuracy = "Reduce Accuracy of Standard Location Updates Whenever Possible"
  case autoPause = "Auto-Pause and Specify an Activity Type When Receiving Location Updates in the Background"
  case deferUpdates = "Defer Location Updates When Running in the Background"
  case significantChange = "Register for Significant-Change Location Updates Only as a Last Resort"
  /// Not a heading of that page, which is older: what Apple advises since iOS 17.
  case liveUpdates = "Beyond the location page: live updates, which rest while the user stays (iOS 17)"
  /// Not a heading of that page: what tracking SDKs do.
  case motionGating = "Beyond the location page: track while the user moves"
  /// Android's own advice (developer.android.com, "Optimize location use for battery life").
  case fusedRequests = "Android: ask less often, and for less"
  /// Not a heading of that page: each delivery wakes the app.
  case distanceFilter = "Beyond the location page: ask for fewer deliveries"
  /// Not a heading of that page: every upload pays the radio's promotion and tail.
  case uploads = "Beyond the location page: send in batches"
}
