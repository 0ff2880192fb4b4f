package import Core
import DeviceModel
import World

extension LocationSystem {
  /// How long a message from the watch keeps the phone app running and in use: estimate, as long as a location event
  /// does; no figure is documented.
  static let watchMessageWindow = TimeSpan.seconds(10)

  // MARK: Messages and contexts

  /// What the apps gave to the link since the driver last took it, in order.
  package mutating func takeMessages() -> [WatchLink.Message] { pair.takeMessages() }

  /// Whether something waits for the link.
  package var hasMessages: Bool { !pair.messages.isEmpty }

  /// A message has arrived. On the phone it launches or wakes the app and lends it in-use state: the user of the watch
  /// uses the whole, app and watch app (2015 session).
  ///
  /// - Returns: `false` for an app that neither runs nor may be launched: the sender is to be told.
  package mutating func receive(_ message: WatchMessage, app: Int, at now: Instant) -> Bool {
    if pair.end == .phone {
      // Before the first unlock after a restart no app is started.
      guard !phone.isLocked || apps[app].process.isRunning else { return false }
      wakeForWatch(app, at: now)
    } else if !apps[app].process.isRunning {
      return false
    }
    apps[app].post(.message(message))
    return true
  }

  /// A context has arrived for a running app.
  package mutating func receiveContext(_ context: WatchMessage, app: Int) {
    apps[app].post(.context(context), waking: apps[app].process.isRunning)
  }

  /// A message could not be delivered: the sender's error handler is called.
  package mutating func messageFailed(_ identifier: Int, app: Int, _ error: WatchSessionError) {
    guard apps[app].host?.messageErrors[identifier] != nil else { return }
    apps[app].post(.messageFailed(identifier, error), waking: apps[app].process.isRunning)
  }

  /// A message was delivered: its error handler will not be called.
  package mutating func messageDelivered(_ identifier: Int, app: Int) {
    apps[app].host?.messageErrors[identifier] = nil
  }

  /// Whether a message of this app would get through now.
  package mutating func setReachable(_ reachable: Bool, app: Int) { apps[app].counterpart.isReachable = reachable }

  private mutating func wakeForWatch(_ app: Int, at now: Instant) {
    resume(app, reason: .watch, at: now)
    let end = now + Self.watchMessageWindow
    apps[app].runsUntil = max(apps[app].runsUntil, end)
    apps[app].inUseUntil = max(apps[app].inUseUntil ?? end, end)
  }

  /// On the watch beside the phone: hands an upload over; the app's part is done.
  package mutating func handOver(_ upload: Upload) {
    let message = WatchLink.SystemMessage.upload(
      identifier: upload.identifier, bytes: upload.bytes, onWiFiOnly: upload.onWiFiOnly)
    pair.tell(upload.app, message)
    uploadFinished(upload.identifier, app: upload.app)
  }

  /// An upload that is or was the watch's goes out from here. Its number is that of no app's call.
  package mutating func uploadForWatch(bytes: Int64, onWiFiOnly: Bool, app: Int) {
    outbox.ofSystem.uploads.append(Upload(app: app, identifier: -1, bytes: bytes, onWiFiOnly: onWiFiOnly))
  }

  // MARK: Positions for the watch

  /// On the phone: what the watch's sessions ask for.
  package mutating func setCompanionDemand(_ demand: PositioningDemand) {
    if pair.setDemand(demand) { needsDemand = true }
  }

  /// On the watch: whether its sessions get their positions from the phone. The watch's own radios rest then.
  package mutating func setPositionsFromPhone(_ fromPhone: Bool) {
    if pair.setPositionsFromPhone(fromPhone) { needsDemand = true }
  }

  /// On the phone: the positions for the watch's sessions since the driver last took them.
  package mutating func takeCompanionFixes() -> [CompanionFix] { pair.takeFixes() }

  /// What the watch's sessions want from the phone: all but approximate areas, which the watch computes itself.
  package var wishFromPhone: PositioningDemand {
    var rest = pair.wish
    rest.reduced = false
    return rest.gnss == .off && rest.wifi == .off && !rest.cell ? .none : rest
  }
}

/// `requestLocation` on a watch: beside the phone the phone finds the position, and the answer goes over Bluetooth (2015
/// session).
extension LocationSystem {
  /// What a manager's accuracy comes to here. A watch of the first systems on its own has that of 100 m at best.
  func attainable(_ accuracy: DesiredAccuracy, app: Int) -> DesiredAccuracy {
    guard pair.end == .watch, !pair.positionsFromPhone,
      !apps[app].definition.platform.offers(.continuousUpdatesOnWatch),
      accuracy.rawValue < DesiredAccuracy.hundredMeters.rawValue
    else { return accuracy }
    return .hundredMeters
  }

  /// On the watch: hands requests that have not been to the phone. The number names app and manager.
  package mutating func askPhoneForRequests() {
    guard pair.positionsFromPhone else { return }
    for app in apps.indices where apps[app].process.isRunning && apps[app].may(.requestLocation) {
      for manager in apps[app].managers.indices
      where apps[app].managers[manager].oneShot != nil && !apps[app].managers[manager].oneShotIsWithPhone
        && !apps[app].isReduced(manager)
      {
        apps[app].managers[manager].oneShotIsWithPhone = true
        let configuration = apps[app].managers[manager].configuration
        pair.tell(
          app, .request(identifier: manager, configuration.desiredAccuracy, configuration.activityType))
      }
    }
  }

  /// On the watch: the phone is gone; what it was asked for the watch looks for itself.
  package mutating func takeBackRequests() {
    for app in apps.indices {
      for manager in apps[app].managers.indices { apps[app].managers[manager].oneShotIsWithPhone = false }
    }
    needsDemand = true
  }

  /// On the watch: the phone's answer, `nil` when it found nothing. A request that was cancelled meanwhile gets none.
  package mutating func phoneAnswered(_ manager: Int, _ location: Location?, app: Int) {
    guard manager < apps[app].managers.count, apps[app].managers[manager].oneShotIsWithPhone else { return }
    finishOneShot(app, manager, location)
  }

  /// On the phone: looks for a position for the watch.
  package mutating func requestForWatch(
    _ identifier: Int, _ accuracy: DesiredAccuracy, _ activity: ActivityType, app: Int, at now: Instant
  ) {
    var search = OneShotRequest(accuracy, at: now)
    if let last = movement.lastPosition {
      let age = now.seconds - last.timestamp
      if age <= Self.cachedFor.seconds,
        search.note(last, drift: movement.drift(since: last, at: now), speed: movement.fastest, at: now)
      {
        return pair.answer(app, identifier, search.best)
      }
    }
    pair.serve(identifier, accuracy, activity, app: app, search)
    needsDemand = true
  }

  /// On the phone: the watch is out of reach, nobody waits for an answer any more.
  package mutating func forgetWatchRequests() {
    if pair.forgetRequests() { needsDemand = true }
  }

  mutating func noteForWatch(_ location: Location, at now: Instant) {
    let (drift, speed) = (movement.drift(since: location, at: now), movement.fastest)
    if pair.note(location, drift: drift, speed: speed, at: now) { needsDemand = true }
  }

  mutating func endWatchRequests(at now: Instant) {
    if pair.endRequests(at: now) { needsDemand = true }
  }
}

/// An app and its half on the watch are one as far as authorization goes, and the phone is where it is decided (2015
/// session). What is granted for a while counts for both since iOS 14 (2020 session).
extension LocationSystem {
  /// What the user lets the app do here.
  package func authorization(of app: Int) -> AuthorizationState { apps[app].authorization }

  /// Whether in-use state and temporary grants count for both halves of the app.
  package func sharesTemporaryGrants(_ app: Int) -> Bool {
    apps[app].definition.platform.offers(.sharedTemporaryGrants)
  }

  /// Whether the app is in use on this device, whatever its other half does.
  package func isInUseHere(_ app: Int) -> Bool { apps[app].isInUseHere }

  /// The app's other half is in use now, or not any more.
  ///
  /// - Returns: whether that is new.
  package mutating func setCounterpartInUse(_ inUse: Bool, app: Int, at now: Instant) -> Bool {
    guard inUse != apps[app].counterpart.isInUse else { return false }
    apps[app].counterpart.isInUse = inUse
    needsDemand = true
    if !inUse, !apps[app].isInUse { useEnded(app, at: now) }
    return true
  }

  /// The watch app asks: the prompt appears on the phone, whatever is on its screen.
  package mutating func askedFromWatch(_ app: Int, _ request: AuthorizationRequest, at now: Instant) {
    let definition = apps[app].definition
    switch apps[app].authorization.request(request, role: definition.role, platform: definition.platform) {
    case .ignored: break
    case .changed: authorizationChanged(app, at: now)
    case .ask(let question): ask(app, question, fromWatch: true, at: now)
    }
  }

  /// The watch app asks for full accuracy for as long as it is in use.
  package mutating func fullAccuracyAskedFromWatch(_ app: Int, _ identifier: Int, at now: Instant) {
    guard apps[app].authorization.accuracyAuthorization == .reduced else {
      return pair.tell(app, .fullAccuracyAnswered(identifier, isGranted: true))
    }
    ask(app, .fullAccuracy(identifier), fromWatch: true, at: now)
  }

  /// On the watch: the phone has answered a request for full accuracy.
  package mutating func fullAccuracyAnswered(_ identifier: Int, isGranted: Bool, app: Int, at now: Instant) {
    if isGranted, !apps[app].authorization.hasTemporaryFullAccuracy,
      apps[app].authorization.accuracyAuthorization == .reduced
    {
      apps[app].authorization.hasTemporaryFullAccuracy = true
      authorizationChanged(app, at: now)
    }
    apps[app].post(
      .fullAccuracyAnswered(identifier, isGranted ? nil : .promptDeclined), waking: apps[app].process.isRunning)
  }

  /// On the watch: what the phone says about the app's rights. Before iOS 14 a grant for a while is the other half's own
  /// affair.
  package mutating func takeOver(_ state: AuthorizationState, app: Int, at now: Instant) {
    var own = apps[app].authorization
    if sharesTemporaryGrants(app) {
      own = state
    } else {
      (own.grant, own.accuracy, own.hasAskedForAlways) = (state.grant, state.accuracy, state.hasAskedForAlways)
      own.endsWithUse = state.endsWithUse
    }
    guard own != apps[app].authorization else { return }
    apps[app].authorization = own
    authorizationChanged(app, at: now)
    // What was allowed for the time of use has no use to last for when the user has gone on.
    if !apps[app].isInUse { useEnded(app, at: now) }
  }

  /// Answers what the watch app has asked. Before iOS 14 a grant for a while is the watch app's alone: the phone's state
  /// is put back.
  ///
  /// - Returns: whether nothing changes on the phone.
  mutating func keepForWatch(
    _ app: Int, _ old: AuthorizationState, _ question: AuthorizationPrompt.Question
  ) -> Bool {
    let new = apps[app].authorization
    if case .fullAccuracy(let identifier) = question {
      pair.tell(app, .fullAccuracyAnswered(identifier, isGranted: new.hasTemporaryFullAccuracy))
    }
    guard new.endsWithUse || new.hasTemporaryFullAccuracy, !sharesTemporaryGrants(app) else { return false }
    if new.endsWithUse { pair.tell(app, .authorized(new)) }
    apps[app].authorization = old
    return true
  }
}
