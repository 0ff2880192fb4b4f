import Core

extension LocationSystem {
  mutating func changeBackgroundActivity(_ app: Int, by change: Int) {
    guard has(.backgroundActivitySession, app: app) else { return }
    // Only an app that is in use, or that takes up what it had, can say that it goes on being so.
    guard change < 0 || apps[app].isInUse || apps[app].live.resumes else { return }
    apps[app].live.changeActivity(by: change)
    apps[app].refreshLiveUpdates()
    needsDemand = true
  }

  mutating func changeServiceSessions(_ app: Int, by change: Int, at now: Instant) {
    guard has(.serviceSession, app: app) else { return }
    apps[app].live.changeService(by: change)
    guard change > 0 else { return }
    for manager in apps[app].managers.indices where apps[app].managers[manager].awaitsServiceSession {
      apps[app].managers[manager].awaitsServiceSession = false
      startUpdating(app, manager, at: now)
    }
  }

  /// Whether live updates may be begun; otherwise the app is told why, as far as its system version says so.
  mutating func mayBeginLive(_ app: Int, _ manager: Int, isUndetermined: Bool) -> Bool {
    let definition = apps[app].definition
    guard has(.liveUpdates, app: app) else { return false }
    var obstacle = LocationUpdate()
    if !isUndetermined, !apps[app].authorization.isAllowed {
      obstacle.authorizationDenied = true
    } else if definition.requiresServiceSession, definition.platform.offers(.serviceSession),
      apps[app].live.service == 0
    {
      obstacle.serviceSessionRequired = true
      apps[app].managers[manager].awaitsServiceSession = true
    } else if !isUndetermined, !apps[app].may(.standardUpdates), !apps[app].live.resumes {
      // A relaunched app takes up what it had begun on the screen.
      obstacle.insufficientlyInUse = true
    } else {
      return true
    }
    post(obstacle, to: manager, of: app)
    return false
  }

  /// Tells a live stream what stands in its way; iOS 17 says nothing.
  mutating func post(_ obstacle: LocationUpdate, to manager: Int, of app: Int) {
    guard apps[app].definition.platform.version >= SystemVersion(18) else { return }
    apps[app].post(.live(manager: manager, obstacle))
  }

  mutating func beginStationaryTrial(app: Int, manager: Int, at now: Instant) {
    let configuration = apps[app].managers[manager].configuration
    // A phone on whose screen the app is lies in a hand: the stationary state is hardly ever seen there (sources C1).
    if configuration.isLive {
      inform(.command(ActivityRecognition.Command.start, app: ActivityRecognition.system), at: now)
    }
    guard configuration.isLive, apps[app].process == .background else {
      apps[app].managers[manager].stationary = nil
      return
    }
    apps[app].managers[manager].stationary = StationaryMonitor(
      seemsStill: seemsStill, variation: outcomes.pauseVariation(stretch: movement.stretch), at: now)
  }

  /// The user stays: one last update says so, and technologies rest. The app may be suspended.
  mutating func rest(app: Int, manager: Int, at now: Instant) {
    apps[app].restSession(manager, .resting, at: now)
    apps[app].managers[manager].stationary = nil
    var update = LocationUpdate(location: apps[app].managers[manager].lastDelivered)
    update.isStationary = true
    apps[app].post(.live(manager: manager, update))
    needsDemand = true
  }

  /// Whether the motion sensors, as far as the system listens to them, report that the user is still.
  var seemsStill: Bool { (services.activity.current?.activity ?? DetectedActivity(movement.motion)) == .still }

  /// The motion sensors report another activity.
  mutating func activityRecognized(_ activity: DetectedActivity, at now: Instant) {
    for app in apps.indices {
      for manager in apps[app].managers.indices {
        apps[app].managers[manager].stationary?.activityChanged(seemsStill: activity == .still, at: now)
      }
    }
    hasMovedDeadline = true
    if activity != .still { resumeLiveUpdates(at: now) }
  }

  /// The user moves: resting streams go on by themselves, and a process that the system had ended is started for them.
  mutating func resumeLiveUpdates(at now: Instant) {
    for app in apps.indices {
      if apps[app].process == .notRunning, apps[app].live.resumes { wake(app, at: now) }
      for manager in apps[app].managers.indices where apps[app].managers[manager].phase == .resting {
        goOn(app: app, manager: manager, at: now)
      }
    }
  }

  mutating func goOn(app: Int, manager: Int, at now: Instant) {
    guard apps[app].process != .suspended || wake(app, at: now) else { return }
    apps[app].managers[manager].phase = .running
    apps[app].managers[manager].lastDelivered = nil
    beginStationaryTrial(app: app, manager: manager, at: now)
    needsDemand = true
  }
}
