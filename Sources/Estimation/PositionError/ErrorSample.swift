/// One position error.
public struct ErrorSample: Sendable, Hashable {
  /// Seconds, from any start.
  public let time: Double
  /// Metres, 0 or more.
  public let magnitude: Double
  /// Samples of different legs are taken as independent.
  public let leg: Int

  public init(time: Double, magnitude: Double, leg: Int = 0) {
    self.time = time
    self.magnitude = magnitude
    self.leg = leg
  }
}
