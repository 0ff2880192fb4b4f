import EventKernel
import Quantities

/// Activity recognition: the motion sensors' own processor notices what the user is doing, at next to no cost, and the app
/// is told some time later.
///
/// From: developer.android.com, "Detect when users start an activity" (a transition wakes the app; low-power sensors).
/// How long it takes is not documented: 30 s, an estimate, for any transition.
extension LocationSystem {
  static let activityLatency = TimeSpan.seconds(30)

  mutating func setActivityUpdates(_ isOn: Bool, app: Int, at now: Instant) {
    guard has(.activityRecognition, app: app) else { return }
    apps[app].wantsActivities = isOn
    if isOn { scheduleActivity(app, at: now) }
  }

  /// The motion sensors feel another way of moving.
  mutating func activityChanged(at now: Instant) {
    for app in apps.indices where apps[app].wantsActivities { scheduleActivity(app, at: now) }
  }

  private mutating func scheduleActivity(_ app: Int, at now: Instant) {
    guard !apps[app].awaitsActivity else { return }
    apps[app].awaitsActivity = true
    _ = timers.schedule(AppTimer(app: app, identifier: AppTimer.activity), at: now + Self.activityLatency)
  }

  /// What the user is doing now is told, unless the app knows it.
  mutating func tellActivity(_ app: Int, at now: Instant) {
    apps[app].awaitsActivity = false
    let activity = DetectedActivity(motion)
    // One that has just begun is noticed later.
    let isFresh = motionSince > .start && now < motionSince + Self.activityLatency
    if isFresh { return scheduleActivity(app, at: motionSince) }
    guard apps[app].wantsActivities, apps[app].lastActivity != activity, watches(.activityRecognition, for: app) else {
      return
    }
    apps[app].lastActivity = activity
    notify(app, .activity(activity), at: now)
  }
}
