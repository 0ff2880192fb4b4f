/// What a position error was measured against, which decides the models' form.
package enum ErrorGeometry: String, Sendable, Hashable, CaseIterable {
  /// The distance to the true position: two dimensions.
  case distance
  /// The distance to the nearest point of a route: one dimension, a lower bound of the distance.
  case crossTrack = "cross_track"

  /// Number of horizontal axes in an error.
  var axes: Double { self == .distance ? 2 : 1 }
}
