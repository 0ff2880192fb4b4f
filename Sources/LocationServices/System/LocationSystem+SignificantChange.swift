package import Core

extension LocationSystem {
  /// The user has probably moved. Each app's service uses the signs that its system knows.
  package mutating func hintOfMovement(_ hint: MovementTrigger = .servingCell) {
    for app in apps.indices where hint.counts(on: apps[app].definition.platform) {
      apps[app].significantChange.trigger()
    }
  }

  /// When a position should be determined for significant change, or `never`.
  package func significantChangeDue(at now: Instant) -> Instant {
    var due = Instant.never
    for app in apps.indices where watches(.significantChange, for: app) {
      due = min(due, significantChangeDue(app, at: now))
    }
    return due
  }

  /// With reduced accuracy not before the area may be computed again.
  func significantChangeDue(_ app: Int, at now: Instant) -> Instant {
    let due = apps[app].significantChange.measurementDue(at: now)
    return due < .never && apps[app].seesAreaOfEvents ? max(due, reduced.nextComputation) : due
  }

  package mutating func significantChangeMeasurementBegins(at now: Instant) {
    for app in apps.indices
    where watches(.significantChange, for: app) && significantChangeDue(app, at: now) <= now {
      apps[app].significantChange.beginMeasurement()
    }
  }

  /// The app that a measurement serves first, for the ledger.
  package var significantChangeApp: Int? {
    apps.indices.first { apps[$0].significantChange.isMonitoring && watches(.significantChange, for: $0) }
  }

  /// A position was determined for significant change.
  package mutating func significantChangeMeasured(_ location: Location, at now: Instant) {
    movement.learn(location)
    for app in apps.indices {
      // For an app that may not be told nothing is measured, and what is measured for others is not for it.
      guard watches(.significantChange, for: app) else { continue }
      var location = location
      if apps[app].seesAreaOfEvents {
        // Only an area of this instant counts: in between, nothing is new.
        guard reduced.lastComputed == now, let area = reduced.current else { continue }
        location = area
      }
      // Areas are not noise, and iOS 4 knew towers only.
      let comparesRadii = !apps[app].seesAreaOfEvents && platform.version >= Platform.ios5.version
      guard apps[app].significantChange.admits(location, comparesRadii: comparesRadii, at: now) else { continue }
      notify(app, .significantChange(location), at: now)
    }
  }

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
