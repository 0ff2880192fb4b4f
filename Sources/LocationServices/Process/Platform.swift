public import Quantities

/// The system version an app runs on, as far as the modelled services differ between them.
public struct Platform: Sendable, Hashable {
  /// The name used in strategy files.
  public let name: String
  /// Deferred updates existed from iOS 6 to 13.0 (sources C1).
  public let supportsDeferredUpdates: Bool
  /// How long a background task may run (sources C3: 180 s for iOS 7 to 12, about 30 s since).
  public let backgroundTaskLimit: TimeSpan
  /// How long an app runs after it left the screen without a reason to go on (sources C3: 5 s).
  public let suspensionDelay: TimeSpan
  /// How long a location event keeps a background app running (sources C3: about 10 s).
  public let locationEventWindow: TimeSpan

  public static let ios12 = Platform(
    name: "ios-12", supportsDeferredUpdates: true, backgroundTaskLimit: .seconds(180), suspensionDelay: .seconds(5),
    locationEventWindow: .seconds(10))
  public static let ios18 = Platform(
    name: "ios-18", supportsDeferredUpdates: false, backgroundTaskLimit: .seconds(30), suspensionDelay: .seconds(5),
    locationEventWindow: .seconds(10))

  public static let all: [Platform] = [.ios12, .ios18]
}
