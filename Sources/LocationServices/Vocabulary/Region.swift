import Core
public import World

/// What region monitoring can watch: `CLRegion`.
public enum Region: Sendable, Hashable {
  case circular(CircularRegion)
  case beacon(BeaconRegion)

  /// The app's name for it.
  public var identifier: String {
    switch self {
    case .circular(let region): region.identifier
    case .beacon(let region): region.identifier
    }
  }
  package var notifyOnEntry: Bool {
    switch self {
    case .circular(let region): region.notifyOnEntry
    case .beacon(let region): region.notifyOnEntry
    }
  }
  package var notifyOnExit: Bool {
    switch self {
    case .circular(let region): region.notifyOnExit
    case .beacon(let region): region.notifyOnExit
    }
  }

  /// What an Android geofence has besides.
  package var geofence: GeofenceTerms? {
    guard case .circular(let region) = self else { return nil }
    return region.geofence
  }

  /// The system notifies the user at its edge, and does not tell the app.
  package var notifiesUser: Bool { if case .circular(let region) = self { region.notifiesUser } else { false } }

  /// Whether both watch the same area, whatever they are called and tell.
  func watchesSameArea(as other: Region) -> Bool {
    switch (self, other) {
    case (.circular(let a), .circular(let b)): a.circle == b.circle
    case (.beacon(let a), .beacon(let b)): a.beacon == b.beacon
    default: false
    }
  }
}

/// A circle on the ground to be watched: `CLCircularRegion`.
public struct CircularRegion: Sendable, Hashable {
  package let center: EarthVector
  /// Metres.
  public let radius: Double
  /// The app's name for it; another region of this name replaces it.
  public let identifier: String
  /// Whether entries are reported; true unless set.
  public var notifyOnEntry: Bool
  /// Whether exits are reported; true unless set.
  public var notifyOnExit: Bool
  /// What an Android geofence has besides; `nil` for a region of Core Location.
  package var geofence: GeofenceTerms?
  /// The trigger of a local notification (`UNLocationNotificationTrigger`): the system monitors it and notifies the user without
  /// the app, for which when in use suffices; it counts among the app's regions (Apple, "UNLocationNotificationTrigger" and
  /// `UILocalNotification.region`).
  package var notifiesUser = false

  /// A circle with its radius in metres.
  package init(
    center: EarthVector, radius: Double, identifier: String, notifyOnEntry: Bool = true, notifyOnExit: Bool = true
  ) {
    self.center = center
    self.radius = radius
    self.identifier = identifier
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
  }

  /// A circle with its radius in metres.
  public init(
    center: GeodeticPosition, radius: Double, identifier: String, notifyOnEntry: Bool = true,
    notifyOnExit: Bool = true
  ) {
    self.init(
      center: center.earthVector(), radius: radius, identifier: identifier, notifyOnEntry: notifyOnEntry,
      notifyOnExit: notifyOnExit)
  }

  package var circle: Circle { Circle(center: center, radius: radius) }
}

/// The surroundings of a beacon, wherever it hangs: `CLBeaconRegion`.
public struct BeaconRegion: Sendable, Hashable {
  /// The name the beacon sends, as the scenario calls it.
  public let beacon: String
  /// The app's name for it; another region of this name replaces it.
  public let identifier: String
  /// Whether entries are reported; true unless set.
  public var notifyOnEntry: Bool
  /// Whether exits are reported; true unless set.
  public var notifyOnExit: Bool

  /// A region around a beacon of the scenario.
  public init(beacon: String, identifier: String, notifyOnEntry: Bool = true, notifyOnExit: Bool = true) {
    self.beacon = beacon
    self.identifier = identifier
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
  }
}

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

/// What the system believes about a region: `CLRegionState`.
public enum RegionState: Sendable, Hashable {
  case unknown, inside, outside
}

/// A message of region monitoring for an app's code.
struct RegionCallback {
  enum Kind {
    case started
    case entered, exited
    /// Of a geofence: the phone has been inside for its loitering delay.
    case dwelt
    case state(RegionState)
    case failed(LocationError)
  }

  /// The registration; `nil` when there is none, and for what was already so when it was made.
  let serial: Int?
  let region: Region
  /// The manager that asked; `nil` for an event, which goes to the region's manager.
  let manager: Int?
  let kind: Kind
}

/// What a condition monitor can watch: `CLMonitor.CircularGeographicCondition` and `CLMonitor.BeaconIdentityCondition`.
public enum MonitorCondition: Sendable, Hashable {
  /// Metres.
  case circular(center: EarthVector, radius: Double)
  case beacon(String)
}

/// A change of a condition: `CLMonitor.Event`.
public struct MonitorEvent: Sendable, Hashable {
  /// Whether the condition holds: `CLMonitor.Event.State`.
  public enum State: Sendable, Hashable {
    case unknown, satisfied, unsatisfied
    /// Not watched: too many conditions, or no right to.
    case unmonitored
  }

  /// The name under which the condition was added.
  public let identifier: String
  /// The new state.
  public let state: State
  /// Seconds from the run's start.
  public let date: Double
  /// The app has as many conditions and regions as it may have.
  public internal(set) var conditionLimitExceeded = false
  /// The app may not use location.
  public internal(set) var authorizationDenied = false
}
