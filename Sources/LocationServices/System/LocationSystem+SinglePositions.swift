package import Core
package import World

extension LocationSystem {
  /// A position of before counts as a first one if it is younger than this; the same rule as for cell positions.
  static let cachedFor = TimeSpan.seconds(60)

  /// `requestLocation`: one position for this manager.
  ///
  /// A running or paused session has precedence: it uses the same callback, and the request is ignored. So is one more
  /// request while one is under way (2015 session).
  mutating func requestLocation(_ app: Int, _ manager: Int, at now: Instant) {
    guard has(.requestLocation, app: app) else { return }
    guard apps[app].managers[manager].isIdle else { return }
    beginSearchForOne(app, at: now)
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

  /// Somebody waits for a position that an app on the screen asks for.
  mutating func beginSearchForOne(_ app: Int, at now: Instant) {
    if apps[app].process == .foreground { positionSearches.begin(app, forOne: true, at: now) }
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

extension LocationSystem {
  /// When the approximate area should be computed for sessions and requests, or `never`.
  package func reducedAccuracyDue(at now: Instant) -> Instant {
    demand.reduced ? reduced.due(at: now) : .never
  }

  /// Whether a measurement for significant change at this instant also needs the area.
  package func significantChangeNeedsArea(at now: Instant) -> Bool {
    reduced.nextComputation <= now
      && apps.indices.contains {
        apps[$0].significantChange.isMonitoring && apps[$0].seesAreaOfEvents && watches(.significantChange, for: $0)
      }
  }

  /// The app that the area is computed for first, for the ledger; counted from 0.
  package var reducedAccuracyApp: Int? {
    apps.indices.first { app in apps[app].managers.indices.contains { apps[app].wantsArea($0) } }
  }

  /// The area has been computed. Sessions get it unless they have it already; it ends requests.
  package mutating func reducedAreaComputed(_ area: ReducedArea, at now: Instant) {
    reduced.computed(area, isStill: movement.motion.isStill, at: now)
    guard let location = reduced.current else { return }
    for app in apps.indices where apps[app].process.isRunning && apps[app].may(.standardUpdates) {
      for manager in apps[app].managers.indices where apps[app].isReduced(manager) {
        if apps[app].managers[manager].phase == .running {
          apps[app].deliverArea(location, to: manager)
        } else {
          finishOneShot(app, manager, location)
        }
      }
    }
  }

  /// No technology had a position to compute the area from.
  package mutating func reducedAreaUnavailable(at now: Instant) { reduced.failed(at: now) }

  /// A session has begun, or its accuracy has changed: what is known is shown at once.
  mutating func showKnownArea(app: Int, at now: Instant) {
    guard apps[app].process.isRunning, apps[app].may(.standardUpdates) else { return }
    for manager in apps[app].managers.indices
    where apps[app].managers[manager].phase == .running && apps[app].isReduced(manager) {
      if let area = reduced.usable(at: now) { apps[app].deliverArea(area, to: manager) }
    }
  }

  /// A place as this app may know it, for events that are exact in time but not in space (visits): the position itself,
  /// or an area in its stead, the current one when left out, which may be up to a quarter of an hour old; `nil` when there is
  /// none yet.
  package func place(_ location: Location, asSeenBy app: Int, area: Location? = nil) -> Location? {
    guard apps[app].seesAreaOfEvents else { return location }
    return (area ?? reduced.current).map {
      Location(
        position: $0.position, horizontalAccuracy: $0.horizontalAccuracy, instant: location.instant, speed: -1)
    }
  }
}
