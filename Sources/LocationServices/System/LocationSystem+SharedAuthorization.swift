package import Core

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
