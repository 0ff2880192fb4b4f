import Core

struct AppTimer {
  enum Kind {
    case timer
    /// Android: `AlarmManager.setExact`, which waits while the phone dozes.
    case alarm
    /// Android: `setExactAndAllowWhileIdle`, which goes off then at a limited rate.
    case idleAlarm
  }

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

/// The timers of all apps, and the alarms that wait for the end of Doze or for their ration.
struct AppTimerService: OwnedService {
  enum Command: ServiceCommand {
    case start(Int, after: TimeSpan)
    case startAlarm(Int, AppTimer.Kind, after: TimeSpan)
    case cancel(Int)
  }

  private typealias Token = SlotQueue<AppTimer>.Token

  private var queue = SlotQueue<AppTimer>()
  /// Android's timers, which go by the clock of the processor.
  private var handlers = SlotQueue<AppTimer>()
  private var uptime = UptimeClock()
  private var tokens: [[Int: (token: Token, isHandler: Bool)]]
  /// Alarms that wait for the end of Doze.
  private var held: [AppTimer] = []
  private var standby: [StandbyAlarms]

  init(apps: Int) {
    tokens = Array(repeating: [:], count: apps)
    standby = Array(repeating: StandbyAlarms(), count: apps)
  }

  /// When the next is due, or `never`.
  var next: Instant { min(queue.next, uptime.instant(of: handlers.next)) }

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    switch command {
    case .start(let identifier, let delay):
      let timer = AppTimer(app: app, identifier: identifier)
      // Android's stand still while the processor is suspended.
      if context.isAndroid {
        tokens[app][identifier] = (handlers.schedule(timer, at: uptime.reading(at: context.now) + delay), true)
      } else {
        start(timer, at: context.now + delay)
      }
    case .startAlarm(let identifier, let kind, let delay):
      start(AppTimer(app: app, identifier: identifier, kind: kind), at: context.now + delay)
    case .cancel(let identifier): tokens[app].removeValue(forKey: identifier).map { cancel($0) }
    }
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
    case .processEnded(let app, _):
      for token in tokens[app].values { cancel(token) }
      tokens[app].removeAll()
    case .use(let app, _): standby[app].lastUse = context.now
    case .powerChanged where !context.isDozing:
      // Alarms that were not taken back go off.
      for alarm in held where tokens[alarm.app][alarm.identifier] != nil { goOff(alarm, context, &effects) }
      held.removeAll()
    default: break
    }
  }

  /// The processor has woken or is suspended.
  ///
  /// - Returns: whether a timer is due at another time now.
  mutating func processorChanged(isAwake: Bool, at now: Instant) -> Bool {
    uptime.set(isRunning: isAwake, at: now) && !handlers.isEmpty
  }

  /// Timers are due. They wake the processor only for a process that is not suspended.
  mutating func fire(in context: borrowing Context, _ effects: inout Effects) {
    while let timer = pop(through: context.now) {
      if timer.kind == .alarm, context.isDozing {
        held.append(timer)
      } else if timer.kind != .timer, let later = wait(of: timer, context) {
        start(timer, at: later)
      } else {
        goOff(timer, context, &effects)
      }
    }
  }

  private mutating func pop(through now: Instant) -> AppTimer? {
    if uptime.instant(of: handlers.next) < queue.next { return handlers.pop(through: uptime.reading(at: now))?.payload }
    return queue.pop(through: now)?.payload
  }

  private mutating func start(_ timer: AppTimer, at due: Instant) {
    tokens[timer.app][timer.identifier] = (queue.schedule(timer, at: due), false)
  }

  private mutating func cancel(_ token: (token: Token, isHandler: Bool)) {
    _ = token.isHandler ? handlers.cancel(token.token) : queue.cancel(token.token)
  }

  /// When an alarm that is due now may go off by its app's ration; `nil` for at once. An alarm that may counts.
  private mutating func wait(of alarm: AppTimer, _ context: borrowing Context) -> Instant? {
    let platform = context.platform(alarm.app)
    if context.isDozing, alarm.kind == .idleAlarm {
      return standby[alarm.app].waitWhileIdle(on: platform, at: context.now)
    }
    guard platform.hasStandbyBuckets, !context.conditions.contains(.charging), !context.processes[alarm.app].isShown
    else { return nil }
    return standby[alarm.app].wait(on: platform, at: context.now)
  }

  private mutating func goOff(_ timer: AppTimer, _ context: borrowing Context, _ effects: inout Effects) {
    // It cannot be cancelled any more.
    tokens[timer.app][timer.identifier] = nil
    if timer.kind != .timer { effects.append(.alarm(app: timer.app)) }
    effects.append(.post(app: timer.app, .timer(timer.identifier), waking: context.isRunning(timer.app)))
  }
}
