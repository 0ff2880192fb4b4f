import Core

/// One region that an app has registered; it outlives the app's process.
struct RegionEntry {
  /// Tells it from every other registration of the run.
  let serial: Int
  var region: Region
  /// The condition monitor it belongs to; `nil` for one of a location manager.
  let monitor: String?
  /// The manager that registered it in this process.
  var manager: Int?
  /// The system watches it: `false` when it was refused, so that everything will be missed.
  let isServed: Bool
  /// Believed about a circle; for a beacon only the state counts.
  var tracker: RegionTracker?
  var beaconState = RegionState.unknown
  /// A manager has asked for the state, which was not known.
  var owesState = false
  /// The side on which the phone is has been determined before: what follows are events.
  var isDetermined = false
  /// When a stay inside a geofence becomes dwelling, or `never`; and whether it began before the geofence was added.
  var dwellDue = Instant.never
  var dwellsInitially = false
  /// When a geofence is removed.
  var expires = Instant.never

  var state: RegionState { tracker?.state ?? beaconState }
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
