/// A fix's reported accuracy and its true error.
package struct AccuracySample: Sendable, Hashable {
  /// Seconds, from any start.
  package let time: Double
  /// Reported radius in metres, above 0.
  package let reported: Double
  /// Metres, 0 or more.
  package let error: Double
  /// Samples of different legs are taken as independent.
  package let leg: Int

  package init(time: Double, reported: Double, error: Double, leg: Int = 0) {
    self.time = time
    self.reported = reported
    self.error = error
    self.leg = leg
  }
}
