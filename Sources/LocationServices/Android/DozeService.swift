package import Core
import World

/// How an Android phone rests that nobody uses: Doze and its lighter kind, and whose network that may have changed.
struct DozeService: OwnedService {
  private let isAndroid: Bool
  private var doze = Doze()
  /// Since Android 7.
  private var light: LightDoze?

  /// - Parameter lightAfter: how long a phone has to be dark and unplugged for the lighter kind; `nil` for none.
  init(isAndroid: Bool, lightAfter: TimeSpan?) {
    self.isAndroid = isAndroid
    light = lightAfter.map { LightDoze(after: $0) }
  }

  /// Apps behind the screen have no network.
  var cutsNetwork: Bool { doze.isDozing || isLightlyIdle }
  /// By the lighter kind.
  private var isLightlyIdle: Bool { light?.isIdle == true }
  /// When a phase ends by itself, or `never`.
  var deadline: Instant { isAndroid ? min(doze.deadline, light?.deadline ?? .never) : .never }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
    case .condition(.charging, let isOn): update(isCharging: isOn, context, &effects)
    case .screen, .motion, .foreground, .processBegun, .processEnded:
      update(isCharging: context.conditions.contains(.charging), context, &effects)
    default: break
    }
  }

  /// What the phone is doing has changed.
  private mutating func update(isCharging: Bool, _ context: borrowing Context, _ effects: inout Effects) {
    guard isAndroid else { return }
    let (old, isInteractive) = (self, context.isInteractive)
    doze.update(
      isStill: context.movement.motion.isStill, isInteractive: isInteractive, isCharging: isCharging, at: context.now)
    updateLight(isInteractive: isInteractive, isCharging: isCharging, at: context.now)
    if doze.isDozing != old.doze.isDozing { effects.append(.dozing(doze.isDozing)) }
    tell(ifDifferentFrom: old, &effects)
    if context.conditions.contains(.lowPower), isInteractive != old.doze.isInteractive {
      effects.append(.networkRightsChanged)
      effects.append(.demandChanged)
      effects.append(.inform(.powerChanged))
    }
  }

  /// Doze takes the lighter one's place, its windows too (AOSP, `LIGHT_STATE_OVERRIDE`).
  private mutating func updateLight(isInteractive: Bool, isCharging: Bool, at now: Instant) {
    light?.update(isInteractive: isInteractive, isCharging: isCharging, isOverridden: doze.hasBegun, at: now)
  }

  /// A phase may be over.
  mutating func timerFired(in context: borrowing Context, _ effects: inout Effects) {
    guard isAndroid else { return }
    let old = self
    if doze.deadline <= context.now {
      doze.timerFired(at: context.now)
      effects.append(.dozing(doze.isDozing))
      updateLight(
        isInteractive: context.isInteractive, isCharging: context.conditions.contains(.charging), at: context.now)
    }
    light?.timerFired(at: context.now)
    tell(ifDifferentFrom: old, &effects)
  }

  private func tell(ifDifferentFrom old: DozeService, _ effects: inout Effects) {
    if isLightlyIdle != old.isLightlyIdle { effects.append(.networkRightsChanged) }
    if cutsNetwork != old.cutsNetwork { effects.append(.inform(.doze(isOn: cutsNetwork))) }
  }
}

/// Doze: a phone that lies still, dark and unplugged stops looking for positions, but for short maintenance windows.
///
/// From: developer.android.com, "Optimize for Doze and App Standby" (since Android 6: no scans, no network, alarms wait);
/// the times are the platform's defaults (AOSP, `DeviceIdleController`): inactive after 30 min, idle after 30 more, a window
/// of 5 min after an hour, then of 10 min after 2, 4 and each 6 h; after a movement it takes 10 min to be inactive again.
/// Measured Nexus 6 (MobilityNet, stationary runs) fall silent after 62 to 64 min and look again some 5 and 10 min, near
/// hours 2, 4 and 8: the sensing of motion before the first idle time, up to 4.5 min by those defaults, is taken as 3 min.
///
/// This is what Android 6 does to polls and balanced requests, as measured. Since Android 11 a young position is told again
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
