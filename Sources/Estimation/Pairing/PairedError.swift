/// A fix beside the truth.
package struct PairedError: Sendable, Hashable {
  /// Which of the given fixes it is.
  package let index: Int
  /// Of the fix, in seconds.
  package let time: Double
  /// In metres: the distance to the true position, or to the route.
  package let magnitude: Double
  /// Components in metres. Two for a known position (east, north); one against a route (positive to the left of its
  /// direction).
  package let axes: [Double]
}
