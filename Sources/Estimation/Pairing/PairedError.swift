/// A fix beside the truth.
public struct PairedError: Sendable, Hashable {
  /// Which of the given fixes it is.
  public let index: Int
  /// Of the fix, in seconds.
  public let time: Double
  /// In metres: the distance to the true position, or to the route.
  public let magnitude: Double
  /// Components in metres. Two for a known position (east, north); one against a route (positive to the left of its
  /// direction).
  public let axes: [Double]
}
