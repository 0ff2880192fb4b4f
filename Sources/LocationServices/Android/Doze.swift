package import Core

/// How an Android phone rests that nobody uses: Doze and its lighter kind, and whose network that may have changed.
struct PhoneRest {
  private(set) var doze = Doze()
  /// Since Android 7.
  private var light: LightDoze?
  /// The charger is connected.
  var isCharging = false

  /// - Parameter lightAfter: how long a phone has to be dark and unplugged for the lighter kind; `nil` for none.
  init(lightAfter: TimeSpan?) { light = lightAfter.map { LightDoze(after: $0) } }

  var isDozing: Bool { doze.isDozing }
  /// By the lighter kind apps behind the screen have no network.
  var isLightlyIdle: Bool { light?.isIdle == true }
  /// Apps behind the screen have no network.
  var cutsNetwork: Bool { isDozing || isLightlyIdle }
  /// When a phase ends by itself, or `never`.
  var deadline: Instant { min(doze.deadline, light?.deadline ?? .never) }

  /// What the phone is doing has changed.
  mutating func update(isStill: Bool, isInteractive: Bool, at now: Instant) {
    doze.update(isStill: isStill, isInteractive: isInteractive, isCharging: isCharging, at: now)
    updateLight(isInteractive: isInteractive, at: now)
  }

  /// Doze takes the lighter one's place, its windows too (AOSP, `LIGHT_STATE_OVERRIDE`).
  mutating func updateLight(isInteractive: Bool, at now: Instant) {
    light?.update(isInteractive: isInteractive, isCharging: isCharging, isOverridden: doze.hasBegun, at: now)
  }

  /// - Returns: whether a phase of Doze itself is over.
  mutating func dozeTimerFired(at now: Instant) -> Bool {
    guard doze.deadline <= now else { return false }
    doze.timerFired(at: now)
    return true
  }

  mutating func lightTimerFired(at now: Instant) { light?.timerFired(at: now) }
}

/// Doze: a phone that lies still, dark and unplugged stops looking for positions, but for short maintenance windows.
///
/// From: developer.android.com, "Optimize for Doze and App Standby" (since Android 6: no scans, no network, alarms wait);
/// the times are the platform's defaults (AOSP, `DeviceIdleController`): inactive after 30 min, idle after 30 more, a window
/// of 5 min after an hour, then of 10 min after 2, 4 and each 6 h; after a movement it takes 10 min to be inactive again.
/// Measured Nexus 6 (MobilityNet, stationary runs) fall silent after 62 to 64 min and look again some 5 and 10 min, near
/// hours 2, 4 and 8: the sensing of motion before the first idle time, up to 4.5 min by those defaults, is taken as 3 min.
///
/// This is what Android 6 does to polls and balanced requests, as measured. Since Android 11 the last position is told again
/// at the provider's pace, and a later version lets requests for high accuracy go on (`Platform.repeatsWhileDozing`). Transfers
/// and alarms wait (`mayUseNetwork`, `AppHost.setAlarm`); the lighter doze of Android 7 is `LightDoze`.
package struct Doze: Sendable {
  static let inactiveTimeout = TimeSpan.minutes(30)
  static let motionInactiveTimeout = TimeSpan.minutes(10)
  static let idleAfterInactive = TimeSpan.minutes(30)
  static let sensing = TimeSpan.minutes(3)

  private var phases = RestPhases(idle: .hours(1) ... .hours(6), windows: .minutes(5) ... .minutes(10))
  private var hasMoved = false
  private(set) var isInteractive = false

  package init() {}

  /// When the phase ends by itself, or `never`.
  package var deadline: Instant { phases.deadline }
  package var isDozing: Bool { phases.phase == .idle }
  /// It dozes, or is in a window between.
  var hasBegun: Bool { phases.phase == .idle || phases.phase == .window }

  /// What the phone is doing has changed.
  ///
  /// - Parameters:
  ///   - isStill: the motion sensors feel nothing.
  ///   - isInteractive: the screen is on.
  package mutating func update(isStill: Bool, isInteractive: Bool, isCharging: Bool, at now: Instant) {
    self.isInteractive = isInteractive
    guard isStill, !isInteractive, !isCharging else {
      // Picked up while it waited or dozed: it is believed to rest sooner than after a time of use.
      hasMoved = !isStill && !isInteractive && !isCharging
      return phases.stop()
    }
    let inactive = hasMoved ? Self.motionInactiveTimeout : Self.inactiveTimeout
    phases.begin(after: inactive + Self.idleAfterInactive + Self.sensing, at: now)
  }

  /// A phase may be over.
  package mutating func timerFired(at now: Instant) { phases.timerFired(at: now) }
}

/// Idle times and the windows between them, each twice as long as the one before up to a limit.
private struct RestPhases {
  enum Phase { case active, waiting, idle, window }

  let idle: ClosedRange<TimeSpan>
  let windows: ClosedRange<TimeSpan>
  private(set) var phase = Phase.active
  private(set) var deadline = Instant.never
  private var next = (idle: TimeSpan.zero, window: TimeSpan.zero)

  init(idle: ClosedRange<TimeSpan>, windows: ClosedRange<TimeSpan>) { (self.idle, self.windows) = (idle, windows) }

  mutating func stop() { (phase, deadline) = (.active, .never) }

  /// Waits so long before it idles, unless it does already.
  mutating func begin(after delay: TimeSpan, at now: Instant) {
    guard phase == .active else { return }
    (phase, deadline) = (.waiting, now + delay)
    next = (idle.lowerBound, windows.lowerBound)
  }

  mutating func timerFired(at now: Instant) {
    guard deadline <= now else { return }
    switch phase {
    case .active: deadline = .never
    case .waiting, .window:
      (phase, deadline) = (.idle, now + next.idle)
      next.idle = min(next.idle * 2, idle.upperBound)
    case .idle:
      (phase, deadline) = (.window, now + next.window)
      next.window = min(next.window * 2, windows.upperBound)
    }
  }
}

/// Android's lighter doze: a phone that is dark and unplugged, carried or not, cuts apps off the network but for short windows.
///
/// From: developer.android.com, "Optimize for Doze and App Standby" (since Android 7). The times are the platform's defaults
/// (AOSP, `DeviceIdleController`): idle for 5, 10, then 15 min at a time, with windows of 1 to 5 min, here 1. Positions and
/// alarms go on, and apps with a foreground service keep the network.
package struct LightDoze: Sendable {
  private let after: TimeSpan
  private var phases = RestPhases(idle: .minutes(5) ... .minutes(15), windows: .minutes(1) ... .minutes(1))

  /// - Parameter after: how long the phone has to be dark and unplugged.
  package init(after: TimeSpan) { self.after = after }

  /// When the phase ends by itself, or `never`.
  package var deadline: Instant { phases.deadline }
  /// Apps have no network.
  package var isIdle: Bool { phases.phase == .idle }

  /// - Parameter isOverridden: Doze itself has begun.
  package mutating func update(isInteractive: Bool, isCharging: Bool, isOverridden: Bool, at now: Instant) {
    if isInteractive || isCharging || isOverridden { phases.stop() } else { phases.begin(after: after, at: now) }
  }

  /// A phase may be over.
  package mutating func timerFired(at now: Instant) { phases.timerFired(at: now) }
}
