/// One position error.
package struct ErrorSample: Sendable, Hashable {
  /// Seconds, from any start.
  package let time: Double
  /// Metres, 0 or more.
  package let magnitude: Double
  /// Samples of different legs are taken as independent.
  package let leg: Int

  package init(time: Double, magnitude: Double, leg: Int = 0) {
    self.time = time
    self.magnitude = magnitude
    self.leg = leg
  }
}
