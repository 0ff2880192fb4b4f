import EventKernel
import Quantities

/// A timer of an app's own.
struct AppTimer {
  /// Stands for a look at the app's geofences; the apps' own identifiers are positive.
  static let geofences = -4

  let app: Int
  let identifier: Int
  /// It is an alarm of Android's.
  var waitsInDoze = false
}

/// The timers of all apps, and the alarms that wait for the end of Doze.
struct AppTimers {
  private var queue = SlotQueue<AppTimer>()
  private var tokens: [[Int: SlotQueue<AppTimer>.Token]]
  private var held: [AppTimer] = []

  init(apps: Int) { tokens = Array(repeating: [:], count: apps) }

  /// When the next is due, or `never`.
  var next: Instant { queue.next }

  mutating func start(_ timer: AppTimer, at due: Instant) {
    tokens[timer.app][timer.identifier] = queue.schedule(timer, at: due)
  }

  mutating func lookAtGeofences(of app: Int, at due: Instant) {
    _ = queue.schedule(AppTimer(app: app, identifier: AppTimer.geofences), at: due)
  }

  mutating func cancel(_ identifier: Int, of app: Int) {
    if let token = tokens[app].removeValue(forKey: identifier) { queue.cancel(token) }
  }

  mutating func cancelAll(of app: Int) {
    for token in tokens[app].values { queue.cancel(token) }
    tokens[app].removeAll()
  }

  mutating func takeDue(through now: Instant) -> AppTimer? { queue.pop(through: now)?.1 }

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
