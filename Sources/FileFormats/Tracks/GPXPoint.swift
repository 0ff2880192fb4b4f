/// A point of a GPX file as read, with its line for messages.
struct GPXPoint {
  enum Source: Int, CaseIterable {
    case track, route, waypoint
  }

  var latitude: Double
  var longitude: Double
  var elevation: Double?
  /// Since 1970.
  var nanoseconds: Int64?
  var line: Int
  var column: Int
}
