package import Core
import World

/// The one session that sees satellite fixes, while nothing but them reaches its app.
///
/// What becomes of such a fix is the session's own rules (`Session.admit`) and the app's code: no mailbox, no other service.
/// It gives the same as `ingest` and `dispatch`, and holds until anything else happens.
struct PlainSession {
  /// Among all sessions.
  let index: Int
  /// Counted from 0.
  let app: Int
  let host: AppHost
  let manager: LocationManager
}

/// What an app made of a fix that was handed straight to it.
package enum PlainHandover: Sendable {
  /// It counts as delivered, and nothing follows.
  case used
  /// The app asked for nothing; what was delivered is in `delivered`.
  case silent
  /// The app asked for something, as after `dispatch`.
  case answered(AppEffects)
}

extension LocationSystem {
  /// Looks for the plain session, which `admit` and `hand` go to until the next call.
  ///
  /// - Returns: its app, counted from 0; `nil` where a fix must take the long way.
  package mutating func findPlainSession(at now: Instant) -> Int? {
    buffer.plain = nil
    guard !board.pair.servesWatch, !board.fused.areAny, !board.regions.monitorsCircles,
      !board.significantChange.isAnyMonitoring, !needsDemand, firstWaiting() == nil,
      let (index, app, manager) = board.sessions.plainSession(in: context), let host = apps[app].host,
      manager < host.managers.count
    else { return nil }
    // What the app can read stays the same but for the clock.
    prepare(host, app: app, at: now)
    buffer.plain = PlainSession(index: index, app: app, host: host, manager: host.managers[manager])
    return app
  }

  /// A satellite fix was determined for the plain session.
  ///
  /// - Returns: whether its filter lets the fix through; then the app must be handed it.
  package mutating func admit(_ location: Location, at now: Instant) -> Bool {
    guard let index = buffer.plain?.index else { return false }
    context.movement.lastPosition = location
    context.movement.hasSatelliteFix = true
    let (passes, movesDeadline) = board.sessions.admit(
      location, index: index, isStill: context.movement.motion.isStill, at: now)
    if movesDeadline { hasMovedDeadline = true }
    return passes
  }

  /// Hands an admitted fix to the app. The processor must be awake.
  package mutating func hand(_ location: Location, at now: Instant) -> PlainHandover {
    guard let plain = buffer.plain else { return .silent }
    plain.host.now = now.seconds
    deliver(location) { plain.manager.tell($0) }
    if plain.host.commands.isEmpty, plain.host.dropped.isEmpty {
      positionSearches.note(location.position, app: plain.app, at: now)
      return .used
    }
    return follow(location, plain, at: now)
  }

  @inline(never)
  private mutating func follow(_ location: Location, _ plain: PlainSession, at now: Instant) -> PlainHandover {
    let (app, host) = (plain.app, plain.host)
    noteDelivered(location, app: app, host: host, at: now)
    if host.commands.isEmpty { return .silent }
    run(host, app: app, at: now)
    if context.processes[app].isBusy {
      context.processes[app].mailbox.wantsProcessor = !context.processes[app].mailbox.waiting.isEmpty
    } else {
      drain(app, host, at: now)
    }
    suspendIdleApps(at: now)
    return .answered(appEffects())
  }
}
