/// A fix's reported accuracy and its true error.
public struct AccuracySample: Sendable, Hashable {
  /// Seconds, from any start.
  public let time: Double
  /// Reported radius in metres, above 0.
  public let reported: Double
  /// Metres, 0 or more.
  public let error: Double
  /// Samples of different legs are taken as independent.
  public let leg: Int

  public init(time: Double, reported: Double, error: Double, leg: Int = 0) {
    self.time = time
    self.reported = reported
    self.error = error
    self.leg = leg
  }
}
