import Core

/// A timer of an app's own.
struct AppTimer {
  enum Kind {
    /// A timer of the process.
    case timer
    /// Android: `AlarmManager.setExact`, which waits while the phone dozes.
    case alarm
    /// Android: `setExactAndAllowWhileIdle`, which goes off then at a limited rate.
    case idleAlarm
  }

  /// Stands for a look at the app's geofences; the apps' own identifiers are positive.
  static let geofences = -4

  let app: Int
  let identifier: Int
  var kind = Kind.timer
}

/// The time that the processor was awake: what `Handler` and `delay` count on Android (`SystemClock.uptimeMillis`).
private struct UptimeClock {
  private var runsSince: Instant? = .start
  private var stoppedAt = Instant.start

  func reading(at now: Instant) -> Instant { runsSince.map { stoppedAt + (now - $0) } ?? stoppedAt }

  /// When it shows this, or `never` while it stands still.
  func instant(of reading: Instant) -> Instant {
    guard let runsSince, reading < .never else { return .never }
    return runsSince + (reading - stoppedAt)
  }

  /// - Returns: whether it has begun or ceased to run.
  mutating func set(isRunning: Bool, at now: Instant) -> Bool {
    guard isRunning != (runsSince != nil) else { return false }
    stoppedAt = reading(at: now)
    runsSince = isRunning ? now : nil
    return true
  }
}

/// The timers of all apps, and the alarms that wait for the end of Doze.
struct AppTimers {
  private typealias Token = SlotQueue<AppTimer>.Token

  private var queue = SlotQueue<AppTimer>()
  /// Android's timers, which go by the clock of the processor.
  private var handlers = SlotQueue<AppTimer>()
  private var uptime = UptimeClock()
  private var tokens: [[Int: (token: Token, isHandler: Bool)]]
  private var held: [AppTimer] = []

  init(apps: Int) { tokens = Array(repeating: [:], count: apps) }

  /// When the next is due, or `never`.
  var next: Instant { min(queue.next, uptime.instant(of: handlers.next)) }

  mutating func start(_ timer: AppTimer, at due: Instant) {
    tokens[timer.app][timer.identifier] = (queue.schedule(timer, at: due), false)
  }

  /// Starts a timer that stands still while the processor is suspended.
  mutating func startHandler(_ timer: AppTimer, after delay: TimeSpan, at now: Instant) {
    tokens[timer.app][timer.identifier] = (handlers.schedule(timer, at: uptime.reading(at: now) + delay), true)
  }

  /// The processor has woken or is suspended.
  ///
  /// - Returns: whether a timer is due at another time now.
  mutating func processorChanged(isAwake: Bool, at now: Instant) -> Bool {
    uptime.set(isRunning: isAwake, at: now) && !handlers.isEmpty
  }

  mutating func lookAtGeofences(of app: Int, at due: Instant) {
    _ = queue.schedule(AppTimer(app: app, identifier: AppTimer.geofences), at: due)
  }

  mutating func cancel(_ identifier: Int, of app: Int) {
    tokens[app].removeValue(forKey: identifier).map { cancel($0) }
  }

  mutating func cancelAll(of app: Int) {
    for token in tokens[app].values { cancel(token) }
    tokens[app].removeAll()
  }

  private mutating func cancel(_ token: (token: Token, isHandler: Bool)) {
    _ = token.isHandler ? handlers.cancel(token.token) : queue.cancel(token.token)
  }

  mutating func takeDue(through now: Instant) -> AppTimer? {
    if uptime.instant(of: handlers.next) < queue.next { return handlers.pop(through: uptime.reading(at: now))?.payload }
    return queue.pop(through: now)?.payload
  }

  /// It cannot be cancelled any more.
  mutating func wentOff(_ timer: AppTimer) { tokens[timer.app][timer.identifier] = nil }

  /// An alarm is due while the phone dozes: it waits.
  mutating func hold(_ alarm: AppTimer) { held.append(alarm) }

  /// The phone no longer dozes: the alarms that were not taken back.
  mutating func takeHeld() -> [AppTimer] {
    defer { held.removeAll() }
    return held.filter { tokens[$0.app][$0.identifier] != nil }
  }
}
