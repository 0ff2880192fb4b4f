/// A message of region monitoring for an app's code.
struct RegionCallback {
  enum Kind {
    case started
    case entered, exited
    case state(RegionState)
    case failed(LocationError)
  }

  /// The registration; `nil` when there is none.
  let serial: Int?
  let region: Region
  /// The manager that asked; `nil` for an event, which goes to the region's manager.
  let manager: Int?
  let kind: Kind
}
