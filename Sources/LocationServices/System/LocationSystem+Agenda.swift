package import Core

extension LocationSystem {
  /// What the driver has to look after once an event has been dealt with.
  package struct Agenda: Sendable {
    /// When a position should be determined for significant change, for the approximate area, and for regions; `never`
    /// when none is due, `nil` where no app has regions.
    package var significantChange: Instant
    package var reducedAccuracy: Instant
    package var regions: Instant?
    /// When a session, a request or a process must be looked at again, and when a timer of an app is due.
    package var services: Instant
    package var appTimers: Instant
  }

  // Read after every event.

  /// What is due next.
  package func agenda(at now: Instant) -> Agenda {
    Agenda(
      significantChange: significantChangeDue(at: now), reducedAccuracy: reducedAccuracyDue(at: now),
      regions: monitorsRegions ? regionMeasurementDue(at: now) : nil, services: serviceDeadline(at: now),
      appTimers: appTimerDeadline)
  }

  /// The next app, from one on, whose code has something to do.
  package func firstWaiting(from first: Int = 0) -> Int? {
    for app in first..<apps.count where wantsProcessor(app) { return app }
    return nil
  }

  /// The first app that holds the processor awake, and whether it is on the screen.
  package func processorHolder(at now: Instant) -> (app: Int, isOnScreen: Bool)? {
    for app in apps.indices where holdsProcessor(app, at: now) { return (app, apps[app].process == .foreground) }
    return nil
  }
}
