package import Core

extension LocationSystem {
  /// A session got a position: services that watch for significant change look at it, which costs nothing.
  ///
  /// Positions no better than the service's distance are left out: cells hop by as much.
  ///
  /// - Returns: whether none of them had any use for it.
  @discardableResult
  package mutating func shareWithSignificantChange(_ location: Location, at now: Instant) -> Bool {
    var isPlain = true
    for app in apps.indices where apps[app].significantChange.isMonitoring {
      // An app with reduced accuracy sees areas only.
      guard !apps[app].seesAreaOfEvents, location.horizontalAccuracy <= SignificantChangeService.distance,
        apps[app].significantChange.wants(location, at: now), watches(.significantChange, for: app)
      else { continue }
      isPlain = false
      apps[app].significantChange.beginMeasurement()
      if apps[app].significantChange.admits(location, comparesRadii: true, at: now) {
        notify(app, .significantChange(location), at: now)
      }
    }
    return isPlain
  }

  /// Whether all apps that a measurement now would serve have just begun to monitor: then a position from the cache will
  /// do (Apple's documentation: the first event is usually a cached position).
  package func firstSignificantChangeIsDue(at now: Instant) -> Bool {
    var isFirst = false
    for app in apps.indices
    where watches(.significantChange, for: app) && significantChangeDue(app, at: now) <= now {
      guard apps[app].significantChange.awaitsFirst else { return false }
      isFirst = true
    }
    return isFirst
  }
}
