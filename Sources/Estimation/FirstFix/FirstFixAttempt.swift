/// One attempt to get a first fix.
public struct FirstFixAttempt: Sendable, Hashable {
  /// Until the fix, or until the attempt was given up: seconds above 0.
  public let seconds: Double
  /// Whether there was a fix. An attempt given up is censored: dropping it would make the receiver look better.
  public let succeeded: Bool

  public init(seconds: Double, succeeded: Bool) {
    self.seconds = seconds
    self.succeeded = succeeded
  }
}
