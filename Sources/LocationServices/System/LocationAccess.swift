/// Which apps have access to the user's position, a bit each, the first app's lowest.
public struct LocationAccess: Sendable, Hashable {
  public var apps: UInt8
  /// Those of them that the status bar shows: on iOS all, on Android those that keep its location icon.
  public var statusBar: UInt8

  public init(apps: UInt8 = 0, statusBar: UInt8 = 0) {
    self.apps = apps
    self.statusBar = statusBar
  }
}
