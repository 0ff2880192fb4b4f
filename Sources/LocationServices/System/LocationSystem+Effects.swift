import Core

/// What services return is performed here and nowhere else.
extension LocationSystem {
  /// Performs what services have returned, in order; what an effect brings comes before the next.
  mutating func perform(at now: Instant) { if effects.count > underWay { performAll(at: now) } }

  @inline(never)
  private mutating func performAll(at now: Instant) {
    let (first, end) = (underWay, effects.count)
    underWay = end
    for index in first..<end {
      let effect = effects[index]
      perform(effect, at: now)
    }
    effects.removeLast(end - first)
    underWay = first
  }

  mutating func perform(_ effect: ServiceEffect, at now: Instant) {
    switch effect {
    // The app's code
    case .post(let app, let callback, let waking): context.processes[app].mailbox.post(callback, waking: waking)
    case .tell(let app, let event, let reach): tell(app, event, reach, at: now)
    case .notify(let app, let event): notify(app, event, at: now)
    case .postFused(let app, let locations, let request, let delivery):
      postFused(locations, toRequest: request, delivery, app: app, at: now)
    case .retryUnreceived(let app): context.processes[app].mailbox.retryUnreceived()
    case .retrySignificantChange(let app): context.processes[app].mailbox.retrySignificantChange()

    // Its process
    case .wake(let app): wake(app, at: now)
    case .hold(let app, let hold): context.processes[app].sessions = hold
    case .sessionEnds(let app): context.processes[app].sessionEnds(at: now)
    case .sessionRests(let app): context.processes[app].sessionRests(at: now)
    case .awaitsPositions(let app, let awaits): context.processes[app].awaitsPositions = awaits
    case .alarm(let app): context.processes[app].alarmGoesOff(at: now)
    case .refresh(let app): grantRefresh(app, at: now)
    case .overrun(let app):
      terminate(app, at: now)
      outbox.ofSystem.overruns.append(app)

    // Its rights
    case .authorize(let app, let rights): context.processes[app].authorization = rights
    case .rightsChanged(let app): rightsChanged(app, at: now)
    case .promptByUse(let app):
      // Before iOS 8 there was nothing to request: the first use of a service asked the user.
      guard !context.platform(app).offers(.whenInUseAuthorization) else { break }
      give(AuthorizationService.Command.request(.always), from: app, at: now)
    case .accessBegun(let app):
      if context.rights(app).isAllowed { outbox.ofSystem.begunAccess |= 1 << UInt8(app) }

    // What the system knows
    case .demandChanged: needsDemand = true
    case .deadlineMoved: hasMovedDeadline = true
    case .inform(let input): inform(input, at: now)
    case .command(let command, let app): give(command, from: app, at: now)
    case .learn(let location): context.movement.learn(location)
    case .search(let app, let change):
      positionSearches.take(change, of: app, isOnScreen: context.state(app) == .foreground, at: now)
    case .history(let app, let manager, let event): history.note(event, app: app, manager: manager, at: now)
    case .missing(let app, let service): note(service, .notOffered, app: app)
    case .dozing(let isDozing):
      context.dozesSince = isDozing ? now : .never
      outbox.ofSystem.changesNetworkRights = true
      needsDemand = true
      inform(.powerChanged, at: now)

    default: handOver(effect)
    }
  }

  /// What the driver has to do is kept until it does; timers are the board's.
  private mutating func handOver(_ effect: ServiceEffect) {
    switch effect {
    case .networkRightsChanged: outbox.ofSystem.changesNetworkRights = true
    case .watch(let change): outbox.ofSystem.watchChanges.append(change)
    case .notification(let event): outbox.ofSystem.notifications.append(event)
    case .upload(let upload): outbox.ofSystem.uploads.append(upload)
    case .link(let app, let content):
      if let end = context.end {
        outbox.ofSystem.messages.append(WatchLink.Message(from: end, app: app, content: content))
      }
    case .forward(let fix): outbox.ofSystem.companionFixes.append(fix)
    case .geocode(let geocode): outbox.ofApps.geocodes.append(geocode)
    case .cancelGeocode(let app, let identifier):
      outbox.ofApps.geocodes.removeAll { $0.app == app && $0.identifier == identifier }
    case .scan(let app): outbox.ofApps.scans.append(app)
    case .lookUp(let lookup): outbox.ofApps.lookups.append(lookup)
    case .setTimer(let timer, let due): board.setTimer(timer, at: due)
    case .cancelTimer(let timer): board.cancelTimer(timer)
    default: break
    }
  }

  /// Keeps that a service brought an app nothing, once for each reason.
  mutating func note(_ service: SystemService, _ reason: MissingService.Reason, app: Int) {
    let platform = context.platform(app)
    let missing = MissingService(app: app, service: service, reason: reason, platform: platform)
    if !missingServices.contains(missing) { missingServices.append(missing) }
  }

  // MARK: Reaching an app

  private mutating func tell(_ app: Int, _ event: any ServiceEvent, _ reach: ServiceEffect.Reach, at now: Instant) {
    switch reach {
    case .everywhere(let reason, let window):
      guard context.mayBeWoken(app) else { return }
      resume(app, reason: reason, at: now)
      if reason == .work {
        context.processes[app].workBegins(widgetEnd: context.phone.widgetsInUseUntil(at: now), at: now)
      }
      context.processes[app].run(for: window, allowsService: event.allowsForegroundService, at: now)
    case .livingProcess:
      guard context.state(app) != .notRunning, wake(app, at: now) else { return }
    case .runningOnly:
      guard context.state(app) != .notRunning else { return }
    }
    context.processes[app].mailbox.post(event, waking: context.isRunning(app) || needsLaunch(app))
  }

  /// Gives an app an event of a monitoring service; a suspended process is woken, one that is gone is started.
  ///
  /// With a provisional always and the app not in use, the event waits until the user has been asked (WWDC 2019 session
  /// 705).
  private mutating func notify(_ app: Int, _ event: Callback, at now: Instant) {
    if context.rights(app).grant == .provisionalAlways, !context.processes[app].isInUse {
      context.processes[app].mailbox.unconfirmed.append(event)
      return board.authorization.ask(.confirmProvisional, app: app, in: context)
    }
    if wake(app, at: now) { context.processes[app].mailbox.post(event) }
  }

  /// Positions of the fused provider.
  private mutating func postFused(
    _ locations: [Location], toRequest identifier: Int, _ delivery: FusedLocationRequest.Delivery, app: Int,
    at now: Instant
  ) {
    if delivery == .pendingIntent {
      guard context.mayBeWoken(app) else { return }
      resume(app, reason: .location, at: now)
      context.processes[app].thawForIntent(at: now)
      needsDemand = true
    } else if context.processes[app].freezer.isFrozen {
      note(.fusedLocation, .frozen, app: app)
    } else if context.processes[app].isWorking(at: now) {
      context.processes[app].thaw(until: now)
      needsDemand = true
    }
    context.processes[app].mailbox.post(.fused(identifier, locations))
  }

  /// A location service has an event for the app: a suspended process runs again, one that is not there is started, and
  /// either has about ten seconds (2011 and 2012 sessions). Post the event's callback afterwards.
  ///
  /// - Returns: `false` when it cannot be woken, and the event is not for it.
  @discardableResult
  private mutating func wake(_ app: Int, at now: Instant) -> Bool {
    guard context.mayBeWoken(app) else { return false }
    resume(app, reason: .location, at: now)
    context.processes[app].run(allowsService: true, at: now)
    return true
  }

  mutating func resume(_ app: Int, reason: LaunchReason, at now: Instant) {
    if context.processes[app].resume(for: reason, at: now) { needsDemand = true }
  }

  /// Background app refresh: the app gets half a minute. An app that the user has removed from the switcher gets none, nor
  /// does any before the first unlock.
  private mutating func grantRefresh(_ app: Int, at now: Instant) {
    let platform = context.platform(app)
    guard platform.offers(.backgroundAppRefresh), context.state(app) != .foreground,
      !context.processes[app].launch.wasForceQuit, !context.phone.isLocked
    else { return }
    resume(app, reason: .backgroundRefresh, at: now)
    context.processes[app].run(for: platform.backgroundRefreshWindow, at: now)
    context.processes[app].mailbox.post(.backgroundRefresh)
  }

  /// What the user lets the app do has changed: services follow, and the app is told.
  private mutating func rightsChanged(_ app: Int, at now: Instant) {
    needsDemand = true
    inform(.rightsChanged(app: app), at: now)
    context.processes[app].tellRights(at: now)
    inform(.rightsInForce(app: app), at: now)
    let held = context.processes[app].mailbox.unconfirmed
    context.processes[app].mailbox.unconfirmed.removeAll()
    if context.rights(app).grant == .always { for event in held { notify(app, event, at: now) } }
  }
}
