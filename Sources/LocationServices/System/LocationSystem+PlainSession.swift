package import Core
import World

/// The one session that sees satellite fixes, while nothing but them reaches its app.
///
/// What becomes of such a fix is a filter and the app's own code: no mailbox, no other service. It gives the same as `ingest` and
/// `dispatch`, and holds until anything else happens.
///
/// A class, so that what a fix needs is counted as one reference, not as one for each of its owners.
package final class PlainSession {
  /// Counted from 0.
  package let app: Int
  let manager: Int
  let host: AppHost
  let target: LocationManager
  let delegate: any LocationManagerDelegate
  let delegates: Int

  init(app: Int, manager: Int, host: AppHost, target: LocationManager, delegate: any LocationManagerDelegate) {
    self.app = app
    self.manager = manager
    self.host = host
    self.target = target
    self.delegate = delegate
    delegates = target.delegatesSet
  }

  /// Whether the app has named no other delegate meanwhile.
  package var isValid: Bool { target.delegatesSet == delegates }
}

/// What an app made of a fix that was handed straight to it.
package enum PlainHandover: Sendable {
  /// It counts as delivered, and nothing follows.
  case used
  /// The app asked for nothing; what was delivered is in `delivered`.
  case silent
  /// The app asked for something, as after `dispatch`.
  case answered
}

extension LocationSystem {
  /// The plain session, where there is one.
  ///
  /// - Parameter last: the one before, which is mostly the same again.
  package func plainSession(after last: PlainSession? = nil) -> PlainSession? {
    guard !pair.servesWatch, !fused.areAny, !events.monitorsRegions, !needsDemand, firstWaiting() == nil else {
      return nil
    }
    var session: PlainSession?
    for app in apps.indices {
      if apps[app].significantChange.isMonitoring { return nil }
      guard apps[app].process.isRunning, apps[app].may(.standardUpdates) else { continue }
      for manager in apps[app].managers.indices where !apps[app].isReduced(manager) {
        let isRunning = apps[app].managers[manager].phase == .running
        if !isRunning, apps[app].managers[manager].oneShot == nil { continue }
        guard isRunning, session == nil, apps[app].managers[manager].isPlain, apps[app].hearsAtOnce,
          let host = apps[app].host, manager < host.managers.count, let delegate = host.managers[manager].app
        else { return nil }
        if let last, last.isValid, last.app == app, last.manager == manager, last.host === host {
          session = last
          continue
        }
        session = PlainSession(
          app: app, manager: manager, host: host, target: host.managers[manager], delegate: delegate)
      }
    }
    return session
  }

  /// A satellite fix was determined for the session.
  ///
  /// - Returns: whether its filter lets the fix through; then the app must be handed it.
  package mutating func admit(_ location: Location, to session: PlainSession, at now: Instant) -> Bool {
    movement.lastPosition = location
    movement.hasSatelliteFix = true
    return apps[session.app].managers[session.manager].admit(
      location, isStill: movement.motion.isStill, hasMovedDeadline: &hasMovedDeadline, at: now)
  }

  /// Hands an admitted fix to the app. The processor must be awake.
  package mutating func hand(_ location: Location, to session: PlainSession, at now: Instant) -> PlainHandover {
    prepare(session.host, app: session.app, at: now)
    deliver(location) { session.target.tell(location, $0, to: session.delegate) }
    if session.host.commands.isEmpty, session.host.dropped.isEmpty {
      positionSearches.note(location.position, app: session.app, at: now)
      return .used
    }
    return follow(location, session, at: now)
  }

  @inline(never)
  private mutating func follow(_ location: Location, _ session: PlainSession, at now: Instant) -> PlainHandover {
    let (app, host) = (session.app, session.host)
    noteDelivered(location, app: app, host: host, at: now)
    if host.commands.isEmpty { return .silent }
    run(host, app: app, at: now)
    if apps[app].isBusy {
      apps[app].mailbox.wantsProcessor = !apps[app].mailbox.waiting.isEmpty
    } else {
      drain(app, host, at: now)
    }
    suspendIdleApps(at: now)
    return .answered
  }
}

extension AppState {
  /// Whether a position reaches the app's code as soon as the processor is awake, and goes on doing so.
  fileprivate var hearsAtOnce: Bool {
    mailbox.waiting.isEmpty && !isBusy && !freezer.isFrozen && launch.pending == nil
      && (process == .foreground || isKeptBySession)
  }
}

extension ManagerState {
  /// Whether the session has a filter at most: no deferral, no technologies that sleep.
  fileprivate var isPlain: Bool { sleepsUntil == nil && deferral == nil && !filter.letsTechnologiesSleep }

  /// Both in one access to the manager, which each fix makes.
  fileprivate mutating func admit(
    _ location: Location, isStill: Bool, hasMovedDeadline: inout Bool, at now: Instant
  ) -> Bool {
    if noteForPause(location, at: now) { hasMovedDeadline = true }
    return admits(location, fromGNSS: true, isStill: isStill)
  }
}
