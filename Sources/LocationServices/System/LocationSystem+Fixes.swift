package import Core
package import World

extension LocationSystem {
  /// A position was determined. Every running session sees it, whoever asked for it.
  ///
  /// - Returns: whether plain sessions alone saw it: then nothing follows but what waits for an app, a new demand, or a
  ///   deadline that has moved.
  @discardableResult
  package mutating func ingest(_ location: Location, fromGNSS: Bool, at now: Instant) -> Bool {
    var isPlain = !pair.servesWatch && !fused.areAny
    if pair.servesWatch {
      noteForWatch(location, at: now)
      pair.keep(location, fromGNSS: fromGNSS)
    }
    movement.lastPosition = location
    if fromGNSS { movement.hasSatelliteFix = true }
    if fused.areAny { ingestForRequests(location, fromGNSS: fromGNSS, at: now) }
    for app in apps.indices where apps[app].process.isRunning && apps[app].may(.standardUpdates) {
      for manager in apps[app].managers.indices where !apps[app].isReduced(manager) {
        if apps[app].managers[manager].phase == .running {
          ingest(location, fromGNSS: fromGNSS, app: app, manager: manager, at: now)
        } else if apps[app].managers[manager].oneShot != nil {
          noteOneShot(location, app: app, manager: manager, at: now)
          isPlain = false
        }
      }
    }
    return isPlain
  }

  /// The GNSS chip keeps a fix while the processor sleeps: it is for the sessions that defer, and nobody else knows of it.
  ///
  /// - Returns: as `ingest`.
  @discardableResult
  package mutating func keepOnChip(_ location: Location, at now: Instant) -> Bool {
    if fused.areAny { ingestForRequests(location, fromGNSS: true, onChip: true, at: now) }
    for app in apps.indices where apps[app].process == .background && apps[app].may(.standardUpdates) {
      for manager in apps[app].managers.indices
      where apps[app].managers[manager].isDeferring && apps[app].managers[manager].phase == .running
        && !apps[app].isReduced(manager)
      {
        ingest(location, fromGNSS: true, app: app, manager: manager, at: now)
      }
    }
    return !fused.areAny
  }

  private mutating func ingest(
    _ location: Location, fromGNSS: Bool, app: Int, manager: Int, at now: Instant
  ) {
    if apps[app].managers[manager].noteForPause(location, at: now) { hasMovedDeadline = true }
    guard apps[app].managers[manager].sleepsUntil == nil else { return }
    if apps[app].managers[manager].isDeferring, apps[app].process == .background {
      if fromGNSS { hold(location, app: app, manager: manager) }
      return
    }
    let last = apps[app].managers[manager].lastDelivered
    let passes = apps[app].managers[manager].admits(location, fromGNSS: fromGNSS, isStill: movement.motion.isStill)
    if passes { apps[app].post(.location(manager: manager, location)) }
    if apps[app].managers[manager].sleep(
      after: location, last: last, passes: passes, motion: movement.motion, at: now)
    {
      needsDemand = true
    }
  }

  private mutating func hold(_ location: Location, app: Int, manager: Int) {
    guard let outcome = apps[app].managers[manager].deferral?.hold(location, capacity: chipCapacity) else { return }
    switch outcome {
    case .holding: break
    case .bufferFull: flush(app: app, manager: manager)
    case .limitReached: finishDeferral(app: app, manager: manager, error: nil)
    }
  }

  /// Delivers what the chip holds; the deferral goes on.
  mutating func flush(app: Int, manager: Int) {
    guard let held = apps[app].managers[manager].deferral?.drain(), let newest = held.last else { return }
    // From now on the system knows it.
    movement.learn(newest)
    apps[app].managers[manager].lastDelivered = newest
    apps[app].post(.locations(manager: manager, held))
  }

  /// Ends a deferral: what is held is delivered, then the one finish callback.
  mutating func finishDeferral(app: Int, manager: Int, error: LocationError?) {
    guard apps[app].managers[manager].isDeferring else { return }
    flush(app: app, manager: manager)
    apps[app].managers[manager].deferral = nil
    history.deferralFailed(error)
    apps[app].post(.deferredFinished(manager: manager, error))
    needsDemand = true
  }

  /// GNSS has lost the sky, or an attempt to acquire it has failed: deferral cannot go on.
  package mutating func gnssUnavailable(at now: Instant) {
    movement.hasSatelliteFix = false
    for app in apps.indices where apps[app].process.isRunning {
      for manager in apps[app].managers.indices {
        finishDeferral(app: app, manager: manager, error: .deferredFailed)
        guard apps[app].managers[manager].configuration.isLive, apps[app].managers[manager].phase == .running else {
          continue
        }
        var obstacle = LocationUpdate()
        obstacle.locationUnavailable = true
        post(obstacle, to: manager, of: app)
      }
    }
  }

  /// The motion sensors report another way of moving.
  package mutating func motionChanged(to motion: MotionClass, at now: Instant) {
    movement.change(to: motion, at: now)
    inform(.motion(motion, stretch: movement.stretch), at: now)
    if rest != nil {
      updateDoze(at: now)
      repaceAllRequests(at: now)
    }
    if !motion.isStill { reduced.moved() }
    for app in apps.indices {
      for manager in apps[app].managers.indices {
        apps[app].managers[manager].motionChanged(to: motion, at: now)
      }
    }
  }
}
