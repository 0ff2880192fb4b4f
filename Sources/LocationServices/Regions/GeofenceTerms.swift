import Core

/// What an Android geofence has that a region of Core Location has not.
///
/// From: developers.google.com, reference of `Geofence.Builder` and `GeofencingRequest.Builder`.
package struct GeofenceTerms: Sendable, Hashable {
  /// Which transitions are told at once when the geofence is added and the phone is already on that side.
  package struct InitialTrigger: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let enter = InitialTrigger(rawValue: 1)
    package static let exit = InitialTrigger(rawValue: 2)
    package static let dwell = InitialTrigger(rawValue: 4)
  }

  package var notifyOnDwell: Bool
  /// From the entry to the dwelling, in seconds (`setLoiteringDelay`). Leaving before is no dwelling.
  package var loiteringDelay: Double
  /// After how many seconds the geofence is removed, without an event (`setExpirationDuration`).
  package var expirationDuration: Double
  /// `setInitialTrigger`.
  package var initialTrigger: InitialTrigger

  /// Android's defaults: no dwelling, no end, and what is already so is told.
  package init(
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
