/// Which apps have access to the user's position, a bit each, the first app's lowest.
package struct LocationAccess: Sendable, Hashable {
  package var apps: UInt8
  /// Those of them that the status bar shows: on iOS all, on Android those that keep its location icon.
  package var statusBar: UInt8

  package init(apps: UInt8 = 0, statusBar: UInt8 = 0) {
    self.apps = apps
    self.statusBar = statusBar
  }
}

/// Who has access now, and who has had it since that was last asked.
struct AccessBook {
  var current = LocationAccess()
  private var begun: UInt8 = 0

  mutating func begin(_ app: Int) { begun |= 1 << UInt8(app) }

  /// Apps that began to use location since the last call and have no access any more: a use that ended at once is one too.
  mutating func takeBegun() -> UInt8 {
    defer { begun = 0 }
    return begun & ~current.apps
  }
}
