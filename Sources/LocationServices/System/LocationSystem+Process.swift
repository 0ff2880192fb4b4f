package import Core
import World

extension LocationSystem {
  /// The user brings the app to the screen; a process that is not there is started. Nobody opens an app on a locked phone,
  /// so this unlocks it.
  package mutating func enterForeground(_ app: Int, at now: Instant) {
    phone.isLocked = false
    needsDemand = true
    if apps[app].process == .notRunning {
      apps[app].launch.pending = .user
      apps[app].launch.leftBefore = false
      return
    }
    guard apps[app].process != .foreground else { return }
    apps[app].process = .foreground
    apps[app].thaw(until: now)
    apps[app].inUseUntil = nil
    noteUse(app, at: now)
    apps[app].post(.willEnterForeground)
    updateDoze(at: now)
    repaceRequests(of: app, at: now)
    needsDemand = true
    askIfUndecided(app, at: now)
    for manager in apps[app].managers.indices {
      apps[app].managers[manager].autoPause = nil
      apps[app].managers[manager].stationary = nil
      if apps[app].managers[manager].phase == .resting { goOn(app: app, manager: manager, at: now) }
      // In the foreground nothing is deferred: what the chip holds is delivered.
      flush(app: app, manager: manager)
      if apps[app].managers[manager].phase == .paused {
        apps[app].managers[manager].phase = .running
        history.endPause(app: app, manager: manager, .opened, at: now)
        apps[app].post(.resumed(manager: manager))
      }
      if apps[app].managers[manager].phase == .running { apps[app].managers[manager].begunInUse = true }
    }
  }

  /// The user leaves the app.
  package mutating func leaveForeground(_ app: Int, at now: Instant) {
    if apps[app].launch.pending == .user { apps[app].launch.leftBefore = true }
    guard apps[app].process == .foreground else { return }
    apps[app].process = .background
    noteUse(app, at: now)
    apps[app].thaw(until: now)
    apps[app].runsUntil = now + apps[app].definition.platform.suspensionDelay
    apps[app].foregroundService.mayBeginUntil = apps[app].runsUntil
    if apps[app].definition.platform.countsAsInUseAfterLeaving { apps[app].inUseUntil = apps[app].runsUntil }
    // In the foreground tasks have no limit.
    apps[app].grantTaskTime(at: now)
    apps[app].post(.didEnterBackground)
    needsDemand = true
    updateDoze(at: now)
    repaceRequests(of: app, at: now)
    for manager in apps[app].managers.indices where apps[app].managers[manager].phase == .running {
      beginAutoPauseTrial(app: app, manager: manager, at: now)
      beginStationaryTrial(app: app, manager: manager, at: now)
      let configuration = apps[app].managers[manager].configuration
      if configuration.isLive, !configuration.allowsBackground {
        var obstacle = LocationUpdate()
        obstacle.insufficientlyInUse = true
        post(obstacle, to: manager, of: app)
      }
    }
  }

  /// The process is killed: sessions, timers and deferrals are gone; what is registered with the system stays registered.
  ///
  /// - Parameter byUser: removed from the app switcher, rather than ended by the system for want of memory.
  package mutating func terminate(_ app: Int, byUser: Bool = false, at now: Instant) {
    let wasInUse = apps[app].process == .foreground || apps[app].foregroundService.isOn
    for manager in apps[app].managers.indices {
      history.endPause(app: app, manager: manager, .stopped, at: now)
    }
    apps[app].processEnded(byUser: byUser)
    removeCallbacks(of: app)
    if wasInUse { noteUse(app, at: now) }
    scans.processEnded(app)
    outbox.ofApps.processEnded(app)
    positionSearches.end(app, found: false, at: now)
    inform(.processEnded(app: app, byUser: byUser), at: now)
    // A user who is on the way sends the next update at once.
    if apps[app].live.resumes, !seemsStill { wake(app, at: now) }
    timers.cancelAll(of: app)
    needsDemand = true
    updateDoze(at: now)
    useEnded(app, at: now)
  }

  mutating func beginAutoPauseTrial(app: Int, manager: Int, at now: Instant) {
    let configuration = apps[app].managers[manager].configuration
    // Areas of kilometres say nothing about whether the user moves.
    guard configuration.pausesAutomatically, apps[app].process == .background, !apps[app].isReduced(manager) else {
      apps[app].managers[manager].autoPause = nil
      return
    }
    apps[app].managers[manager].autoPause = AutoPauseMonitor(
      activityType: configuration.activityType, motion: movement.motion,
      variation: outcomes.pauseVariation(stretch: movement.stretch),
      seeksFixes: seeksFixes(app: app, manager: manager), at: now)
  }

  /// Whether satellites are looked for on behalf of a session: then it says something when no fix comes.
  private func seeksFixes(app: Int, manager: Int) -> Bool {
    apps[app].managers[manager].sleepsUntil == nil
      && attainable(apps[app].managers[manager].configuration.desiredAccuracy, app: app).wantsGNSS
  }

  mutating func updateSeeking(app: Int, manager: Int, at now: Instant) {
    let seeks = seeksFixes(app: app, manager: manager)
    apps[app].managers[manager].autoPause?.seekingChanged(to: seeks, at: now)
  }

  /// The phone restarts: every process ends, and until it is unlocked for the first time none is started.
  package mutating func reboot(at now: Instant) {
    phone.isLocked = true
    for app in apps.indices { terminate(app, at: now) }
  }

  /// The phone is unlocked for the first time after a restart: services may start apps again.
  package mutating func unlock(at now: Instant) {
    guard phone.isLocked else { return }
    phone.isLocked = false
    needsDemand = true
    // What happened in the meantime is looked into now.
    hintOfMovement()
    if !seemsStill { resumeLiveUpdates(at: now) }
    hintForRegions(.servingCell)
  }

  /// Whether a location service may start or resume this app in the background.
  ///
  /// Not before the first unlock after a restart, and not where the system version leaves an app alone that the user has
  /// removed from the switcher. Authorization is the services' own affair.
  func mayBeWoken(_ app: Int) -> Bool {
    apps[app].mayBeWoken(isLocked: phone.isLocked)
  }

  /// A location service has an event for the app: a suspended process runs again, one that is not there is started, and
  /// either has about ten seconds (2011 and 2012 sessions). Post the event's callback afterwards.
  ///
  /// - Returns: `false` when it cannot be woken, and the event is not for it.
  @discardableResult
  mutating func wake(_ app: Int, at now: Instant) -> Bool {
    guard mayBeWoken(app) else { return false }
    resume(app, reason: .location, at: now)
    apps[app].run(allowsService: true, at: now)
    return true
  }

  mutating func resume(_ app: Int, reason: LaunchReason, at now: Instant) {
    switch apps[app].process {
    case .notRunning: apps[app].launch.pending = apps[app].launch.pending ?? reason
    case .suspended:
      apps[app].process = .background
      apps[app].grantTaskTime(at: now)
      needsDemand = true
    case .background, .foreground: break
    }
  }

  mutating func scheduleBackgroundRefresh(_ app: Int, after delay: TimeSpan, at now: Instant) {
    guard has(.backgroundAppRefresh, app: app) else { return }
    inform(.command(BackgroundRefreshes.Command.request(after: delay), app: app), at: now)
  }

  /// The day's script grants a background app refresh.
  package mutating func backgroundRefresh(_ app: Int, at now: Instant) {
    inform(.command(BackgroundRefreshes.Command.grant, app: app), at: now)
  }

  /// Background app refresh: the app gets half a minute. An app that the user has removed from the switcher gets none, nor
  /// does any before the first unlock.
  mutating func grantRefresh(_ app: Int, at now: Instant) {
    guard apps[app].definition.platform.offers(.backgroundAppRefresh), apps[app].process != .foreground,
      !apps[app].launch.wasForceQuit, !phone.isLocked
    else { return }
    resume(app, reason: .backgroundRefresh, at: now)
    apps[app].run(for: apps[app].definition.platform.backgroundRefreshWindow, at: now)
    apps[app].post(.backgroundRefresh)
  }

  /// When `serviceTimerFired` should be called, or `never`.
  ///
  /// A fix postpones an auto-pause, and a timer armed at an older deadline fires early and is armed again; but it may also
  /// be the one that bears a pause out.
  package func serviceDeadline(at now: Instant) -> Instant {
    var deadline = Instant.never
    // Asked after every event: states are read in place, not copied.
    for app in apps.indices where apps[app].process.isRunning {
      if let end = apps[app].busyUntil { deadline = min(deadline, end) }
      if apps[app].process == .background {
        // Another event of the very instant may have come first: what has run out by now is due now.
        if !apps[app].keepsRunning(at: now) { deadline = now }
        if apps[app].runsUntil > now { deadline = min(deadline, apps[app].runsUntil) }
        deadline = min(deadline, apps[app].freezer.due)
        if isWorking(app, at: now) { deadline = min(deadline, apps[app].worksUntil) }
        if let end = apps[app].inUseUntil { deadline = min(deadline, end) }
        if apps[app].tasks.isHolding(at: now) {
          deadline = min(deadline, apps[app].tasks.expiry, apps[app].expiryWarningDue)
        }
      }
      for manager in apps[app].managers.indices {
        deadline = min(deadline, apps[app].managers[manager].serviceDeadline)
      }
    }
    if fused.areAny { for app in apps.indices { deadline = min(deadline, fusedDeadline(of: app)) } }
    if let rest { deadline = min(deadline, rest.deadline) }
    return max(min(deadline, prompts.deadline, pair.deadline), now)
  }

  /// Does what is due: sleeping technologies wake, deferrals expire, sessions are paused, processes suspended.
  package mutating func serviceTimerFired(at now: Instant) {
    decideAuthorizations(at: now)
    endWatchRequests(at: now)
    if rest != nil {
      restTimerFired(at: now)
      fusedTimerFired(at: now)
    }
    for app in apps.indices where apps[app].process.isRunning {
      if let end = apps[app].inUseUntil, end <= now {
        apps[app].inUseUntil = nil
        needsDemand = true
        if !apps[app].isInUse { useEnded(app, at: now) }
      }
      if let end = apps[app].busyUntil, end <= now { apps[app].busyUntil = nil }
      if apps[app].freezer.due <= now, isWorking(app, at: now) { apps[app].thaw(until: apps[app].worksUntil) }
      apps[app].freezer.freezeIfDue(at: now)
      if apps[app].expiryWarningDue <= now { apps[app].warnOfExpiry(at: now) }
      for manager in apps[app].managers.indices {
        if let end = apps[app].managers[manager].sleepsUntil, end <= now {
          apps[app].managers[manager].sleepsUntil = nil
          updateSeeking(app: app, manager: manager, at: now)
          needsDemand = true
        }
        if let request = apps[app].managers[manager].oneShot, request.deadline <= now {
          finishOneShot(app, manager, request.best)
        }
        if let deferral = apps[app].managers[manager].deferral, deferral.expiry <= now {
          finishDeferral(app: app, manager: manager, error: nil)
        }
        if apps[app].managers[manager].phase == .running, let trial = apps[app].managers[manager].autoPause,
          trial.deadline <= now
        {
          pause(app: app, manager: manager, at: now)
        }
        if apps[app].managers[manager].phase == .running, let trial = apps[app].managers[manager].stationary,
          trial.deadline <= now
        {
          rest(app: app, manager: manager, at: now)
        }
      }
    }
    suspendIdleApps(at: now)
  }

  private mutating func pause(app: Int, manager: Int, at now: Instant) {
    finishDeferral(app: app, manager: manager, error: .deferredCanceled)
    apps[app].restSession(manager, .paused, at: now)
    history.pause(app: app, manager: manager, at: now)
    apps[app].managers[manager].autoPause = nil
    apps[app].post(.paused(manager: manager))
    needsDemand = true
  }

  /// Suspends background apps that nothing keeps running. One that has let the time for its background tasks run out
  /// without ending them is terminated (Apple's reference of `beginBackgroundTask(expirationHandler:)`).
  package mutating func suspendIdleApps(at now: Instant) {
    for app in apps.indices where apps[app].process == .background && !apps[app].keepsRunning(at: now) {
      if apps[app].tasks.open > 0 {
        // What kept it running may have hidden that the time was over: nobody is terminated unwarned.
        guard apps[app].tasks.isWarned else {
          apps[app].warnOfExpiry(at: now)
          continue
        }
        terminate(app, at: now)
        outbox.ofSystem.overruns.append(app)
        continue
      }
      apps[app].process = .suspended
      apps[app].inUseUntil = nil
      // Code that was at work is not waited for: it stands still with its process.
      apps[app].busyUntil = nil
      needsDemand = true
      if !apps[app].isInUse { useEnded(app, at: now) }
    }
  }

  // MARK: App timers

  /// When the next timer of an app is due, or `never`.
  package var appTimerDeadline: Instant { min(timers.next, services.deadline) }

  /// A timer of an app is due. It wakes the processor only for a process that is not suspended.
  package mutating func appTimerFired(at now: Instant) {
    if services.deadline <= now { perform(services.timersFired(in: context(at: now)), at: now) }
    while let timer = timers.takeDue(through: now) {
      if timer.identifier == AppTimer.geofences {
        geofencesDue(timer.app, at: now)
        continue
      }
      if timer.kind == .alarm, isDozing {
        timers.hold(timer)
      } else if timer.kind != .timer, let later = alarmWaits(timer, at: now) {
        timers.start(timer, at: later)
      } else {
        goOff(timer, at: now)
      }
    }
  }

  /// The processor has woken or is suspended.
  ///
  /// - Returns: whether a timer of an app is due at another time now.
  package mutating func processorChanged(isAwake: Bool, at now: Instant) -> Bool {
    timers.processorChanged(isAwake: isAwake, at: now)
  }

  /// A timer's callback is posted. An alarm wakes a frozen app, which may begin a foreground service then.
  mutating func goOff(_ timer: AppTimer, at now: Instant) {
    timers.wentOff(timer)
    if timer.kind != .timer {
      apps[timer.app].thaw(until: now)
      apps[timer.app].foregroundService.mayBeginUntil = now + apps[timer.app].definition.platform.locationEventWindow
    }
    apps[timer.app].post(.timer(timer.identifier), waking: apps[timer.app].process.isRunning)
  }
}
