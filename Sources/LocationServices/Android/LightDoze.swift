package import Core

/// Android's lighter doze: a phone that is dark and unplugged, carried or not, cuts apps off the network but for short windows.
///
/// From: developer.android.com, "Optimize for Doze and App Standby" (since Android 7). The times are the platform's defaults
/// (AOSP, `DeviceIdleController`): idle for 5, 10, then 15 min at a time, with windows of 1 to 5 min, here 1. Positions and
/// alarms go on, and apps with a foreground service keep the network.
package struct LightDoze: Sendable {
  static let firstIdle = TimeSpan.minutes(5)
  static let longestIdle = TimeSpan.minutes(15)
  static let window = TimeSpan.minutes(1)

  private enum Phase { case active, waiting, idle, window }

  private let after: TimeSpan
  private var phase = Phase.active
  private var nextIdle = LightDoze.firstIdle
  /// When the phase ends by itself, or `never`.
  package private(set) var deadline = Instant.never

  /// - Parameter after: how long the phone has to be dark and unplugged.
  package init(after: TimeSpan) { self.after = after }

  /// Apps have no network.
  package var isIdle: Bool { phase == .idle }

  /// - Parameter isOverridden: Doze itself has begun.
  package mutating func update(isInteractive: Bool, isCharging: Bool, isOverridden: Bool, at now: Instant) {
    guard !isInteractive, !isCharging, !isOverridden else {
      phase = .active
      deadline = .never
      return
    }
    guard phase == .active else { return }
    phase = .waiting
    nextIdle = Self.firstIdle
    deadline = now + after
  }

  /// A phase may be over.
  package mutating func timerFired(at now: Instant) {
    guard deadline <= now else { return }
    switch phase {
    case .active: deadline = .never
    case .waiting, .window:
      phase = .idle
      deadline = now + nextIdle
      nextIdle = min(nextIdle * 2, Self.longestIdle)
    case .idle:
      phase = .window
      deadline = now + Self.window
    }
  }
}
