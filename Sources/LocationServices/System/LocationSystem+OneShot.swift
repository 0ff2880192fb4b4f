import Core
import World

extension LocationSystem {
  /// A position of before counts as a first one if it is younger than this; the same rule as for cell positions.
  static let cachedFor = TimeSpan.seconds(60)

  /// `requestLocation`: one position for this manager.
  ///
  /// A running or paused session has precedence: it uses the same callback, and the request is ignored. So is one more
  /// request while one is under way (2015 session).
  mutating func requestLocation(_ app: Int, _ manager: Int, at now: Instant) {
    guard has(.requestLocation, app: app) else { return }
    guard apps[app].managers[manager].phase == .stopped, apps[app].managers[manager].oneShot == nil else { return }
    let isUndetermined = apps[app].authorization.grant == .notDetermined
    guard isUndetermined || apps[app].may(.requestLocation) else {
      apps[app].post(.failed(manager: manager, .denied))
      return
    }
    let accuracy = attainable(apps[app].managers[manager].configuration.desiredAccuracy, app: app)
    apps[app].managers[manager].oneShot = OneShotRequest(accuracy, at: now)
    needsDemand = true
    noteAccess(app)
    if !isUndetermined { offerKnownPosition(app, manager, at: now) }
  }

  /// What the system knows already is the first, quick position.
  private mutating func offerKnownPosition(_ app: Int, _ manager: Int, at now: Instant) {
    if apps[app].isReduced(manager) {
      if let area = reduced.usable(at: now) { finishOneShot(app, manager, area) }
      return
    }
    guard let last = movement.lastPosition else { return }
    let age = now.seconds - last.timestamp
    guard age <= Self.cachedFor.seconds else { return }
    noteOneShot(last, app: app, manager: manager, at: now)
  }

  mutating func noteOneShot(_ location: Location, app: Int, manager: Int, at now: Instant) {
    let (drift, speed) = (movement.drift(since: location, at: now), movement.fastest)
    guard apps[app].managers[manager].oneShot?.note(location, drift: drift, speed: speed, at: now) == true else {
      return
    }
    finishOneShot(app, manager, apps[app].managers[manager].oneShot?.best)
  }

  /// Ends a request: the one callback, with a position or with the error.
  mutating func finishOneShot(_ app: Int, _ manager: Int, _ location: Location?) {
    guard apps[app].managers[manager].oneShot != nil else { return }
    apps[app].managers[manager].oneShot = nil
    needsDemand = true
    if let location {
      apps[app].post(.location(manager: manager, location))
    } else {
      apps[app].post(.failed(manager: manager, .locationUnknown))
    }
  }

  /// The user has decided: requests that waited begin now, or fail.
  mutating func restartOneShots(_ app: Int, at now: Instant) {
    for manager in apps[app].managers.indices where apps[app].managers[manager].oneShot != nil {
      if apps[app].authorization.isAllowed {
        let accuracy = attainable(apps[app].managers[manager].configuration.desiredAccuracy, app: app)
        apps[app].managers[manager].oneShot = OneShotRequest(accuracy, at: now)
        noteAccess(app)
        offerKnownPosition(app, manager, at: now)
      } else if apps[app].authorization.grant != .notDetermined {
        apps[app].managers[manager].oneShot = nil
        apps[app].post(.failed(manager: manager, .denied), waking: apps[app].process.isRunning)
      }
    }
  }
}
