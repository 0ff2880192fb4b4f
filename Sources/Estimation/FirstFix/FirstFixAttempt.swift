/// One attempt to get a first fix.
package struct FirstFixAttempt: Sendable, Hashable {
  /// Until the fix, or until the attempt was given up, in seconds: above 0, or 0 where times are written in steps.
  package let seconds: Double
  /// Whether there was a fix. An attempt given up is censored: dropping it would make the receiver look better.
  package let succeeded: Bool

  /// Where it was made; `nil` where that is not known, and attempts count as independent.
  package let site: String?

  package init(seconds: Double, succeeded: Bool, site: String? = nil) {
    self.seconds = seconds
    self.succeeded = succeeded
    self.site = site
  }
}
