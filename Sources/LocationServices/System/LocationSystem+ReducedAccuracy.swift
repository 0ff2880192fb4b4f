package import Core
package import World

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
          deliverArea(location, app: app, manager: manager)
        } else {
          finishOneShot(app, manager, location)
        }
      }
    }
  }

  /// No technology had a position to compute the area from.
  package mutating func reducedAreaUnavailable(at now: Instant) { reduced.failed(at: now) }

  mutating func deliverArea(_ location: Location, app: Int, manager: Int) {
    if let last = apps[app].managers[manager].lastDelivered {
      if last.position == location.position, last.horizontalAccuracy == location.horizontalAccuracy { return }
      let filter = apps[app].managers[manager].configuration.distanceFilter
      if filter > 0, last.distance(from: location) < filter { return }
    }
    apps[app].managers[manager].lastDelivered = location
    apps[app].post(.location(manager: manager, location))
  }

  /// A session has begun, or its accuracy has changed: what is known is shown at once.
  mutating func showKnownArea(app: Int, at now: Instant) {
    guard apps[app].process.isRunning, apps[app].may(.standardUpdates) else { return }
    for manager in apps[app].managers.indices
    where apps[app].managers[manager].phase == .running && apps[app].isReduced(manager) {
      if let area = reduced.usable(at: now) { deliverArea(area, app: app, manager: manager) }
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
