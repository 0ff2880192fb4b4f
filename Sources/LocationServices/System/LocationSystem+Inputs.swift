package import Core
package import World

/// What the driver reports: positions, what the user does, what the phone notices, and time. What a parameter means is said
/// where the service takes it.
extension LocationSystem {
  /// Says how the user decides, and what the clock shows at the start of the run, in seconds after midnight.
  package mutating func setUser(_ user: UserDecisions, startOfDay: Int) {
    board.authorization.setUser(user, startOfDay: startOfDay, in: context)
  }

  /// Has services react at an instant, and performs what they return.
  @inline(__always)
  private mutating func react<Result>(
    at now: Instant, _ reaction: (inout ServiceBoard, borrowing Context, inout Effects) -> Result
  ) -> Result {
    context.now = now
    defer { perform(at: now) }
    return reaction(&board, context, &effects)
  }

  // MARK: Positions

  /// A position was determined. Every running session sees it, whoever asked for it.
  ///
  /// - Returns: whether plain sessions and the fused provider alone saw it: then nothing follows but what waits for an app, a new
  ///   demand, or a deadline that has moved.
  @discardableResult
  package mutating func ingest(_ location: Location, fromGNSS: Bool, at now: Instant) -> Bool {
    context.movement.lastPosition = location
    if fromGNSS { context.movement.hasSatelliteFix = true }
    return react(at: now) { $0.take(location, fromGNSS: fromGNSS, in: $1, &$2) }
  }

  /// The GNSS chip keeps a fix while the processor sleeps: it is for the sessions that defer, and nobody else knows of it.
  package mutating func keepOnChip(_ location: Location, at now: Instant) {
    react(at: now) { $0.keepOnChip(location, in: $1, &$2) }
  }

  /// GNSS has lost the sky, or an attempt to acquire it has failed: deferral cannot go on.
  package mutating func gnssUnavailable(at now: Instant) {
    context.movement.hasSatelliteFix = false
    inform(.gnssUnavailable, at: now)
  }

  package mutating func reducedAreaComputed(_ area: ReducedArea, at now: Instant) {
    context.area.computed(area, isStill: context.movement.motion.isStill, at: now)
    inform(.areaComputed, at: now)
  }

  /// No technology had a position to compute the area from.
  package mutating func reducedAreaUnavailable(at now: Instant) { context.area.failed(at: now) }

  // MARK: Movement

  /// The motion sensors report another way of moving.
  package mutating func motionChanged(to motion: MotionClass, at now: Instant) {
    context.movement.change(to: motion, at: now)
    if !motion.isStill { context.area.moved() }
    inform(.motion(motion, stretch: context.movement.stretch), at: now)
  }

  /// The user has probably moved. Each app's service uses the signs that its system knows.
  package mutating func hintOfMovement(_ hint: MovementTrigger = .servingCell) {
    board.significantChange.hint(hint, in: context)
  }

  /// When a position should be determined for significant change, or `never`.
  package func significantChangeDue(at now: Instant) -> Instant { board.significantChange.due(in: context, at: now) }

  /// A position is about to be determined for significant change.
  @discardableResult
  package mutating func significantChangeMeasurementBegins(at now: Instant) -> (app: Int?, isFirst: Bool) {
    react(at: now) { board, context, _ in board.significantChange.measurementBegins(in: context) }
  }

  /// Whether a measurement for significant change at this instant also needs the area.
  package mutating func significantChangeNeedsArea(at now: Instant) -> Bool {
    react(at: now) { board, context, _ in board.significantChange.needsArea(in: context) }
  }

  /// A position was determined for significant change.
  package mutating func significantChangeMeasured(_ location: Location, at now: Instant) {
    context.movement.learn(location)
    react(at: now) { $0.significantChange.measured(location, in: $1, &$2) }
  }

  /// A session got a position: services that watch for significant change look at it, which costs nothing.
  ///
  /// - Returns: whether none of them had any use for it.
  @discardableResult
  package mutating func shareWithSignificantChange(_ location: Location, at now: Instant) -> Bool {
    return react(at: now) { $0.significantChange.share(location, in: $1, &$2) }
  }

  // MARK: Regions, beacons, visits

  /// Whether any app watches a circle.
  package var monitorsRegions: Bool { board.regions.monitorsCircles }
  /// The app that a measurement for regions serves first, for the ledger: one that may be told.
  package var regionApp: Int? { board.regions.firstApp(in: context) }

  /// Something hints that the phone has moved: where it is should be looked at, for the sake of regions.
  package mutating func hintForRegions(_ hint: MovementTrigger) { board.regions.hint(hint, in: context) }

  /// Until then nothing that hints at a movement makes the phone look for regions.
  package mutating func missDepartures(until end: Instant) { board.regions.missDepartures(until: end) }

  /// When a position should be determined for regions, or `never`.
  package func regionMeasurementDue(at now: Instant) -> Instant { board.regions.measurementDue(in: context, at: now) }

  /// A position is about to be determined for regions.
  package mutating func regionMeasurementBegins(at now: Instant) { board.regions.measurementBegins(at: now) }

  /// Whether a rough position leaves something to be found out by a better one.
  package func regionsNeedMore(than location: Location?) -> Bool { board.regions.needMore(than: location, in: context) }

  package mutating func noteForRegions(
    _ location: Location, isCell: Bool, isOfSession: Bool = true, at now: Instant
  ) {
    react(at: now) { $0.regions.note(location, isCell: isCell, isOfSession: isOfSession, in: $1, &$2) }
  }

  /// A position was determined for regions.
  package mutating func regionMeasured(_ location: Location, isCell: Bool, at now: Instant) {
    context.movement.learn(location)
    react(at: now) { $0.regions.measured(location, isCell: isCell, in: $1, &$2) }
  }

  /// A beacon region's sender is heard, or has not been heard for a while.
  package mutating func beaconObserved(serial: Int, isNear: Bool, at now: Instant) {
    react(at: now) { $0.regions.beaconObserved(serial: serial, isNear: isNear, in: $1, &$2) }
  }

  package mutating func visitNoticed(_ visit: Visit, area: Location? = nil, serial: Int, at now: Instant) {
    react(at: now) { $0.visits.noticed(visit, area: area, serial: serial, in: $1, &$2) }
  }

  // MARK: The approximate area

  /// When the approximate area should be computed for sessions and requests, or `never`.
  package func reducedAccuracyDue(at now: Instant) -> Instant { demand.reduced ? context.area.due(at: now) : .never }
  /// The app that the area is computed for first, for the ledger; counted from 0.
  package var reducedAccuracyApp: Int? { board.sessions.areaApp(in: context) }
  /// Whether an app gets approximate areas in place of visited places: with reduced accuracy a visit is exact in time only
  /// (2020 session).
  package func showsAreaOfVisits(_ app: Int) -> Bool { context.processes[app].seesAreaOfEvents }
  /// The approximate area as it is known now, and whether it is time to compute another.
  package var knownArea: Location? { context.area.current }
  package func mayComputeArea(at now: Instant) -> Bool { context.area.nextComputation <= now }

  // MARK: The user

  /// The user brings the app to the screen; a process that is not there is started. Nobody opens an app on a locked phone,
  /// so this unlocks it.
  package mutating func enterForeground(_ app: Int, at now: Instant) {
    context.phone.isLocked = false
    needsDemand = true
    guard context.processes[app].open(at: now) else { return }
    noteUse(app, at: now)
    context.processes[app].mailbox.post(.willEnterForeground)
    inform(.foreground(app: app, isOn: true), at: now)
  }

  /// The user leaves the app.
  package mutating func leaveForeground(_ app: Int, at now: Instant) {
    guard context.processes[app].leave(at: now) else { return }
    noteUse(app, at: now)
    needsDemand = true
    inform(.foreground(app: app, isOn: false), at: now)
  }

  /// The app has come into use or gone out of it, by which Android measures how recently it was used.
  mutating func noteUse(_ app: Int, at now: Instant) {
    if context.isAndroid { inform(.use(app: app, isOn: context.processes[app].isShown), at: now) }
  }

  /// The process is killed: sessions, timers and deferrals are gone; what is registered with the system stays registered.
  ///
  /// - Parameter byUser: removed from the app switcher, rather than ended by the system for want of memory.
  package mutating func terminate(_ app: Int, byUser: Bool = false, at now: Instant) {
    let wasInUse = context.processes[app].isShown
    context.processes[app].end(byUser: byUser)
    apps[app].end()
    outbox.ofApps.processEnded(app)
    perform(.search(app: app, .ends(found: false)), at: now)
    if wasInUse { noteUse(app, at: now) }
    inform(.processEnded(app: app, byUser: byUser), at: now)
    needsDemand = true
    context.processes[app].endUse(&effects)
    perform(at: now)
  }

  /// The phone restarts: every process ends, and until it is unlocked for the first time none is started.
  package mutating func reboot(at now: Instant) {
    context.phone.isLocked = true
    for app in apps.indices { terminate(app, at: now) }
  }

  /// The phone is unlocked for the first time after a restart: services may start apps again.
  package mutating func unlock(at now: Instant) {
    guard context.phone.isLocked else { return }
    context.phone.isLocked = false
    needsDemand = true
    // What happened in the meantime is looked into now.
    hintOfMovement()
    inform(.unlocked, at: now)
    hintForRegions(.servingCell)
  }

  /// The screen was switched on or off.
  package mutating func screenChanged(isOn: Bool, at now: Instant) {
    context.phone.isScreenOn = isOn
    if !isOn { context.phone.screenOff = now }
    inform(.screen(isOn: isOn), at: now)
  }

  /// The user has changed the app's rights in Settings.
  package mutating func userSets(_ change: ScriptEvent.Kind, at now: Instant) { inform(.userSets(change), at: now) }

  /// The day's script grants a background app refresh.
  package mutating func backgroundRefresh(_ app: Int, at now: Instant) {
    give(BackgroundRefreshes.Command.grant, from: app, at: now)
  }

  // MARK: The phone

  /// A condition of the phone has changed, such as the charger. A system without Low Power Mode stays as it is.
  package mutating func deviceChanged(_ condition: DeviceCondition, isOn: Bool, at now: Instant) {
    if condition == .lowPower, !context.processes.contains(where: { $0.platform.offers(.lowPowerMode) }) { return }
    inform(.condition(condition, isOn: isOn), at: now)
    context.conditions.set(condition, isOn: isOn)
    guard condition == .lowPower, context.isAndroid else { return }
    perform(.networkRightsChanged, at: now)
    needsDemand = true
    inform(.powerChanged, at: now)
  }

  /// The battery's level has changed: apps that read it and run are told. It wakes nobody.
  package mutating func batteryLevelChanged(to level: Double) {
    batteryLevel = level
    for app in apps.indices where apps[app].definition.readsBattery && context.isRunning(app) {
      context.processes[app].mailbox.post(.batteryLevelChanged)
    }
  }

  package mutating func processorChanged(isAwake: Bool, at now: Instant) -> Bool {
    board.appTimers.processorChanged(isAwake: isAwake, at: now)
  }

  // MARK: The network

  /// The server sends a message to every app that takes them.
  package mutating func messageSent(at now: Instant) { inform(.messageSent, at: now) }

  /// A message has come down over the network. A location push is for an app that may always use location.
  package mutating func messageArrived(app: Int, priority: PushMessage.Priority, at now: Instant) {
    guard priority != .location || context.rights(app).grant == .always else { return }
    inform(.messageArrived(app: app, priority: priority), at: now)
  }

  // An answer reaches a suspended app when it next runs; one that has been killed or has cancelled the request gets none.

  package mutating func uploadFinished(_ identifier: Int, app: Int) {
    answer(app, .uploadFinished(identifier), isAwaited: apps[app].host?.uploadCompletions[identifier] != nil)
  }

  /// The network has answered a geocoding request, or there is none.
  package mutating func geocodeAnswered(_ identifier: Int, app: Int, _ answer: GeocodeAnswer) {
    self.answer(
      app, .geocodeFinished(identifier, .answered(answer)), isAwaited: apps[app].host?.geocodes[identifier] != nil)
  }

  /// A positioning service has answered, or there is no network.
  package mutating func scanLocated(_ lookup: ScanLookup, isAnswered: Bool) {
    answer(
      lookup.app, .scanLocated(lookup.identifier, isAnswered ? lookup.location : nil),
      isAwaited: apps[lookup.app].host?.scanCompletions[lookup.identifier] != nil)
  }

  mutating func answer(_ app: Int, _ callback: Callback, isAwaited: Bool) {
    if isAwaited { context.processes[app].mailbox.post(callback, waking: context.isRunning(app)) }
  }

  package mutating func admitsScan(of app: Int, isRadioOn: Bool, at now: Instant) -> Bool {
    react(at: now) { $0.scans.admit(app, isRadioOn: isRadioOn, in: $1, &$2) }
  }

  package mutating func scanEnded(accessPoints: Int, _ location: Location?, isOfApps: Bool, isFull: Bool) {
    let results = ScanResults(isUpdated: true, accessPoints: accessPoints, location: location)
    react(at: context.now) { $0.scans.ended(results, isOfApps: isOfApps, isFull: isFull, in: $1, &$2) }
  }

  package mutating func wifiSwitchedOff(cutScan: Bool) {
    react(at: context.now) { $0.scans.wifiSwitchedOff(cutScan: cutScan, in: $1, &$2) }
  }

  // MARK: Time

  /// Does what is due: sleeping technologies wake, deferrals expire, sessions are paused, processes suspended.
  package mutating func serviceTimerFired(at now: Instant) {
    react(at: now) { $0.authorization.timerFired(in: $1, &$2) }
    board.pair.timerFired(in: context, &effects)
    board.doze.timerFired(in: context, &effects)
    perform(at: now)
    board.fused.timerFired(in: context, &effects)
    for app in context.processes.indices { context.processes[app].timerFired(at: now, &effects) }
    perform(at: now)
    react(at: now) { $0.sessions.timerFired(in: $1, &$2) }
    suspendIdleApps(at: now)
  }

  /// Suspends background apps that nothing keeps running.
  mutating func suspendIdleApps(at now: Instant) {
    for app in context.processes.indices { context.processes[app].suspendIfIdle(at: now, &effects) }
    perform(at: now)
  }

  /// A timer of an app or of a service is due.
  package mutating func appTimerFired(at now: Instant) {
    while let timer = board.dueTimer(through: now) { inform(.timer(timer), at: now) }
    react(at: now) { $0.appTimers.fire(in: $1, &$2) }
  }
}

/// One of a phone and its watch. An app and its half on the watch are one as far as authorization goes, and the phone is where
/// it is decided (2015 session). What is granted for a while counts for both since iOS 14 (2020 session).
extension LocationSystem {
  /// How long a message from the watch keeps the phone app running and in use: estimate, as long as a location event
  /// does; no figure is documented.
  static let watchMessageWindow = TimeSpan.seconds(10)

  // MARK: Messages and contexts

  /// A message has arrived. On the phone it launches or wakes the app and lends it in-use state: the user of the watch
  /// uses the whole, app and watch app (2015 session).
  ///
  /// - Returns: `false` for an app that neither runs nor may be launched: the sender is to be told.
  package mutating func receive(_ message: WatchMessage, app: Int, at now: Instant) -> Bool {
    if context.end == .phone {
      // Before the first unlock after a restart no app is started.
      guard !context.phone.isLocked || context.isRunning(app) else { return false }
      resume(app, reason: .watch, at: now)
      context.processes[app].lendUse(for: Self.watchMessageWindow, at: now)
    } else if !context.isRunning(app) {
      return false
    }
    context.processes[app].mailbox.post(.message(message))
    return true
  }

  /// A context has arrived for a running app.
  package mutating func receiveContext(_ context: WatchMessage, app: Int) {
    answer(app, .context(context), isAwaited: true)
  }

  /// A message could not be delivered: the sender's error handler is called.
  package mutating func messageFailed(_ identifier: Int, app: Int, _ error: WatchSessionError) {
    answer(app, .messageFailed(identifier, error), isAwaited: apps[app].host?.messageErrors[identifier] != nil)
  }

  /// A message was delivered: its error handler will not be called.
  package mutating func messageDelivered(_ identifier: Int, app: Int) {
    apps[app].host?.messageErrors[identifier] = nil
  }

  /// Whether a message of this app would get through now.
  package mutating func setReachable(_ reachable: Bool, app: Int) {
    context.processes[app].counterpart.isReachable = reachable
  }

  /// On the watch beside the phone: hands an upload over; the app's part is done.
  ///
  /// - Returns: what the phone is told.
  package mutating func handOver(_ upload: Upload) -> WatchLink.Message {
    uploadFinished(upload.identifier, app: upload.app)
    return WatchLink.Message(
      from: .watch, app: upload.app,
      content: .system(.upload(identifier: upload.identifier, bytes: upload.bytes, onWiFiOnly: upload.onWiFiOnly)))
  }

  /// An upload that is or was the watch's goes out from here. Its number is that of no app's call.
  package mutating func uploadForWatch(bytes: Int64, onWiFiOnly: Bool, app: Int) {
    perform(.upload(Upload(app: app, identifier: -1, bytes: bytes, onWiFiOnly: onWiFiOnly)), at: context.now)
  }

  // MARK: Positions for the watch

  /// On the phone: what the watch's sessions ask for.
  package mutating func setCompanionDemand(_ demand: PositioningDemand) {
    if board.pair.setDemand(demand) { needsDemand = true }
  }

  /// On the watch: whether its sessions get their positions from the phone. The watch's own radios rest then.
  package mutating func setPositionsFromPhone(_ fromPhone: Bool) {
    if fromPhone != context.positionsFromPhone { needsDemand = true }
    context.positionsFromPhone = fromPhone
  }

  /// What the watch's sessions want from the phone: all but approximate areas, which the watch computes itself.
  package var wishFromPhone: PositioningDemand {
    var rest = board.pair.wish
    rest.reduced = false
    return rest.gnss == .off && rest.wifi == .off && !rest.cell ? .none : rest
  }

  /// On the watch: hands `requestLocation`s that have not been to the phone. Beside the phone the phone finds the position, and
  /// the answer goes over Bluetooth (2015 session).
  ///
  /// - Returns: what the phone is told.
  package mutating func askPhoneForRequests() -> [WatchLink.Message] {
    guard context.positionsFromPhone else { return [] }
    react(at: context.now) { $0.sessions.askPhone(in: $1, &$2) }
    defer { outbox.ofSystem.messages.removeAll() }
    return outbox.ofSystem.messages
  }

  /// On the watch: the phone is gone; what it was asked for the watch looks for itself.
  package mutating func phoneParted(at now: Instant) {
    inform(.phoneParted, at: now)
    needsDemand = true
  }

  package mutating func phoneAnswered(_ manager: Int, _ location: Location?, app: Int) {
    react(at: context.now) { board, _, effects in board.sessions.phoneAnswered(manager, location, app: app, &effects) }
  }

  package mutating func requestForWatch(
    _ identifier: Int, _ accuracy: DesiredAccuracy, _ activity: ActivityType, app: Int, at now: Instant
  ) {
    react(at: now) { $0.pair.request(identifier, accuracy, activity, app: app, in: $1, &$2) }
  }

  /// On the phone: the watch is out of reach, nobody waits for an answer any more.
  package mutating func forgetWatchRequests() { if board.pair.forgetRequests() { needsDemand = true } }

  // MARK: Rights

  /// Whether in-use state and temporary grants count for both halves of the app.
  package func sharesTemporaryGrants(_ app: Int) -> Bool {
    context.platform(app).offers(.sharedTemporaryGrants)
  }

  /// Whether somebody uses the phone.
  package var isInteractive: Bool { context.isInteractive }

  /// Whether the app is in use on this device, whatever its other half does.
  package func isInUseHere(_ app: Int) -> Bool { context.processes[app].isInUseHere }

  /// The app's other half is in use now, or not any more.
  ///
  /// - Returns: whether that is new.
  package mutating func setCounterpartInUse(_ inUse: Bool, app: Int, at now: Instant) -> Bool {
    guard inUse != context.processes[app].counterpart.isInUse else { return false }
    context.processes[app].counterpart.isInUse = inUse
    needsDemand = true
    context.processes[app].endUse(&effects)
    perform(at: now)
    return true
  }

  /// The watch app asks: the prompt appears on the phone, whatever is on its screen.
  package mutating func askedFromWatch(_ app: Int, _ request: AuthorizationRequest, at now: Instant) {
    give(AuthorizationService.Command.request(request, fromWatch: true), from: app, at: now)
  }

  /// The watch app asks for full accuracy for as long as it is in use.
  package mutating func fullAccuracyAskedFromWatch(_ app: Int, _ identifier: Int, at now: Instant) {
    give(AuthorizationService.Command.requestFullAccuracy(identifier, fromWatch: true), from: app, at: now)
  }

  /// On the watch: the phone has answered a request for full accuracy.
  package mutating func fullAccuracyAnswered(_ identifier: Int, isGranted: Bool, app: Int, at now: Instant) {
    var state = context.rights(app)
    if isGranted, !state.hasTemporaryFullAccuracy, state.accuracyAuthorization == .reduced {
      state.hasTemporaryFullAccuracy = true
      context.processes[app].authorization = state
      perform(.rightsChanged(app: app), at: now)
    }
    answer(app, .fullAccuracyAnswered(identifier, isGranted ? nil : .promptDeclined), isAwaited: true)
  }

  /// On the watch: what the phone says about the app's rights. Before iOS 14 a grant for a while is the other half's own
  /// affair.
  package mutating func followPhone(_ state: AuthorizationState, app: Int, at now: Instant) {
    let old = context.rights(app)
    var own = state
    if !sharesTemporaryGrants(app) {
      own = old
      (own.grant, own.accuracy, own.hasAskedForAlways) = (state.grant, state.accuracy, state.hasAskedForAlways)
      own.endsWithUse = state.endsWithUse
    }
    guard own != old else { return }
    context.processes[app].authorization = own
    perform(.rightsChanged(app: app), at: now)
    // What was allowed for the time of use has no use to last for when the user has gone on.
    context.processes[app].endUse(&effects)
    perform(at: now)
  }
}
