import Core

/// Where an app's process is in its life.
package enum ProcessState: Sendable, Hashable {
  case notRunning, foreground, background, suspended

  /// Whether the app's code may run.
  package var isRunning: Bool { self == .foreground || self == .background }
}

/// Why a process was started.
public enum LaunchReason: Sendable, Hashable {
  /// The user opened the app.
  case user
  /// A location service had an event for an app that was not running, or on Android a change of activity or a geofence.
  case location
  /// Background app refresh: the system lets the app bring itself up to date (iOS 7).
  case backgroundRefresh
  /// The watch app sent a message.
  case watch
  /// A message of the app's server.
  case push
  /// Android: work that is due (WorkManager).
  case work
}

/// How the processes of one app begin.
struct AppLaunch {
  /// What a process that is not there is to be started for.
  var pending: LaunchReason?
  /// The user removed the app from the switcher and has not opened it since.
  var wasForceQuit = false
  /// The user left again before the launch was done.
  var leftBefore = false
  /// Processes of this app so far.
  private(set) var count = 0

  /// A process begins.
  ///
  /// - Returns: its number.
  mutating func begin() -> Int {
    count += 1
    pending = nil
    return count
  }

  mutating func processEnded() {
    pending = nil
    leftBefore = false
  }
}

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

/// The foreground service of one app: a notification shows that it is at work.
///
/// Since Android 12 it may be begun on the screen, in the seconds after leaving it, and in those after a geofence, a change of
/// activity, an exact alarm or a message of high priority; otherwise the call fails with
/// `ForegroundServiceStartNotAllowedException` (developer.android.com, "Restrictions on starting a foreground service from the
/// background"). Work, messages of normal priority and positions by `PendingIntent` are not on that list.
struct ForegroundService {
  var isOn = false
  /// Begun while the app was in use, or by a version that does not tell the two apart.
  var begunInUse = false
  /// Until when it may be begun behind the screen.
  var mayBeginUntil = Instant.start
  /// The app holds a partial wake lock. Those of cached apps do not count (AOSP, `PowerManagerService`, `no_cached_wake_locks`),
  /// and in Doze those of foreground services do.
  var holdsWakeLock = false

  /// The app keeps the processor awake behind the screen.
  var isAwake: Bool { isOn && holdsWakeLock }
}

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

/// What is known of an app's other half on the paired device.
struct AppCounterpart {
  /// It is in use, where that counts for both (iOS 14).
  var isInUse = false
  /// A message to it would get through.
  var isReachable = false
}
