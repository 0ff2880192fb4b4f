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
  var hasBeenTold = false
  /// When a stay inside a geofence becomes dwelling, or `never`; and whether it began before the geofence was added.
  var dwellDue = Instant.never
  var dwellsInitially = false
  /// When a geofence is removed.
  var expires = Instant.never

  var state: RegionState { tracker?.state ?? beaconState }
}
