/// An app has called for a service that its system version does not have: on a real phone the code would not be there.
///
/// The simulation lets the call do nothing and says so in the record of the run, so that a row without positions is not
/// taken for a property of the strategy.
public struct MissingService: Sendable, Hashable {
  /// The app, counted from 0.
  package let app: Int
  /// The service that the system lacks.
  public let service: SystemService
  package let platform: Platform

  /// For people: `ios-8 has no requestLocation (since iOS 9): calls of it do nothing`.
  public var message: String {
    "\(platform.name) has no \(service.title) (\(service.lifetime(on: platform.system))): calls of it do nothing"
  }
}
