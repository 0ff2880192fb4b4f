import Core

/// Android: a process behind the screen gets no processor some time after its last work, until something brings it back.
struct AppFreezer {
  private(set) var isFrozen = false
  /// When it is frozen, or `never`.
  private(set) var due = Instant.never

  /// Something needs the process: it runs again.
  ///
  /// - Parameter next: when it is frozen after that.
  mutating func thaw(until next: Instant = .never) {
    isFrozen = false
    due = next
  }

  mutating func freezeIfDue(at now: Instant) {
    guard due <= now else { return }
    isFrozen = true
    due = .never
  }
}
