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
