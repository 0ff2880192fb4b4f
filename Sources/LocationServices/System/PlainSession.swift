package import Core
import Synchronization
import World

/// The one session that sees satellite fixes, while nothing but them reaches its app.
///
/// What becomes of such a fix is the session's own rules (`Session.admit`) and the app's code: no mailbox, no other service.
/// It gives the same as `ingest` and `dispatch`, and holds until anything else happens.
///
/// A class, so that what a fix needs is counted as one reference, not as one for each of its owners.
package final class PlainSession {
  /// Among all sessions.
  let index: Int
  /// Counted from 0.
  package let app: Int
  let host: AppHost
  let target: LocationManager
  let delegate: any LocationManagerDelegate

  init(index: Int, app: Int, host: AppHost, target: LocationManager, delegate: any LocationManagerDelegate) {
    (self.index, self.app, self.host, self.target, self.delegate) = (index, app, host, target, delegate)
  }
}

/// What an app made of a fix that was handed straight to it.
package enum PlainHandover: Sendable {
  /// It counts as delivered, and nothing follows.
  case used
  /// As after `dispatch`: what was delivered is in `delivered`, and the app may have asked for something.
  case dispatched(AppRequests?)
}

extension LocationSystem {
  /// The plain session, where there is one.
  ///
  /// - Parameter last: the one before, which is mostly the same again.
  package func plainSession(after last: PlainSession? = nil) -> PlainSession? {
    guard !board.pair.servesWatch, !board.fused.areAny, !board.regions.monitorsCircles,
      !board.significantChange.isAnyMonitoring, !needsDemand, firstWaiting() == nil,
      let (index, app, manager) = board.sessions.plainSession(in: context), let host = apps[app].host,
      manager < host.managers.count, let delegate = host.managers[manager].app
    else { return nil }
    // What the app can read stays as it is until anything else happens, but for the clock.
    prepare(host, app: app, at: context.now)
    let target = host.managers[manager]
    if let last, last.target === target, last.delegate === delegate, last.index == index { return last }
    return PlainSession(index: index, app: app, host: host, target: target, delegate: delegate)
  }

  /// A satellite fix was determined for the session.
  ///
  /// - Returns: whether its filter lets the fix through; then the app must be handed it.
  package mutating func admit(_ location: Location, to session: PlainSession, at now: Instant) -> Bool {
    context.movement.lastPosition = location
    context.movement.hasSatelliteFix = true
    let (passes, movesDeadline) = board.sessions.admit(
      location, index: session.index, isStill: context.movement.motion.isStill, at: now)
    if movesDeadline { hasMovedDeadline = true }
    return passes
  }

  /// Hands an admitted fix to the app. The processor must be awake.
  package mutating func hand(_ location: Location, to session: PlainSession, at now: Instant) -> PlainHandover {
    session.host.clock.store(now.seconds, ordering: .relaxed)
    session.target.last.pointee = location
    hand(location) { session.delegate.locationManager(session.target, didUpdateLocations: $0) }
    if !session.host.hasAsked.load(ordering: .relaxed) {
      positionSearches.note(location.position, app: session.app, at: now)
      return .used
    }
    return follow(location, session, at: now)
  }

  @inline(never)
  private mutating func follow(_ location: Location, _ session: PlainSession, at now: Instant) -> PlainHandover {
    let (app, host) = (session.app, session.host)
    host.hasAsked.store(false, ordering: .relaxed)
    noteDelivered(location, app: app, host: host, at: now)
    if host.commands.isEmpty { return .dispatched(nil) }
    executeCommands(of: host, app: app, at: now)
    if context.processes[app].isBusy {
      context.processes[app].mailbox.wantsProcessor = !context.processes[app].mailbox.waiting.isEmpty
    } else {
      drain(app, host, at: now)
    }
    suspendIdleApps(at: now)
    return .dispatched(appRequests())
  }
}
