package import Core
package import World

extension LocationSystem {
  /// Says how the user decides, and what the clock shows at the start of the run, in seconds after midnight.
  package mutating func setUser(_ user: UserDecisions, startOfDay: Int) {
    prompts.setUser(user, startOfDay: startOfDay)
    for app in apps.indices where apps[app].definition.role == .appClip && apps[app].authorization.isAllowed {
      prompts.endInTheMorning(app, after: .start)
    }
  }

  // MARK: Requests

  mutating func requestAuthorization(_ app: Int, _ request: AuthorizationRequest, at now: Instant) {
    if pair.end == .watch { return pair.tell(app, .authorization(request)) }
    let definition = apps[app].definition
    switch apps[app].authorization.request(request, role: definition.role, platform: definition.platform) {
    case .ignored: break
    case .changed: authorizationChanged(app, at: now)
    case .ask(let question): ask(app, question, at: now)
    }
  }

  /// The app has come to the screen: it asks for what it needs, if the user has not decided yet.
  mutating func askIfUndecided(_ app: Int, at now: Instant) {
    if apps[app].authorization.grant == .notDetermined, let request = apps[app].definition.asksFor {
      requestAuthorization(app, request, at: now)
    }
    showPrompts(app, at: now)
  }

  mutating func requestFullAccuracy(_ app: Int, _ identifier: Int, at now: Instant) {
    guard apps[app].authorization.accuracyAuthorization == .reduced, apps[app].definition.role != .widget else {
      apps[app].post(.fullAccuracyAnswered(identifier, nil))
      return
    }
    if pair.end == .watch { return pair.tell(app, .fullAccuracy(identifier)) }
    ask(app, .fullAccuracy(identifier), at: now)
  }

  mutating func ask(
    _ app: Int, _ question: AuthorizationPrompt.Question, fromWatch: Bool = false, at now: Instant
  ) {
    if prompts.ask(question, fromWatch: fromWatch, app: app) { showPrompts(app, at: now) }
  }

  /// Shows the app's next question, if there is a moment for it.
  mutating func showPrompts(_ app: Int, at now: Instant) {
    prompts.show(
      app, isInForeground: apps[app].process == .foreground, isScreenOn: phone.isScreenOn, at: now)
  }

  /// The screen was switched on or off.
  package mutating func screenChanged(isOn: Bool, at now: Instant) {
    phone.isScreenOn = isOn
    if !isOn { phone.screenOff = now }
    updateDoze(at: now)
    guard isOn else { return }
    for app in apps.indices { showPrompts(app, at: now) }
  }

  // MARK: Decisions

  /// Answers that are due, and grants that end.
  mutating func decideAuthorizations(at now: Instant) {
    guard prompts.deadline <= now else { return }
    for app in apps.indices {
      if prompts.takeEnd(app, at: now) {
        apps[app].authorization.grant = .notDetermined
        authorizationChanged(app, at: now)
      }
      while let prompt = prompts.takeAnswered(app, at: now) {
        answered(app, prompt, at: now)
        showPrompts(app, at: now)
      }
    }
  }

  private mutating func answered(_ app: Int, _ prompt: AuthorizationPrompt, at now: Instant) {
    let question = prompt.question
    let definition = apps[app].definition
    let old = apps[app].authorization
    var user = prompts.user
    // Who allows it once at the start does so again.
    if definition.authorization == .allowOnce { user.access = .once }
    apps[app].authorization.answer(
      question, by: user, asksReduced: definition.asksReducedAccuracy, platform: definition.platform)
    if definition.role == .appClip, apps[app].authorization.isAllowed {
      prompts.endInTheMorning(app, after: now)
    }
    if prompt.fromWatch, keepForWatch(app, old, question) { return }
    // What was allowed for the time of use has no use to last for when the user has gone on.
    if !apps[app].isInUse, !apps[app].counterpart.isInUse { _ = apps[app].authorization.useEnded() }
    if case .fullAccuracy(let identifier) = question {
      let isGranted = apps[app].authorization.hasTemporaryFullAccuracy
      apps[app].post(.fullAccuracyAnswered(identifier, isGranted ? nil : .promptDeclined), waking: isRunning(app))
    }
    if apps[app].authorization != old || !apps[app].mailbox.unconfirmed.isEmpty { authorizationChanged(app, at: now) }
  }

  /// The user has changed the app's rights in Settings.
  package mutating func userSets(_ change: ScriptEvent.Kind, at now: Instant) {
    for app in apps.indices {
      let old = apps[app].authorization
      guard old.grant != .restricted else { continue }
      let platform = apps[app].definition.platform
      switch change {
      case .allowAlways: apps[app].authorization.grant = apps[app].definition.role == .app ? .always : .whenInUse
      case .allowWhileUsing:
        apps[app].authorization.grant = platform.offers(.whenInUseAuthorization) ? .whenInUse : .always
      case .denyLocation: apps[app].authorization.grant = .denied
      case .preciseOn: apps[app].authorization.accuracy = .full
      case .preciseOff: if platform.offers(.reducedAccuracy) { apps[app].authorization.accuracy = .reduced }
      default: continue
      }
      guard apps[app].authorization != old else { continue }
      apps[app].authorization.endsWithUse = false
      prompts.withdraw(app)
      authorizationChanged(app, at: now)
    }
  }

  /// An app is no longer in use: what was granted for that time ends.
  mutating func useEnded(_ app: Int, at now: Instant) {
    guard !apps[app].counterpart.isInUse else { return }
    if apps[app].authorization.useEnded() { authorizationChanged(app, at: now) }
  }

  mutating func authorizationChanged(_ app: Int, at now: Instant) {
    needsDemand = true
    apps[app].refreshLiveUpdates()
    repaceRequests(of: app, at: now)
    if isRunning(app) {
      apps[app].post(.authorizationChanged)
      // The app hears of it even if it has no reason to run any more.
      let end = now + apps[app].definition.platform.suspensionDelay
      if apps[app].process == .background { apps[app].runsUntil = max(apps[app].runsUntil, end) }
    }
    let grant = apps[app].authorization.grant
    for manager in apps[app].managers.indices where apps[app].managers[manager].phase == .running {
      if grant == .denied, isRunning(app) { apps[app].post(.failed(manager: manager, .denied)) }
      // A session that waited for the answer begins now.
      if apps[app].isInUse { apps[app].managers[manager].begunInUse = true }
    }
    restartOneShots(app, at: now)
    showKnownArea(app: app, at: now)
    let held = apps[app].mailbox.takeUnconfirmed()
    if grant == .always { for event in held { notify(app, event, at: now) } }
  }

  private func isRunning(_ app: Int) -> Bool { apps[app].process.isRunning }

  // MARK: Events

  /// Whether a monitoring service has to look out for this app: it may be told, or the user will be asked about it.
  func watches(_ service: SystemService, for app: Int) -> Bool {
    guard mayBeWoken(app) else { return false }
    return apps[app].may(service)
      || (apps[app].authorization.grant == .provisionalAlways
        && !(service.needsFullAccuracy && apps[app].authorization.accuracyAuthorization == .reduced))
  }

  /// Gives an app an event of a monitoring service; a suspended process is woken, one that is gone is started.
  ///
  /// With a provisional always and the app not in use, the event waits until the user has been asked (WWDC 2019 session
  /// 705).
  mutating func notify(_ app: Int, _ event: Callback, at now: Instant) {
    if apps[app].authorization.grant == .provisionalAlways, !apps[app].isInUse {
      apps[app].mailbox.unconfirmed.append(event)
      ask(app, .confirmProvisional, at: now)
      return
    }
    if wake(app, at: now) { apps[app].post(event) }
  }
}
