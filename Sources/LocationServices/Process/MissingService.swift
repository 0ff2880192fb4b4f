/// An app has called for a service and got nothing by it: its system version lacks it, or keeps it from the app at that moment.
///
/// The simulation lets the call do nothing and says so in the record of the run, so that a row without positions is not
/// taken for a property of the strategy.
public struct MissingService: Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    /// On a real phone the code would not be there.
    case notOffered
    /// Android: a foreground service was begun behind the screen, without an event that allows it.
    case refusedBehindTheScreen
    /// Android: positions wait in the frozen process.
    case frozen
  }

  /// The app, counted from 0.
  package let app: Int
  /// The service that the app did not get.
  public let service: SystemService
  package let reason: Reason
  package let platform: Platform

  /// For people: `ios-8 has no requestLocation (since iOS 9): calls of it do nothing`.
  public var message: String {
    switch reason {
    case .notOffered:
      "\(platform.name) has no \(service.title) (\(service.lifetime(on: platform.system))): calls of it do nothing"
    case .refusedBehindTheScreen:
      "\(platform.title) refused a foreground service that was begun behind the screen "
        + "(ForegroundServiceStartNotAllowedException): begin it on the screen, or on a geofence, a change of activity, an "
        + "alarm or a message of high priority"
    case .frozen:
      "\(platform.title) freezes the app behind the screen: positions wait until it is opened; begin a foreground service on "
        + "the screen, or have them delivered to a pending intent"
    }
  }
}
