import Core

/// The background tasks of one app and the time they have: one allowance for all of them.
struct BackgroundTasks {
  private(set) var open = 0
  /// When the time is over.
  private(set) var expiry = Instant.start
  /// The app has been told that this time is about to end.
  private(set) var isWarned = false

  mutating func begin() { open += 1 }
  mutating func end() { open = max(0, open - 1) }

  mutating func processEnded() {
    open = 0
    isWarned = false
  }

  /// Whether a task keeps the process running.
  func isHolding(at now: Instant) -> Bool { open > 0 && now < expiry }

  /// The time begins anew.
  mutating func grant(until end: Instant) {
    expiry = end
    isWarned = false
  }

  /// Whoever is told late has as long as everybody else.
  mutating func warn(_ warning: TimeSpan, at now: Instant) {
    isWarned = true
    expiry = max(expiry, now + warning)
  }
}
