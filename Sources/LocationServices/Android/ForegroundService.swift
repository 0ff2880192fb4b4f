import Core

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
