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

  /// Whether both watch the same area, whatever they are called and tell.
  func watchesSameArea(as other: Region) -> Bool {
    switch (self, other) {
    case (.circular(let a), .circular(let b)): a.circle == b.circle
    case (.beacon(let a), .beacon(let b)): a.beacon == b.beacon
    default: false
    }
  }
}
