import Quantities

/// What an Android geofence has that a region of Core Location has not.
///
/// From: developers.google.com, reference of `Geofence.Builder` and `GeofencingRequest.Builder`.
public struct GeofenceTerms: Sendable, Hashable {
  /// Which transitions are told at once when the geofence is added and the phone is already on that side.
  public struct InitialTrigger: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let enter = InitialTrigger(rawValue: 1)
    public static let exit = InitialTrigger(rawValue: 2)
    public static let dwell = InitialTrigger(rawValue: 4)
  }

  public var notifyOnDwell: Bool
  /// From the entry to the dwelling, in seconds (`setLoiteringDelay`). Leaving before is no dwelling.
  public var loiteringDelay: Double
  /// After how many seconds the geofence is removed, without an event (`setExpirationDuration`).
  public var expirationDuration: Double
  /// `setInitialTrigger`.
  public var initialTrigger: InitialTrigger

  /// Android's defaults: no dwelling, no end, and what is already so is told.
  public init(
    notifyOnDwell: Bool = false, loiteringDelay: Double = 0, expirationDuration: Double = .infinity,
    initialTrigger: InitialTrigger = [.enter, .dwell]
  ) {
    self.notifyOnDwell = notifyOnDwell
    self.loiteringDelay = loiteringDelay
    self.expirationDuration = expirationDuration
    self.initialTrigger = initialTrigger
  }
}

extension GeofenceTerms {
  /// How long a stay is dwelling, where that is to be told.
  var dwellTime: TimeSpan? { notifyOnDwell ? .seconds(loiteringDelay) : nil }
}
